import { intlLocale } from '../locales/language.ts'
import { t } from '../locales/translate.ts'
import { serverTimeMs } from './clock.ts'

/** Formats of money, counts and times: Indian grouping, and Indian time in every time zone. */
const rupees = new Intl.NumberFormat(intlLocale, { style: 'currency', currency: 'INR' })
const price = new Intl.NumberFormat(intlLocale, {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
})
const count = new Intl.NumberFormat(intlLocale)
const inIndia = (style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(intlLocale, { timeZone: 'Asia/Kolkata', ...style })
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit', hour12: true } as const
const SECONDS = { ...TIME, second: '2-digit' } as const
const day = inIndia(DAY)
const time = inIndia(TIME)
const dayAndTime = inIndia({ ...DAY, ...TIME })
const moment = inIndia({ ...DAY, ...SECONDS })
const inFull = inIndia({ weekday: 'short', ...DAY, ...SECONDS })

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
let asked = { minute: 0, year: '' }
/** A list asks for the year with each of its times. */
const thisYear = (): string => {
  const minute = Math.floor(serverTimeMs() / 60_000)
  if (minute !== asked.minute) asked = { minute, year: day.format(minute * 60_000).slice(-4) }
  return asked.year
}
/** The year is left out while it lasts. */
const shortly = (format: Intl.DateTimeFormat, instant: string): string =>
  written(format, instant).replace(` ${thisYear()}`, '')
export const displayNearDay = (instant: string): string => shortly(day, instant)
export const displayTime = (instant: string): string => written(time, instant)
export const displayWhen = (instant: string): string => shortly(dayAndTime, instant)
/** With seconds, where the order of events matters. */
export const displayMoment = (instant: string): string => shortly(moment, instant)
/** One comma after the weekday, and one before the time. */
export const displayWhenInFull = (instant: string): string =>
  `${written(inFull, instant).replace(/,(?= \d{4})/, '')}\u00a0IST`
