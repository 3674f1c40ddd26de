import type { Mode } from '@galla/contract/orders/order-status'
import type { Provider } from '@galla/contract/payment-accounts/accounts'
import type { AccountKind } from '@galla/upi/network-rules'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import type { LiveAccount } from './account.ts'
import type { AccountKey } from './account-source.ts'

export interface NewAccount {
  readonly merchantId: string
  readonly accountId: string
  readonly mode: Mode
  readonly provider: 'simulator' | Provider
  readonly merchantName: string
  readonly upiId: string
  readonly createdAt: Date
}

/** Inserts the first account of a mode, which becomes the current one. */
export const insertFirstAccount = async (tx: Transaction, account: NewAccount): Promise<void> => {
  await tx.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${account.merchantId}, ${account.accountId}, ${account.mode}, ${account.provider}, ${account.merchantName},
            ${account.upiId}, true, ${account.createdAt})`)
}

/** Finds a test account by its UPI ID. */
export const findTestAccount = (
  db: Queryable,
  upiId: string,
): Promise<{ merchantId: string; accountId: string } | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", account_id as "accountId" from accounts
    where merchant_id = split_part(${upiId}, '@', 1) and mode = 'test' and upi_id = ${upiId}`)

export const hasCurrentAccount = (db: Queryable, merchantId: string, mode: Mode): Promise<boolean> =>
  db.value<boolean>(sql`
    select exists (
      select from accounts where merchant_id = ${merchantId} and mode = ${mode} and is_current) as found`)

const columns = part`
  account_id as "accountId", provider, merchant_name as "merchantName", provider_merchant_id as "providerMerchantId",
  upi_id as "upiId", registered_name as "registeredName", kind, unique_amounts as "uniqueAmounts", has_printed_qr as "hasPrintedQr",
  heard_at as "heardAt",  coalesce(revived_at, created_at) as "connectedAt"`

export const findCurrentLiveAccount = (db: Queryable, merchantId: string): Promise<LiveAccount | undefined> =>
  db.maybeOne(
    prepared(sql`
    select ${columns} from accounts where merchant_id = ${merchantId} and mode = 'live' and is_current`),
  )

/** Counts the merchant's other live accounts, replaced ones too. */
export const countOtherLiveAccounts = (tx: Transaction, merchantId: string, upiId: string): Promise<number> =>
  tx.value<number>(sql`
    select count(*)::int as count from accounts
    where merchant_id = ${merchantId} and mode = 'live' and upi_id <> ${upiId}`)

/**
 * Retires the current account: new orders no longer use it. It stays the account of its own orders, and their payments are still
 * recognized, except by e-mail: a mailbox that two accounts read would report each payment to both.
 */
export const retireOtherLiveAccounts = async (
  tx: Transaction,
  merchantId: string,
  upiId: string,
): Promise<void> => {
  await tx.run(sql`
    with retired as (
      update accounts set is_current = false
      where merchant_id = ${merchantId} and mode = 'live' and is_current and upi_id <> ${upiId}
      returning merchant_id, account_id),
    mailboxes as (
      delete from bank_mailboxes m using retired r where m.merchant_id = r.merchant_id and m.account_id = r.account_id),
    heartbeats as (
      delete from source_heartbeats h using retired r
      where h.merchant_id = r.merchant_id and h.account_id = r.account_id and h.source = 'mailbox')
    delete from bank_email_addresses e using retired r
    where e.merchant_id = r.merchant_id and e.account_id = r.account_id`)
}

/** Inserts an account, or updates and revives the one with the same UPI ID. The caller has locked the merchant's row. */
export const saveCurrentAccount = (
  tx: Transaction,
  merchantId: string,
  account: Omit<LiveAccount, 'kind' | 'registeredName' | 'uniqueAmounts' | 'hasPrintedQr' | 'heardAt'> & {
    /** Null: a merchant account. A small merchant stays one. */
    readonly kind: AccountKind | null
    /** Null: unchanged. */
    readonly registeredName: string | null
    /** Null: unchanged. */
    readonly uniqueAmounts: boolean | null
    /** Null: unchanged. */
    readonly hasPrintedQr: boolean | null
  },
): Promise<LiveAccount> =>
  tx.one(sql`
      insert into accounts (
        merchant_id, account_id, mode, provider, merchant_name, provider_merchant_id, upi_id, registered_name, kind,
        unique_amounts, has_printed_qr, is_current, created_at)
      values (${merchantId}, ${account.accountId}, 'live', ${account.provider}, ${account.merchantName},
        ${account.providerMerchantId}, ${account.upiId}, coalesce(${account.registeredName}::text, ''),
        coalesce(${account.kind}::text, 'verified_merchant'),
        coalesce(${account.uniqueAmounts}::boolean, false), coalesce(${account.hasPrintedQr}::boolean, false), true, ${account.connectedAt})
      on conflict on constraint accounts_upi_id_once do update set
        provider = excluded.provider, merchant_name = excluded.merchant_name,
        provider_merchant_id = excluded.provider_merchant_id,
        registered_name = coalesce(${account.registeredName}::text, accounts.registered_name),
        kind = case when ${account.kind}::text is null and accounts.kind = 'small_merchant' then accounts.kind else excluded.kind end,
        unique_amounts = coalesce(${account.uniqueAmounts}::boolean, accounts.unique_amounts),
        has_printed_qr = coalesce(${account.hasPrintedQr}::boolean, accounts.has_printed_qr),
        revived_at = case when accounts.is_current then accounts.revived_at
                          else greatest(excluded.created_at, accounts.created_at) end,
        is_current = true
      returning ${columns}`)

/** Notes the first payment that a phone, a mailbox or a statement reported. Writes once. */
export const updateFirstHeard = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update accounts set heard_at = ${now}
    where merchant_id = ${merchantId} and account_id = ${accountId} and heard_at is null`)
