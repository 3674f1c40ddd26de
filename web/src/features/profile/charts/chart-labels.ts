import { intlLocale } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'

/** Formats of days, hours, money and rates in the charts. */
const dayOfMonth = new Intl.DateTimeFormat(intlLocale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
const withWeekday = new Intl.DateTimeFormat(intlLocale, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const compactRupees = new Intl.NumberFormat(intlLocale, {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const percent = new Intl.NumberFormat(intlLocale, { maximumFractionDigits: 1 })

// A calendar day has no time zone, so it is parsed and formatted in UTC.
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const shortDay = (day: string): string => dayOfMonth.format(dateOf(day))
export const longDay = (day: string): string => withWeekday.format(dateOf(day))
export const roundAmount = (amount: number): string => compactRupees.format(amount)
export const displayPercent = (rate: number): string => `${percent.format(rate)}%`

const clock = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'am' : 'pm'}`

export const hourMark = clock
export const hourSpan = (hour: number): string =>
  t('{from} to {to}', { from: clock(hour), to: clock(hour + 1) })
