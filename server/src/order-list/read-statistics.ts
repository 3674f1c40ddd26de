import type { QueryOf } from '@galla/contract/endpoint'
import {
  type dailyStats,
  STATS_DAYS_MAX,
  type Stats,
  type StatsDay,
  type StatsHour,
} from '@galla/contract/orders/statistics'
import type { SessionCaller } from '../merchants/caller.ts'
import { listOrderTotals } from '../orders/order-totals-store.ts'
import type { Platform } from '../platform/feature.ts'
import { invalidField } from '../platform/refusal.ts'
import {
  daysIn,
  type Period,
  periodFrom,
  spanOf,
  statsFrom,
  statsOfDays,
  statsOfHours,
} from './statistics.ts'

export type StatisticsDeps = Pick<Platform, 'db' | 'clock'>

type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>
type PeriodQuery = QueryOf<typeof dailyStats>

/** The default period ends today. */
const DAYS_BY_DEFAULT = 30
/** Earlier days are refused as mistakes. */
const FIRST_DAY = '2000-01-01'

const readPeriod = ({ clock }: StatisticsDeps, query: PeriodQuery): Period => {
  const period = periodFrom(query, clock.now(), DAYS_BY_DEFAULT)
  const days = daysIn(period)
  // Without `to`, only `from` can be wrong.
  const field = query.to === undefined ? 'from' : 'to'
  if (period.from < FIRST_DAY)
    throw invalidField(query.from === undefined ? 'to' : 'from', `Please choose days since ${FIRST_DAY}`)
  if (days < 1) throw invalidField(field, 'The last day must not be before the first')
  if (days > STATS_DAYS_MAX) throw invalidField(field, `Please choose at most ${STATS_DAYS_MAX} days`)
  return period
}

export const readStats = async (
  { db, clock }: StatisticsDeps,
  { merchantId, mode }: Caller,
): Promise<Stats> => {
  const days = await listOrderTotals(db, merchantId, mode, { span: 'day', from: null, before: null })
  return statsFrom(days, clock.now())
}

export const readStatsOfDays = async (
  deps: StatisticsDeps,
  { merchantId, mode }: Caller,
  query: PeriodQuery,
): Promise<StatsDay[]> => {
  const period = readPeriod(deps, query)
  const days = await listOrderTotals(deps.db, merchantId, mode, { span: 'day', ...spanOf(period) })
  return statsOfDays(days, period)
}

export const readStatsOfHours = async (
  deps: StatisticsDeps,
  { merchantId, mode }: Caller,
  query: PeriodQuery,
): Promise<StatsHour[]> => {
  const span = spanOf(readPeriod(deps, query))
  return statsOfHours(await listOrderTotals(deps.db, merchantId, mode, { span: 'hour', ...span }))
}
