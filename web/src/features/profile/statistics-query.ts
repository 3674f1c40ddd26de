import { DAY_MS } from '@galla/contract/durations'
import { dailyStats, hourlyStats, type Stats, userStats } from '@galla/contract/orders/statistics'
import { useData } from '../../api/use-data.ts'
import { serverTimeMs } from '../../format/clock.ts'
import { dayInIndia } from '../../format/indian-days.ts'
import { kept } from '../../queries/kept.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'

/** New payments appear without a reload; hidden tabs do not poll. */
const REFRESH_MS = 30_000

/** The first and last day, inclusive, of the period that ends today in India. */
export const lastDays = (nowMs: number, days: number): { from: string; to: string } => ({
  from: dayInIndia(nowMs - (days - 1) * DAY_MS),
  to: dayInIndia(nowMs),
})

/** Merchants with this many orders no longer see the steps. */
const BEGINNER_ORDERS_MAX = 10
export const isBeginner = (stats: Pick<Stats, 'totalTransactions'>): boolean =>
  stats.totalTransactions < BEGINNER_ORDERS_MAX

export function useStats() {
  const { mode } = useUser()
  return useData(queryKeys.statistics.totals(mode), userStats, {}, { refetchInterval: REFRESH_MS })
}

export function useDailyStats(days: number) {
  const { mode } = useUser()
  return useData(
    queryKeys.statistics.daily(mode, days),
    dailyStats,
    { query: lastDays(serverTimeMs(), days) },
    { placeholderData: kept(queryKeys.statistics.totals(mode)), refetchInterval: REFRESH_MS },
  )
}

export function useHourlyStats(days: number) {
  const { mode } = useUser()
  return useData(
    queryKeys.statistics.hourly(mode, days),
    hourlyStats,
    { query: lastDays(serverTimeMs(), days) },
    { placeholderData: kept(queryKeys.statistics.totals(mode)), refetchInterval: REFRESH_MS },
  )
}
