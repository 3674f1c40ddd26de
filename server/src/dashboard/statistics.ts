import { istDayOf, istWallClock, startOfIstDay } from '@galla/contract/ist'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import type { Stats, StatsDay, StatsHour } from '@galla/contract/orders/statistics'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'

/** Orders created in one hour or day of India's, that have this status now. Sums are in paise and stay whole to the end. */
export interface Counted {
  readonly beginsAt: Date
  readonly status: OrderStatus
  readonly orders: number
  readonly paise: bigint
}

/** Days of India; both belong to it. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Instants; the second is the first that no longer belongs to it. */
export interface Span {
  readonly from: Date
  readonly before: Date
}

const DAY_MS = 24 * 60 * 60 * 1000
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

/** Returns the requested period; an open end means today, an open start this many days before the end. */
export const periodFrom = (
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
  days: number,
): Period => {
  const to = query.to ?? istDayOf(now)
  return { from: query.from ?? istDayOf(daysLater(startOfIstDay(to), 1 - days)), to }
}

/** part / whole × 100 with one decimal, the half away from zero. `whole` is more than zero. */
const percent = (part: bigint, whole: bigint): number => {
  const sign = part < 0n ? -1n : 1n
  const tenths = (sign * part * 1000n * 2n + whole) / (whole * 2n)
  return Number(sign * tenths) / 10
}

/** Of all that ended well or badly; what is still open says nothing yet. */
export const successRate = (successes: number, failures: number): number =>
  successes + failures === 0 ? 0 : percent(BigInt(successes), BigInt(successes + failures))

/** How much more than before; after nothing everything is 100 % more. */
export const growth = (now: bigint, before: bigint): number => {
  if (before === 0n) return now === 0n ? 0 : 100
  return percent(now - before, before)
}

/**
 * This month until today, and the same days of the month before: the 1st to the n-th. A month that is shorter than n days
 * is compared as a whole, without a matching day in this month.
 */
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

interface Sum {
  count: number
  successCount: number
  failedCount: number
  /** Of the successful ones. */
  paise: bigint
}

const add = (sum: Sum, { status, orders, paise }: Counted): Sum => {
  sum.count += orders
  if (status === 'success') {
    sum.successCount += orders
    sum.paise += paise
  }
  if (status === 'failed') sum.failedCount += orders
  return sum
}

const nothing = (): Sum => ({ count: 0, successCount: 0, failedCount: 0, paise: 0n })

const sumOf = (counted: readonly Counted[]): Sum => counted.reduce(add, nothing())

/** The four cards. `days` are all days of the mode. */
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

/** A row for each day of the period, also where nothing was created. */
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

/** A row for each hour of the day, midnight first. */
export const statsOfHours = (hours: readonly Counted[]): StatsHour[] => {
  const sums = Array.from({ length: HOURS }, nothing)
  for (const counted of hours) {
    const sum = sums[istWallClock(counted.beginsAt).getUTCHours()]
    if (sum !== undefined) add(sum, counted)
  }
  return sums.map(({ count, paise }, hour) => ({ hour, count, amount: toRupeeNumber(paise as Paise) }))
}
