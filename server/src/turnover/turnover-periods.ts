import { istDayOf } from '@galla/contract/ist'

/** Days in India. Each period ends before its `...Before`. */
export interface TurnoverPeriods {
  readonly monthFrom: string
  readonly monthBefore: string
  /** A financial year starts in April. */
  readonly yearFrom: string
  readonly yearBefore: string
}

const APRIL = 4
const MONTHS = 12

const firstOf = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`

/** The current calendar month and financial year in India. */
export const periodsAt = (now: Date): TurnoverPeriods => {
  const day = istDayOf(now)
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const startYear = month < APRIL ? year - 1 : year
  return {
    monthFrom: firstOf(year, month),
    monthBefore: month === MONTHS ? firstOf(year + 1, 1) : firstOf(year, month + 1),
    yearFrom: firstOf(startYear, APRIL),
    yearBefore: firstOf(startYear + 1, APRIL),
  }
}
