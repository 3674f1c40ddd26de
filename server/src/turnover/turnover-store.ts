import type { LimitName } from '@galla/contract/turnover/turnover'
import type { AccountKind } from '@galla/upi/network-rules'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { ReachedLimit } from './reached-limits.ts'
import type { TurnoverPeriods } from './turnover-periods.ts'

export interface ReceivedSums {
  merchant_id: string
  /** The kind of the connected live account; null without one. */
  kind: AccountKind | null
  /** Received in the month by UPI in that account. */
  month_paise: bigint
  /** Received in the year in all live accounts. */
  year_paise: bigint
}

/** Sums what each of these merchants received in the month and the year. It reads a few rows per day and account. */
export const sumReceived = (
  db: Queryable,
  merchantIds: readonly string[],
  { monthFrom, monthBefore, yearFrom, yearBefore }: TurnoverPeriods,
): Promise<ReceivedSums[]> =>
  db.rows(sql`
    select m.merchant_id, c.kind, coalesce(s.month_paise, 0)::bigint as month_paise,
      coalesce(s.year_paise, 0)::bigint as year_paise
    from unnest(${merchantIds}::text[]) m (merchant_id)
    left join accounts c on c.merchant_id = any(${merchantIds}::text[]) and c.merchant_id = m.merchant_id and c.mode = 'live' and c.is_current
    cross join lateral (
      select sum(r.paise) as year_paise, sum(r.paise) filter (
        where r.account_id = c.account_id and r.is_upi and r.day >= ${monthFrom} and r.day < ${monthBefore}) as month_paise
      from (
        select account_id, day, is_upi, paise from received_days d
        where d.merchant_id = any(${merchantIds}::text[]) and d.merchant_id = m.merchant_id and d.day >= ${yearFrom} and d.day < ${yearBefore}
        union all
        select account_id, day, is_upi, paise from received_changes n
        where n.merchant_id = any(${merchantIds}::text[]) and n.merchant_id = m.merchant_id and n.day >= ${yearFrom} and n.day < ${yearBefore}) r
      join accounts a on a.merchant_id = any(${merchantIds}::text[]) and a.merchant_id = m.merchant_id and a.account_id = r.account_id and a.mode = 'live') s`)

/** Lists the merchants of the oldest changes. */
export const listChangedMerchants = (db: Queryable, limit: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from (
      select merchant_id from received_changes order by change_id limit ${limit}) oldest`)

/**
 * Adds these merchants' oldest changes to the sums of their days, and skips changes that another sweep is adding. Returns their number and
 * days, and the merchants with changes of a live account.
 */
export const addChangesToDays = async (
  tx: Transaction,
  merchantIds: readonly string[],
  limit: number,
): Promise<{ changes: number; merchantIds: string[]; days: string[] }> => {
  const sums = await tx.rows<{
    merchant_id: string
    day: string
    account_id: string
    is_upi: boolean
    paise: bigint
    changes: number
  }>(sql`
    with deleted as (
      delete from received_changes where merchant_id = any(${merchantIds}::text[]) and change_id in (
        select change_id from received_changes where merchant_id = any(${merchantIds}::text[])
        order by change_id limit ${limit} for update skip locked)
      returning merchant_id, day, account_id, is_upi, paise)
    select merchant_id, day::text as day, account_id, is_upi, sum(paise)::bigint as paise, count(*)::int as changes
    from deleted group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
  if (sums.length === 0) return { changes: 0, merchantIds: [], days: [] }
  await tx.run(sql`
    insert into received_days (merchant_id, day, account_id, is_upi, paise)
    select * from unnest(${sums.map((sum) => sum.merchant_id)}::text[], ${sums.map((sum) => sum.day)}::date[],
      ${sums.map((sum) => sum.account_id)}::text[], ${sums.map((sum) => sum.is_upi)}::boolean[],
      ${sums.map((sum) => sum.paise)}::bigint[])
    on conflict (merchant_id, day, account_id, is_upi) do update set paise = received_days.paise + excluded.paise`)
  const live = await tx.values<string>(sql`
    select distinct merchant_id from accounts
    where merchant_id = any(${merchantIds}::text[]) and mode = 'live'
      and account_id = any(${sums.map((sum) => sum.account_id)}::text[])`)
  return {
    changes: sums.reduce((count, sum) => count + sum.changes, 0),
    merchantIds: live,
    days: sums.map((sum) => sum.day),
  }
}

/** Records that merchants reached limits. Returns only new records, so that only one of two concurrent sweeps warns. */
export const insertWarnings = (
  tx: Transaction,
  reached: readonly ReachedLimit[],
  now: Date,
): Promise<{ merchant_id: string; limit_name: LimitName; level: ReachedLimit['level'] }[]> =>
  tx.rows(sql`
    insert into limit_warnings (merchant_id, limit_name, period, level, warned_at)
    select r.*, ${now} from unnest(${reached.map(({ merchantId }) => merchantId)}::text[],
      ${reached.map(({ name }) => name)}::text[], ${reached.map(({ period }) => period)}::date[],
      ${reached.map(({ level }) => level)}::text[]) as r
    order by 1, 2, 3, 4
    on conflict do nothing
    returning merchant_id, limit_name, level`)
