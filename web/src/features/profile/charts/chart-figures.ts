import type { StatsDay, StatsHour } from '@galla/contract/orders/statistics'

const INTERVALS_MAX = 4
const STEPS = [1, 2, 2.5, 5, 10] as const

/**
 * The values of the grid lines: 0 and up to four steps of 1, 2, 2.5 or 5 times a power of ten, the last at or above the maximum.
 */
export function gridValues(max: number, least: number, wholeOnly = false): number[] {
  const top = Math.max(max, least)
  const power = 10 ** Math.floor(Math.log10(top / INTERVALS_MAX))
  const fits = (factor: number) =>
    factor * power * INTERVALS_MAX >= top && (!wholeOnly || Number.isInteger(factor * power))
  const step = (STEPS.find(fits) ?? 10) * power
  const lines = Math.ceil(top / step)
  return Array.from({ length: lines + 1 }, (_, i) => i * step)
}

export interface CollectionFigures {
  readonly total: number
  readonly paid: number
  readonly best: StatsDay | undefined
  readonly today: StatsDay | undefined
}

const PAISE = 100

// Sums in paise, because binary fractions add up inexactly.
const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * PAISE), 0) / PAISE

export function collectionFigures(days: readonly StatsDay[]): CollectionFigures {
  const paying = days.filter(({ amount }) => amount > 0)
  return {
    total: sum(days.map(({ amount }) => amount)),
    paid: days.reduce((total, { successCount }) => total + successCount, 0),
    best: paying.reduce<StatsDay | undefined>(
      (best, day) => (best === undefined || day.amount > best.amount ? day : best),
      undefined,
    ),
    today: days.at(-1),
  }
}

/** Percent with one decimal; undefined before any order is decided. */
export function periodRate(days: readonly StatsDay[]): number | undefined {
  const paid = days.reduce((total, { successCount }) => total + successCount, 0)
  const failed = days.reduce((total, { failedCount }) => total + failedCount, 0)
  return paid + failed === 0 ? undefined : Math.round((paid / (paid + failed)) * 1000) / 10
}

export const isDecided = ({ successCount, failedCount }: StatsDay): boolean => successCount + failedCount > 0

export const busiestHour = (hours: readonly StatsHour[]): StatsHour | undefined =>
  hours.reduce<StatsHour | undefined>(
    (most, hour) => (hour.count > (most?.count ?? 0) ? hour : most),
    undefined,
  )

/** Rolling windows that end on each day: over many days they show the trend instead of daily noise. */
export const rollingDays = (days: readonly StatsDay[], window: number): StatsDay[] =>
  days.map((day, i) => {
    const among = days.slice(Math.max(0, i - window + 1), i + 1)
    return {
      ...day,
      successCount: among.reduce((total, { successCount }) => total + successCount, 0),
      failedCount: among.reduce((total, { failedCount }) => total + failedCount, 0),
      successRate: periodRate(among) ?? 0,
    }
  })

/** The grid of a rate always spans 0 to 100: a truncated axis would exaggerate differences. */
export const RATE_GRID = [0, 25, 50, 75, 100] as const
const RATE_TOP = 100

/** The rate of fewer decided orders says nothing: one that failed would be a cliff. */
const DECIDED_LEAST = 10

export const isTelling = ({ successCount, failedCount }: StatsDay): boolean =>
  successCount + failedCount >= DECIDED_LEAST

export interface RatePaths {
  readonly line: string
  readonly area: string
  /** The dotted way to today's point, which still moves, and the point. */
  readonly way: string
  readonly today: string
}

/**
 * The daily success rates as SVG paths in a 100 by 100 square. The line breaks on days with too few decided orders; an isolated day is a
 * dot. Today is drawn apart, because its orders are not all there yet.
 */
export function ratePaths(days: readonly StatsDay[]): RatePaths {
  const paths = { line: '', area: '', way: '', today: '' }
  const points = days.map((day, i) => ({
    telling: isTelling(day),
    x: (((i + 0.5) / days.length) * 100).toFixed(2),
    y: (RATE_TOP - day.successRate).toFixed(1),
  }))
  const today = points.pop()
  points.forEach(({ telling, x, y }, i) => {
    if (!telling) return
    const begins = !points[i - 1]?.telling
    const ends = !points[i + 1]?.telling
    paths.line += `${begins ? 'M' : 'L'}${x} ${y}${begins && ends ? 'h0' : ''}`
    paths.area += `${begins ? `M${x} 100` : ''}L${x} ${y}${ends ? `V100Z` : ''}`
  })
  if (today?.telling !== true) return paths
  const yesterday = points.at(-1)
  if (yesterday?.telling === true) paths.way = `M${yesterday.x} ${yesterday.y}L${today.x} ${today.y}`
  return { ...paths, today: `M${today.x} ${today.y}h0` }
}
