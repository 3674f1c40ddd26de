import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import type { ProviderRateLimit } from './provider-rate-limit.ts'

export interface LockedRateLimit extends AccountKey, ProviderRateLimit {
  readonly source: VerificationSource
}

const columns = part`
  merchant_id as "merchantId", account_id as "accountId", source, recent_calls as "callTimes", failures,
  paused_until as "pausedUntil"`

/** Waits for the row lock; undefined for an account without a source. */
export const lockRateLimit = (tx: Transaction, key: AccountKey): Promise<LockedRateLimit | undefined> =>
  tx.maybeOne(
    prepared(sql`
    select ${columns} from account_sources
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId} for update`),
  )

/** Locks the rows of a merchant's accounts and skips those that are locked elsewhere. */
export const lockFreeRateLimits = (
  tx: Transaction,
  merchantId: string,
  accountIds: readonly string[],
): Promise<LockedRateLimit[]> =>
  tx.rows(sql`
    select ${columns} from account_sources
    where merchant_id = ${merchantId} and account_id = any(${accountIds}::text[])
    order by account_id for update skip locked`)

export const updateCallTimes = async (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  callTimes: readonly Date[],
  calls: number,
): Promise<void> => {
  await tx.run(sql`
    update account_sources set recent_calls = ${callTimes}::timestamptz[], calls = calls + ${calls}
    where merchant_id = ${merchantId} and account_id = ${accountId}`)
}

/** Keeps a pause that began while this call was in progress. */
export const recordSuccess = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  message: string,
  now: Date,
): Promise<void> => {
  await db.run(sql`
    update account_sources set failures = 0, last_worked_at = ${now}, last_message = ${message}
    where merchant_id = ${merchantId} and account_id = ${accountId}`)
}

/** Returns the number of failures in a row. */
export const recordFailure = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  message: string,
  now: Date,
): Promise<number> =>
  (await db.maybeValue<number>(sql`
    update account_sources set failures = failures + 1, last_failed_at = ${now}, last_message = ${message}
    where merchant_id = ${merchantId} and account_id = ${accountId} returning failures`)) ?? 0

export const resumeSource = async (db: Queryable, { merchantId, accountId }: AccountKey): Promise<void> => {
  await db.run(sql`
    update account_sources set paused_until = null
    where merchant_id = ${merchantId} and account_id = ${accountId}`)
}

export const pauseSource = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  until: Date,
): Promise<void> => {
  await db.run(sql`
    update account_sources set paused_until = greatest(paused_until, ${until})
    where merchant_id = ${merchantId} and account_id = ${accountId}`)
}
