import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import type { ProviderRateLimit } from './provider-rate-limit.ts'

interface RateLimitRow {
  merchant_id: string
  account_id: string
  source: VerificationSource
  recent_calls: Date[]
  failures: number
  paused_until: Date | null
}

export interface LockedRateLimit extends AccountKey, ProviderRateLimit {
  readonly source: VerificationSource
}

const toRateLimit = (row: RateLimitRow): LockedRateLimit => ({
  merchantId: row.merchant_id,
  accountId: row.account_id,
  source: row.source,
  callTimes: row.recent_calls,
  failures: row.failures,
  pausedUntil: row.paused_until,
})

/** Waits for the row lock; undefined for an account without a source. */
export const lockRateLimit = async (
  tx: Transaction,
  key: AccountKey,
): Promise<LockedRateLimit | undefined> => {
  const row = await tx.maybeOne<RateLimitRow>(sql`
    select merchant_id, account_id, source, recent_calls, failures, paused_until from account_sources
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId} for update`)
  return row && toRateLimit(row)
}

/** Locks the rows of these accounts and skips those that are locked elsewhere. */
export const lockFreeRateLimits = async (
  tx: Transaction,
  keys: readonly AccountKey[],
): Promise<LockedRateLimit[]> => {
  const rows = await tx.rows<RateLimitRow>(sql`
    select merchant_id, account_id, source, recent_calls, failures, paused_until from account_sources
    where ${onShardOf(part`merchant_id`, merchantsOf(keys))} and (merchant_id, account_id) in (
      select * from unnest(${keys.map(({ merchantId }) => merchantId)}::text[],
                           ${keys.map(({ accountId }) => accountId)}::text[]))
    order by merchant_id, account_id for update skip locked`)
  return rows.map(toRateLimit)
}

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
