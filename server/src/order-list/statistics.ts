import { DAY_MS } from '@galla/contract/durations'
import { istDayOf, istWallClock, startOfIstDay } from '@galla/contract/ist'
import type { Stats, StatsDay, StatsHour } from '@galla/contract/orders/statistics'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'

interface Sum {
  readonly count: number
  readonly successCount: number
  readonly failedCount: number
  /** Of the successful orders. */
  readonly paise: bigint
}

/** The orders that were created in one hour or day in India. */
export interface Counted extends Sum {
  readonly beginsAt: Date
}

/** Days in India, both inclusive. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** A range of time; `before` is exclusive. */
export interface Span {
  readonly from: Date
  readonly before: Date
}

const HOURS = 24

const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

export const spanOf = ({ from, to }: Period): Span => ({
  from: startOfIstDay(from),
  before: daysLater(startOfIstDay(to), 1),
})

export const daysIn = (period: Period): number => {
  const { from, before } = spanOf(period)
  return (before.getTime() - from.getTime()) / DAY_MS
}

/** Returns the requested period. Without an end it ends today; without a start it has this many days. */
export const periodFrom = (
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
  days: number,
): Period => {
  const to = query.to ?? istDayOf(now)
  return { from: query.from ?? istDayOf(daysLater(startOfIstDay(to), 1 - days)), to }
}

/** Returns part / whole × 100, rounded half away from zero to one decimal. `whole` is positive. */
const percent = (part: bigint, whole: bigint): number => {
  const sign = part < 0n ? -1n : 1n
  const tenths = (sign * part * 1000n * 2n + whole) / (whole * 2n)
  return Number(sign * tenths) / 10
}

/** The percentage of finished orders that were paid. Open orders do not count. */
export const successRate = (successes: number, failures: number): number =>
  successes + failures === 0 ? 0 : percent(BigInt(successes), BigInt(successes + failures))

/** The change in percent; 100 if there was nothing before. */
export const growth = (now: bigint, before: bigint): number => {
  if (before === 0n) return now === 0n ? 0 : 100
  return percent(now - before, before)
}

/** Returns this month until today, and the same days of the previous month, or all of it if it is shorter. */
export const monthsToCompare = (now: Date): { readonly now: Span; readonly before: Span } => {
  const today = istWallClock(now)
  const [year, month, dayOfMonth] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const first = (monthIndex: number): Date =>
    startOfIstDay(new Date(Date.UTC(year, monthIndex, 1)).toISOString().slice(0, 10))
  const [thisMonth, monthBefore] = [first(month), first(month - 1)]
  const sameDays = Math.min(daysLater(monthBefore, dayOfMonth).getTime(), thisMonth.getTime())
  return {
    now: { from: thisMonth, before: daysLater(thisMonth, dayOfMonth) },
    before: { from: monthBefore, before: new Date(sameDays) },
  }
}

const within = ({ from, before }: Span, { beginsAt }: Counted): boolean =>
  beginsAt >= from && beginsAt < before

const NONE: Sum = { count: 0, successCount: 0, failedCount: 0, paise: 0n }

const sumOf = (counted: readonly Counted[]): Sum =>
  counted.reduce<Sum>(
    (sum, each) => ({
      count: sum.count + each.count,
      successCount: sum.successCount + each.successCount,
      failedCount: sum.failedCount + each.failedCount,
      paise: sum.paise + each.paise,
    }),
    NONE,
  )

/** Returns the four figures of the dashboard. `days` has all days of the mode. */
export const statsFrom = (days: readonly Counted[], now: Date): Stats => {
  const all = sumOf(days)
  const months = monthsToCompare(now)
  const paiseWithin = (span: Span): bigint => sumOf(days.filter((day) => within(span, day))).paise
  return {
    totalTransactions: all.count,
    totalAmount: toRupeeNumber(all.paise as Paise),
    successRate: successRate(all.successCount, all.failedCount),
    monthlyGrowth: growth(paiseWithin(months.now), paiseWithin(months.before)),
  }
}

/** Returns a row for each day of the period, including days without orders. */
export const statsOfDays = (days: readonly Counted[], period: Period): StatsDay[] => {
  const sums = Map.groupBy(days, ({ beginsAt }) => istDayOf(beginsAt))
  const { from } = spanOf(period)
  return Array.from({ length: daysIn(period) }, (_each, index) => {
    const day = istDayOf(daysLater(from, index))
    const { count, successCount, failedCount, paise } = sumOf(sums.get(day) ?? [])
    return {
      day,
      count,
      successCount,
      failedCount,
      amount: toRupeeNumber(paise as Paise),
      successRate: successRate(successCount, failedCount),
    }
  })
}

/** Returns a row for each hour of the day, starting at midnight. */
export const statsOfHours = (hours: readonly Counted[]): StatsHour[] => {
  const sums = Map.groupBy(hours, ({ beginsAt }) => istWallClock(beginsAt).getUTCHours())
  return Array.from({ length: HOURS }, (_each, hour) => {
    const { count, paise } = sumOf(sums.get(hour) ?? [])
    return { hour, count, amount: toRupeeNumber(paise as Paise) }
  })
}
