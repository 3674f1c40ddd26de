import { intlLocale } from '../locales/language.ts'
import { t } from '../locales/translate.ts'

/** How money, counts and times are shown: Indian grouping, and Indian time wherever the reader sits. */
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
/** For prices, which are mostly set in whole rupees. */
export const displayPrice = (rupees: number): string => price.format(rupees)
/** What one of many costs: "20.0 paise", and from a rupee on "₹1.00". */
export const displayPaiseEach = (rupees: number, n: number): string => {
  const paise = ((rupees * 100) / n).toFixed(1)
  return Number(paise) < 100 ? t('{paise} paise', { paise }) : displayAmount(rupees / n)
}
export const displayCount = (n: number): string => count.format(n)
export const displayDay = (instant: string): string => day.format(new Date(instant))
/** No line ends within "5:07 am", nor before its zone. */
const written = (format: Intl.DateTimeFormat, instant: string): string =>
  format.format(new Date(instant)).replace(/\s(?=[ap]m$)/, '\u00a0')
export const displayTime = (instant: string): string => written(time, instant)
export const displayWhen = (instant: string): string => written(dayAndTime, instant)
/** To the second, where the order of events matters. */
export const displayMoment = (instant: string): string => written(moment, instant)
export const displayWhenInFull = (instant: string): string => `${written(inFull, instant)}\u00a0IST`
