import { DAY_MS, HOUR_MS, MINUTE_MS } from '@galla/contract/durations'
import { istDayOf, istWallClock, startOfIstDay } from '@galla/contract/ist'
import type { Random } from './seed-random.ts'

export const DAYS = 90

/** Orders by hour of the day in India: few at night, most at 13 and 19 h; on Sundays later. */
const WEEKDAY_HOURS = [
  2, 1, 0.5, 0.5, 0.5, 1, 4, 10, 20, 30, 42, 56, 74, 82, 58, 44, 42, 52, 74, 90, 78, 52, 28, 10,
]
const SUNDAY_HOURS = [
  4, 2, 1, 0.5, 0.5, 0.5, 2, 5, 12, 28, 52, 70, 78, 66, 44, 34, 34, 42, 54, 58, 46, 32, 18, 8,
]
/** Sunday first, as dates count. */
const WEEKDAYS = [0.62, 0.94, 0.97, 1, 1.02, 1.16, 1.28]
/** The factor by which the shop grows from the first day to the last. */
const GROWTH = 2.1
/** Days with an offer of the shop, counted back from the last day. */
const OFFERS: Readonly<Record<number, number>> = { 12: 1.55, 13: 1.4, 41: 1.6, 66: 1.35 }

/** Midnight in India of the day that `at` is in. */
const midnightBefore = (at: Date): number => startOfIstDay(istDayOf(at)).getTime()

export const firstDay = (until: Date): Date => new Date(midnightBefore(until) - (DAYS - 1) * DAY_MS)

interface Hour {
  readonly startsAt: number
  readonly weight: number
}

const hoursUntil = (random: Random, until: Date): Hour[] => {
  const start = firstDay(until).getTime()
  return Array.from({ length: DAYS }, (_, day) => {
    const midnight = start + day * DAY_MS
    const weekday = istWallClock(new Date(midnight)).getUTCDay()
    const offer = OFFERS[DAYS - 1 - day] ?? 1
    const mood = 0.84 + 0.32 * random.fraction()
    const busy = (WEEKDAYS[weekday] ?? 1) * GROWTH ** (day / DAYS) * offer * mood
    const hours = weekday === 0 ? SUNDAY_HOURS : WEEKDAY_HOURS
    return hours.map((weight, hour) => {
      const startsAt = midnight + hour * HOUR_MS
      const passed = Math.min(1, Math.max(0, (until.getTime() - startsAt) / HOUR_MS))
      return { startsAt, weight: weight * busy * passed }
    })
  }).flat()
}

/** The times of `count` orders in the 90 days until `until`, in order. */
export const orderTimes = (random: Random, until: Date, count: number): Date[] => {
  const hours = hoursUntil(random, until)
  const total = hours.reduce((sum, { weight }) => sum + weight, 0)
  const times: number[] = []
  let owed = 0
  for (const { startsAt, weight } of hours) {
    owed += (count * weight) / total
    const end = Math.min(startsAt + HOUR_MS, until.getTime())
    for (; owed >= 1; owed -= 1) times.push(Math.floor(startsAt + random.fraction() * (end - startsAt)))
  }
  // The hours' fractions may sum to a hair less than the whole.
  while (times.length < count) times.push(until.getTime() - random.between(1, 20 * MINUTE_MS))
  return times.sort((one, other) => one - other).map((ms) => new Date(ms))
}
