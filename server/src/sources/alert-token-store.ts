import type { Mode } from '@galla/contract/order-status'
import { type Queryable, sql } from '../platform/database.ts'

/** The account of the mode that new orders are paid to. */
export const currentAccountId = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
): Promise<string | undefined> =>
  (
    await db.maybeOne<{ account_id: string }>(sql`
      select account_id from accounts where merchant_id = ${merchantId} and mode = ${mode} and is_current`)
  )?.account_id

export const findToken = async (
  db: Queryable,
  merchantId: string,
  accountId: string,
): Promise<Buffer | undefined> =>
  (
    await db.maybeOne<{ token_sealed: Buffer }>(sql`
      select token_sealed from alert_tokens where merchant_id = ${merchantId} and account_id = ${accountId}`)
  )?.token_sealed

export interface NewToken {
  readonly merchantId: string
  readonly accountId: string
  readonly hash: Uint8Array
  readonly sealed: Uint8Array
  readonly createdAt: Date
}

/** Of two first ones at once one stays. */
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
    set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed, created_at = excluded.created_at`)
