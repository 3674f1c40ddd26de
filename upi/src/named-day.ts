/** The calendar day that a bank's sentence names, and the time of India's clock, if it names one. */
export interface NamedDay {
  /** "2026-11-21" */
  readonly namedDay?: string
  /** "09:31", or "09:31:45" if the sentence names the second. */
  readonly namedTime?: string
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/
/** "21-11-26", "21/11/2026", "21Nov26", "21-NOV-2026". India writes the day first. */
const DAY_FIRST =
  /^(?<day>\d{1,2})(?:[-/. ](?<month>\d{1,2})[-/. ,]{1,2}|[-/. ]?(?<name>[a-z]{3,9})[-/. ,]{0,2})(?<year>\d{4}|\d{2})(?!\d)/i
const NAME_FIRST = /^(?<name>[a-z]{3,9}) (?<day>\d{1,2}),? (?<year>\d{4})(?!\d)/i
/** Without anything in between, two digits each are needed to distinguish them. */
const DIGITS_ONLY = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})(?!\d)/
const FORMS = [YEAR_FIRST, DAY_FIRST, NAME_FIRST, DIGITS_ONLY]

const CLOCK =
  /(?<!\d)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,3})?)?(?: ?(?<half>[ap])m)?/i

/**
 * Reads what the slot `{when}` of a known sentence holds. A day that does not exist, or is written in an unknown way, is not named: a wrong
 * day would keep a payment from its order.
 */
export function namedIn(when: string): NamedDay {
  const form = FORMS.map((pattern) => pattern.exec(when)).find((match) => match !== null)
  const namedDay = form?.groups && dayOf(form.groups)
  if (form === undefined || form === null || namedDay === undefined) return {}
  const namedTime = timeIn(when.slice(form[0].length))
  return namedTime === undefined ? { namedDay } : { namedDay, namedTime }
}

const dayOf = ({ year = '', month, name = '', day = '' }: Record<string, string | undefined>) => {
  const months = MONTHS.findIndex((each) => each.startsWith(name.toLowerCase()))
  const inYear = month === undefined ? months : Number(month) - 1
  const date = new Date(Date.UTC(Number(year.padStart(4, '20')), inYear, Number(day)))
  // The calendar carries over what it does not have: 30 February becomes 2 March.
  const exists = inYear >= 0 && date.getUTCMonth() === inYear && date.getUTCDate() === Number(day)
  return exists ? date.toISOString().slice(0, 10) : undefined
}

const timeIn = (text: string): string | undefined => {
  const { hour = '', minute = '', second, half } = CLOCK.exec(text)?.groups ?? {}
  const hours = half === undefined ? Number(hour) : hoursOf(Number(hour), half.toLowerCase())
  if (hour === '' || hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  return [String(hours).padStart(2, '0'), minute, ...(second === undefined ? [] : [second])].join(':')
}

/** "10:11 PM"; some banks write "22:11 PM" too. */
const hoursOf = (hour: number, half: string): number => {
  if (half === 'a') return hour === 12 ? 0 : hour
  return hour < 12 ? hour + 12 : hour
}
