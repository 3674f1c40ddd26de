import { DAY_MS } from '@galla/contract/durations'
import { IST_OFFSET_MS, startOfIstDay } from '@galla/contract/ist'
import { HELD_PAISE_MAX, type Paise } from '@galla/upi/rupees'

/** The order of day and month. India writes the day first; some exports follow the locale of the computer. */
export type DateOrder = 'dmy' | 'mdy'

/** When a payment was made, exactly as it was written: somewhere in a second, a minute or a day. */
export interface StatementTime {
  readonly at: Date
  /** The last millisecond of what was written. */
  readonly until: Date
  readonly names: 'second' | 'minute' | 'day'
}

const DAY_SECONDS = 86_400
const YEAR_MIN = 2016
const YEAR_MAX = 2099
/** Day 0 of spreadsheets, valid after February 1900. */
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30)
const SERIAL = /^\d{5}(?:\.(\d{1,15}))?$/
/** With fewer decimals, a spreadsheet may have rounded the time away. */
const SERIAL_DECIMALS_MIN = 5
const SPAN_MS = { second: 1_000, minute: 60_000, day: DAY_MS } as const

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+([^T ,].*))?$/i
export const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:[T ,]+([^T ,].*))?$/i
const DAY_MONTH = /^(\d{1,2})[-/. ]?([a-z]{3,9})[-/. ,']*(\d{4}|\d{2})(?:[T ,]+([^T ,].*))?$/i
const MONTH_DAY = /^([a-z]{3,9})[-/. ]?(\d{1,2})(?:st|nd|rd|th)?[-/. ,]+(\d{4})(?:[T ,]+([^T ,].*))?$/i
const COMPACT = /^(20\d{2})(\d{2})(\d{2})$/
/** The value date, which some banks add to the date. */
const IN_BRACKETS = / ?\([^()]*\)$/
/** Spreadsheets write a day without a time as midnight, and a time without a day as one of 1899. */
const MIDNIGHT = /^0?0:00(?::00(?:\.0+)?)?$/
const NO_DAY = /^(?:1899-12-3[01]|1904-01-01)[T ]/
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.:]\d{1,9})?)? ?([ap])?\.?m?\.? ?(?:ist|(?:(z|utc|gmt)|(?:utc|gmt)?([+-]\d{1,2}):?(\d{2})))?$/i

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly time: string | undefined
}

const oneSpaced = (text: string): string => text.trim().replace(/\s+/g, ' ')

const timeOf = (at: Date, names: StatementTime['names']): StatementTime => ({
  at,
  until: new Date(at.getTime() + SPAN_MS[names] - 1),
  names,
})

/**
 * Reads a date and time, in Indian time unless the text names a zone. Undefined unless it is between 2016, when UPI began, and 2099. A time
 * that ends in ":00" names the minute, unless other times of its column show that they name seconds. Without an order, a date that is two
 * days is none.
 */
export const parseStatementTime = (
  date: string,
  time: string,
  order: DateOrder | undefined,
  namesSeconds = false,
): StatementTime | undefined => {
  const text = oneSpaced(date).replace(IN_BRACKETS, '')
  const serial = SERIAL.exec(text)
  if (serial !== null) return fromSerial(Number(text), serial[1] ?? '', namesSeconds)
  const parts = partsOf(text, order)
  if (parts === undefined) return undefined
  const { year, month, day } = parts
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1) return undefined
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
  const begin = startOfIstDay(`${year}-${two(month)}-${two(day)}`)
  const ownTime = oneSpaced(parts.time ?? '')
  const clockTime = (MIDNIGHT.test(ownTime) ? '' : ownTime) || oneSpaced(time).replace(NO_DAY, '') || ownTime
  return clockTime === '' ? timeOf(begin, 'day') : withTime(begin, clockTime, namesSeconds)
}

const two = (n: number): string => String(n).padStart(2, '0')

const partsOf = (text: string, order: DateOrder | undefined): Parts | undefined => {
  const iso = ISO.exec(text) ?? COMPACT.exec(text)
  if (iso !== null) return numbers(iso[1], iso[2], iso[3], iso[4])
  const plain = NUMBERS.exec(text)
  if (plain !== null) {
    const [, first, second, year, time] = plain
    if (
      order === undefined &&
      Number(first) <= 12 &&
      Number(second) <= 12 &&
      Number(first) !== Number(second)
    )
      return undefined
    const isMonthFirst = order === 'mdy' || (order === undefined && Number(second) > 12)
    return isMonthFirst ? numbers(year, first, second, time) : numbers(year, second, first, time)
  }
  const dayMonth = DAY_MONTH.exec(text)
  if (dayMonth !== null) return numbers(dayMonth[3], monthOf(dayMonth[2]), dayMonth[1], dayMonth[4])
  const monthDay = MONTH_DAY.exec(text)
  if (monthDay !== null) return numbers(monthDay[3], monthOf(monthDay[1]), monthDay[2], monthDay[4])
  return undefined
}

