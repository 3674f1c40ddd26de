import { MOBILE_DIGITS } from '@galla/contract/fields'

/** As an address book or a browser has it: with the country's code, or with the 0 of a call within it. */
const WITH_PREFIX = /^(?:(?:00)?91|0)(\d{10})$/
/** After a plus the country's code is one as soon as anything follows it. */
const WITH_PLUS = /^\+91(\d+)$/
/** Nobody dials more before and within a number; what is typed further is forgotten. */
const TYPED_MAX = 32

/**
 * A mobile field takes digits only, and no more than a number has. The last ones are the number's own where it comes whole with
 * what one dials before it: cut at its end it would be someone else's.
 */
const mobileDigits = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  const dialled = text.trimStart().startsWith('+') ? `+${digits}` : digits
  const own = (WITH_PLUS.exec(dialled) ?? WITH_PREFIX.exec(digits))?.[1]
  return (own ?? digits).slice(0, MOBILE_DIGITS)
}

export interface MobileEntry {
  /** All that was typed at the field's end so far, also what it does not show. */
  readonly typed: string
  readonly shown: string
  readonly caret: number
}

export const mobileEntry = (shown: string): MobileEntry => ({ typed: shown, shown, caret: shown.length })

/** What a mobile field shows, and where its caret stands, after the browser has put the `text` into it. */
export function enterMobile(before: MobileEntry, text: string, caret: number): MobileEntry {
  const goesOn = caret === text.length && text.startsWith(before.shown)
  if (goesOn) {
    const typed = (before.typed + text.slice(before.shown.length)).slice(0, TYPED_MAX)
    const shown = mobileDigits(typed)
    return { typed, shown, caret: shown.length }
  }
  const start = text.slice(0, caret).replace(/\D/g, '')
  const end = text.slice(caret).replace(/\D/g, '')
  // A full field takes nothing more in its middle: pushed out at its end, the number's own digits would be lost.
  if (
    before.shown.length === MOBILE_DIGITS &&
    start.length + end.length > MOBILE_DIGITS &&
    isWithin(before.shown, start, end)
  )
    return { ...mobileEntry(before.shown), caret: MOBILE_DIGITS - end.length }
  const shown = mobileDigits(text)
  return { typed: shown, shown, caret: Math.max(0, Math.min(start.length, shown.length)) }
}

/** Whether something was put into the number, and nothing of it taken away. */
const isWithin = (number: string, start: string, end: string): boolean =>
  number.endsWith(end) && start.startsWith(number.slice(0, number.length - end.length))
