import type { Mode } from '@galla/contract/orders/order-status'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

/** The account of the mode that new orders are paid to. */
export const findCurrentAccount = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
): Promise<{ account_id: string; upi_id: string } | undefined> =>
  db.maybeOne(sql`
    select account_id, upi_id from accounts where merchant_id = ${merchantId} and mode = ${mode} and is_current`)

export const findToken = async (
  db: Queryable,
  merchantId: string,
  accountId: string,
): Promise<{ token_sealed: Buffer; created_at: Date; signed_since: Date | null } | undefined> =>
  db.maybeOne(sql`
    select token_sealed, created_at, signed_since from alert_tokens where merchant_id = ${merchantId} and account_id = ${accountId}`)

/** The settings of the account that an alert address belongs to. */
export const findTokenAccount = (
  db: Queryable,
  hash: Uint8Array,
): Promise<(AccountKey & { keepsOtherRails: boolean }) | undefined> =>
  db.maybeOne(sql`
    select a.merchant_id as "merchantId", a.account_id as "accountId", a.keeps_other_rails as "keepsOtherRails" from alert_tokens t
    join accounts a on a.merchant_id = t.merchant_id and a.account_id = t.account_id
    where t.token_hash = ${hash}`)

export interface NewToken {
  readonly merchantId: string
  readonly accountId: string
  readonly hash: Uint8Array
  readonly sealed: Uint8Array
  readonly createdAt: Date
}

/** Inserts the first token of an account. Of two at once, one is kept. */
export const insertToken = (db: Queryable, token: NewToken): Promise<number> =>
  db.run(sql`
    insert into alert_tokens (merchant_id, account_id, token_hash, token_sealed, created_at)
    values (${token.merchantId}, ${token.accountId}, ${token.hash}, ${token.sealed}, ${token.createdAt})
    on conflict (merchant_id, account_id) do nothing`)

export const replaceToken = (db: Queryable, token: NewToken): Promise<number> =>
  db.run(sql`
    insert into alert_tokens (merchant_id, account_id, token_hash, token_sealed, created_at)
    values (${token.merchantId}, ${token.accountId}, ${token.hash}, ${token.sealed}, ${token.createdAt})
    on conflict (merchant_id, account_id) do update
    set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed, created_at = excluded.created_at,
      signing_sealed = null, signed_since = null`)
