import type { LimitName } from '@galla/contract/turnover/turnover'
import type { AccountKind } from '@galla/upi/network-rules'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { ReachedLimit } from './reached-limits.ts'
import type { TurnoverPeriods } from './turnover-periods.ts'

export interface ReceivedSums {
  /** The kind of the connected live account; null without one. */
  kind: AccountKind | null
  /** Received in the month by UPI in that account. */
  month: Paise
  /** Received in the year in all live accounts. */
  year: Paise
}

/** Sums what a merchant received in the month and the year. It reads a few rows per day and account. */
export const sumReceived = (
  db: Queryable,
  merchantId: string,
  { monthFrom, monthBefore, yearFrom, yearBefore }: TurnoverPeriods,
): Promise<ReceivedSums> =>
  db.one(sql`
    with live as (
      select account_id, kind, is_current from accounts where merchant_id = ${merchantId} and mode = 'live'
    ), received as (
      select account_id, day, is_upi, paise from received_days
      where merchant_id = ${merchantId} and day >= ${yearFrom} and day < ${yearBefore}
      union all
      select account_id, day, is_upi, paise from received_changes
      where merchant_id = ${merchantId} and day >= ${yearFrom} and day < ${yearBefore}
    )
    select (select kind from live where is_current) as kind, coalesce(sum(r.paise), 0)::bigint as year,
      coalesce(sum(r.paise) filter (
        where l.is_current and r.is_upi and r.day >= ${monthFrom} and r.day < ${monthBefore}), 0)::bigint as month
    from received r join live l on l.account_id = r.account_id`)

/** Lists the merchants of the oldest changes. */
export const listChangedMerchants = (db: Queryable, limit: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from (
      select merchant_id from received_changes order by change_id limit ${limit}) oldest`)

/**
 * Adds a merchant's oldest changes to the sums of their days, and skips changes that another sweep is adding. Returns their number and days,
 * and whether some are of a live account.
 */
export const addChangesToDays = async (
  tx: Transaction,
  merchantId: string,
  limit: number,
): Promise<{ changes: number; days: string[]; hasLive: boolean }> => {
  const sums = await tx.rows<{
    day: string
    account_id: string
    is_upi: boolean
    paise: bigint
    changes: number
  }>(sql`
    with deleted as (
      delete from received_changes where merchant_id = ${merchantId} and change_id in (
        select change_id from received_changes where merchant_id = ${merchantId}
        order by change_id limit ${limit} for update skip locked)
      returning day, account_id, is_upi, paise)
    select day::text as day, account_id, is_upi, sum(paise)::bigint as paise, count(*)::int as changes
    from deleted group by 1, 2, 3 order by 1, 2, 3`)
  if (sums.length === 0) return { changes: 0, days: [], hasLive: false }
  const accountIds = sums.map((sum) => sum.account_id)
  await tx.run(sql`
    insert into received_days (merchant_id, day, account_id, is_upi, paise)
    select ${merchantId}, r.* from unnest(${sums.map((sum) => sum.day)}::date[], ${accountIds}::text[],
      ${sums.map((sum) => sum.is_upi)}::boolean[], ${sums.map((sum) => sum.paise)}::bigint[]) as r
    on conflict (merchant_id, day, account_id, is_upi) do update set paise = received_days.paise + excluded.paise`)
  const hasLive = await tx.value<boolean>(sql`
    select exists (
      select from accounts
      where merchant_id = ${merchantId} and mode = 'live' and account_id = any(${accountIds}::text[])) as live`)
  return {
    changes: sums.reduce((count, sum) => count + sum.changes, 0),
    days: sums.map((sum) => sum.day),
    hasLive,
  }
}

/** Records that a merchant reached limits. Returns only new records, so that only one of two concurrent sweeps warns. */
export const insertWarnings = (
  tx: Transaction,
  merchantId: string,
  reached: readonly ReachedLimit[],
  now: Date,
): Promise<{ limit_name: LimitName; level: ReachedLimit['level'] }[]> =>
  tx.rows(sql`
    insert into limit_warnings (merchant_id, limit_name, period, level, warned_at)
    select ${merchantId}, r.*, ${now} from unnest(${reached.map(({ name }) => name)}::text[],
      ${reached.map(({ period }) => period)}::date[], ${reached.map(({ level }) => level)}::text[]) as r
    order by 2, 3, 4
    on conflict do nothing
    returning limit_name, level`)
