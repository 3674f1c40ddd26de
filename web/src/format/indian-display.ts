import { intlLocale } from '../locales/language.ts'
import { t } from '../locales/translate.ts'

/** Formats of money, counts and times: Indian grouping, and Indian time in every time zone. */
const rupees = new Intl.NumberFormat(intlLocale, { style: 'currency', currency: 'INR' })
const price = new Intl.NumberFormat(intlLocale, {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
})
const count = new Intl.NumberFormat(intlLocale)
const dayAndTime = new Intl.DateTimeFormat(intlLocale, {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const day = new Intl.DateTimeFormat(intlLocale, {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})
const time = new Intl.DateTimeFormat(intlLocale, {
  timeZone: 'Asia/Kolkata',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const inFull = new Intl.DateTimeFormat(intlLocale, {
  timeZone: 'Asia/Kolkata',
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
})

const moment = new Intl.DateTimeFormat(intlLocale, {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
})

export const displayAmount = (amount: number): string => rupees.format(amount)
/** For prices, which are usually whole rupees. */
export const displayPrice = (rupees: number): string => price.format(rupees)
/** The unit price of an item: "20.0 paise", or "₹1.00" from a rupee on. */
export const displayPaiseEach = (rupees: number, n: number): string => {
  const paise = ((rupees * 100) / n).toFixed(1)
  return Number(paise) < 100 ? t('{paise} paise', { paise }) : displayAmount(rupees / n)
}
export const displayCount = (n: number): string => count.format(n)
export const displayDay = (instant: string): string => day.format(new Date(instant))
/** Prevents line breaks within "5:07 am" and before its time zone. */
const written = (format: Intl.DateTimeFormat, instant: string): string =>
  format.format(new Date(instant)).replace(/\s(?=[ap]m$)/, '\u00a0')
export const displayTime = (instant: string): string => written(time, instant)
export const displayWhen = (instant: string): string => written(dayAndTime, instant)
/** With seconds, where the order of events matters. */
export const displayMoment = (instant: string): string => written(moment, instant)
export const displayWhenInFull = (instant: string): string => `${written(inFull, instant)}\u00a0IST`
