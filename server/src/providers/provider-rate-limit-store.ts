import type { VerificationSource } from '@galla/contract/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { SourcePace } from './source-pace.ts'

interface PaceRow {
  merchant_id: string
  account_id: string
  source: VerificationSource
  asked_times: Date[]
  failures: number
  paused_until: Date | null
}

export interface HeldPace extends AccountKey, SourcePace {
  readonly source: VerificationSource
}

const paceFrom = (row: PaceRow): HeldPace => ({
  merchantId: row.merchant_id,
  accountId: row.account_id,
  source: row.source,
  askedTimes: row.asked_times,
  failures: row.failures,
  pausedUntil: row.paused_until,
})

/** Waits for whoever holds it just now; undefined for an account without a source. */
export const holdPace = async (tx: Transaction, key: AccountKey): Promise<HeldPace | undefined> => {
  const row = await tx.maybeOne<PaceRow>(sql`
    select merchant_id, account_id, source, asked_times, failures, paused_until from account_sources
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId} for update`)
  return row && paceFrom(row)
}

/** Holds the pace of these accounts; those that somebody else holds just now are left to him. */
export const holdPaces = async (tx: Transaction, keys: readonly AccountKey[]): Promise<HeldPace[]> => {
  const rows = await tx.rows<PaceRow>(sql`
    select merchant_id, account_id, source, asked_times, failures, paused_until from account_sources
    where (merchant_id, account_id) in (
      select * from unnest(${keys.map(({ merchantId }) => merchantId)}::text[],
                           ${keys.map(({ accountId }) => accountId)}::text[]))
    order by merchant_id, account_id for update skip locked`)
  return rows.map(paceFrom)
}

export const saveAskedTimes = async (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  askedTimes: readonly Date[],
  questions: number,
): Promise<void> => {
  await tx.run(sql`
    update account_sources set asked_times = ${askedTimes}::timestamptz[], asked = asked + ${questions}
    where merchant_id = ${merchantId} and account_id = ${accountId}`)
}

/** A pause that was agreed on meanwhile stays: an answer that was under way then takes back nobody's wish to be left alone. */
export const noteWorked = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  said: string,
  now: Date,
): Promise<void> => {
  await db.run(sql`
    update account_sources set failures = 0, last_worked_at = ${now}, said = ${said}
    where merchant_id = ${merchantId} and account_id = ${accountId}`)
}

/** Gives how many failures in a row that makes. */
export const noteFailed = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  said: string,
  now: Date,
): Promise<number> =>
  (
    await db.maybeOne<{ failures: number }>(sql`
      update account_sources set failures = failures + 1, last_failed_at = ${now}, said = ${said}
      where merchant_id = ${merchantId} and account_id = ${accountId} returning failures`)
  )?.failures ?? 0

export const endPause = async (db: Queryable, { merchantId, accountId }: AccountKey): Promise<void> => {
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