const monthOf = (name = ''): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

const numbers = (year = '', month = '', day = '', time?: string): Parts => ({
  year: year.length === 2 ? 2000 + Number(year) : Number(year),
  month: Number(month),
  day: Number(day),
  time,
})

const withTime = (begin: Date, text: string, namesSeconds: boolean): StatementTime | undefined => {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const [, hourText, minuteText, secondText, half, utc, zoneHours, zoneMinutes = '0'] = match
  const [minute, second] = [Number(minuteText), Number(secondText ?? 0)]
  let hour = Number(hourText)
  if (hour > 23 || minute > 59 || second > 59) return undefined
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  const offset = utc === undefined ? zoneOffset(zoneHours, zoneMinutes) : 0
  const shift = offset === undefined ? 0 : 330 - offset
  const isDay = hour === 0 && minute === 0 && second === 0 && offset === undefined
  const at = new Date(begin.getTime() + ((hour * 60 + minute + shift) * 60 + second) * 1000)
  if (isDay) return timeOf(begin, 'day')
  return timeOf(at, second > 0 || (secondText !== undefined && namesSeconds) ? 'second' : 'minute')
}

/** Minutes ahead of UTC. */
const zoneOffset = (hours: string | undefined, minutes: string): number | undefined => {
  if (hours === undefined) return undefined
  const size = Math.abs(Number(hours)) * 60 + Number(minutes)
  return hours.startsWith('-') ? -size : size
}

/** Reads a spreadsheet's number of a day. Its fraction is the time, in Indian time. */
const fromSerial = (serial: number, decimals: string, namesSeconds: boolean): StatementTime | undefined => {
  const seconds = Math.round(serial * DAY_SECONDS)
  const wall = new Date(SERIAL_EPOCH_MS + seconds * 1_000)
  const year = wall.getUTCFullYear()
  if (year < YEAR_MIN || year > YEAR_MAX) return undefined
  const midnight = new Date(SERIAL_EPOCH_MS + Math.floor(serial) * DAY_MS - IST_OFFSET_MS)
  if (decimals.length < SERIAL_DECIMALS_MIN || /^0*$/.test(decimals)) return timeOf(midnight, 'day')
  const at = new Date(wall.getTime() - IST_OFFSET_MS)
  return timeOf(at, namesSeconds || seconds % 60 > 0 ? 'second' : 'minute')
}

export interface StatementAmount {
  /** Never negative. */
  readonly amount: Paise
  readonly sign: 'credit' | 'debit' | null
}

const CURRENCY = /^(?:₹|rs\.?|inr|`)\s*/i
const MARK = /(?:[(]\s{0,3})?(cr|dr|c|d)\.?\s{0,3}[)]?$/i
/** The last group has three digits: "499,00" is ₹499 in another country. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$|^\d+(?:\.\d*)?$|^\.\d{1,2}$/

/**
 * "1,23,456.00", "₹ 500", "Rs.500.00 Cr", "(500.00)", "-500", "500.00-". Undefined for what is no amount of whole paise; "500.004"
 * is none. Zero is an amount, of nothing.
 */
export const parseStatementAmount = (text: string): StatementAmount | undefined => {
  let rest = text.trim().replaceAll('\u00a0', ' ')
  if (rest === '' || rest.length > 40) return undefined
  let sign: StatementAmount['sign'] = null
  const mark = MARK.exec(rest)
  if (mark !== null) {
    sign = mark[1]?.toLowerCase().startsWith('c') ? 'credit' : 'debit'
    rest = rest.slice(0, mark.index).trimEnd()
  }
  const inBrackets = /^\((.*)\)$/.exec(rest)
  rest = (inBrackets?.[1] ?? rest).trim().replace(CURRENCY, '')
  const minus = inBrackets !== null || /^[-−]|-$/.test(rest)
  const plus = rest.startsWith('+')
  rest = rest
    .replace(/^[-+−]\s*|-$/g, '')
    .replace(CURRENCY, '')
    .trim()
  if (sign === null && (minus || plus)) sign = minus ? 'debit' : 'credit'
  const amount = GROUPED.test(rest) ? wholePaise(rest) : undefined
  return amount === undefined ? undefined : { amount, sign }
}

/** Like `parseRupees`, but with zero and with amounts above the limit of one order. */
const wholePaise = (text: string): Paise | undefined => {
  const [rupees = '', fraction = ''] = text.replaceAll(',', '').split('.')
  if (/[^0]/.test(fraction.slice(2)) || rupees.length > 13) return undefined
  const value = BigInt(rupees || '0') * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'))
  return value <= HELD_PAISE_MAX ? (value as Paise) : undefined
}
