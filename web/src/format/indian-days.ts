import { istDayOf } from '@galla/contract/ist'
import { intlLocale } from '../locales/language.ts'
import { t } from '../locales/translate.ts'
import { serverTimeMs } from './clock.ts'

/** Calendar days in India as YYYY-MM-DD, which sort and compare as text. */
export interface Days {
  readonly from: string | undefined
  readonly to: string | undefined
}

const APRIL = 3

const written = (date: Date): string => date.toISOString().slice(0, 10)
const dayOf = (year: number, month: number, day: number): string =>
  written(new Date(Date.UTC(year, month, day)))

export const dayInIndia = (timeMs: number): string => istDayOf(new Date(timeMs))

/** The current day in India by the server's clock, independent of the device. */
export const todayInIndia = (): string => dayInIndia(serverTimeMs())

/** True for a day that exists, which 2026-02-30 does not. */
export const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && written(date) === text
}

/** The named ranges. The financial year in India begins on 1 April. */
export const DAY_RANGES = {
  today: t('Today'),
  yesterday: t('Yesterday'),
  'last-7-days': t('Last 7 days'),
  'last-30-days': t('Last 30 days'),
  'this-month': t('This month'),
  'last-month': t('Last month'),
  'this-financial-year': t('This financial year'),
  'last-financial-year': t('Last financial year'),
} as const
export type DayRange = keyof typeof DAY_RANGES

export const isDayRange = (text: string | null): text is DayRange =>
  text !== null && Object.hasOwn(DAY_RANGES, text)

/** The first and last day of a range, inclusive; a current range ends today. */
export function daysOf(range: DayRange, today: string): { from: string; to: string } {
  const [year = 0, monthNumber = 1, day = 1] = today.split('-').map(Number)
  const month = monthNumber - 1
  const ago = (days: number) => dayOf(year, month, day - days)
  const financialYear = month >= APRIL ? year : year - 1
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: ago(1), to: ago(1) }
    case 'last-7-days':
      return { from: ago(6), to: today }
    case 'last-30-days':
      return { from: ago(29), to: today }
    case 'this-month':
      return { from: dayOf(year, month, 1), to: today }
    case 'last-month':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) }
    case 'this-financial-year':
      return { from: dayOf(financialYear, APRIL, 1), to: today }
    case 'last-financial-year':
      return { from: dayOf(financialYear - 1, APRIL, 1), to: dayOf(financialYear, APRIL, 0) }
  }
}

const longDay = new Intl.DateTimeFormat(intlLocale, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const longMonth = new Intl.DateTimeFormat(intlLocale, { timeZone: 'UTC', month: 'long', year: 'numeric' })
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Formats "November 2026" of "2026-11". */
export const displayMonth = (month: string): string => longMonth.format(dateOf(`${month}-01`))

/** Formats "15 – 21 Nov 2026", "From 1 Apr 2026", "Up to 31 Mar 2026". */
export function displayDays({ from, to }: Days): string {
  if (from !== undefined && to !== undefined)
    return from === to ? longDay.format(dateOf(from)) : longDay.formatRange(dateOf(from), dateOf(to))
  if (from !== undefined) return t('From {day}', { day: longDay.format(dateOf(from)) })
  return to === undefined ? '' : t('Up to {day}', { day: longDay.format(dateOf(to)) })
}
