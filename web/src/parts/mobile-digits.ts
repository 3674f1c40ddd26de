import { MOBILE_DIGITS } from '@galla/contract/fields'

/** As an address book or a browser has it: with the country's code, or with the 0 of a call within it. */
const WITH_PREFIX = /^(?:(?:00)?91|0)(\d{10})$/

/**
 * A mobile field takes digits only, and no more than a number has. The last ones are the number's own where it comes whole with
 * what one dials before it: cut at its end it would be somebody else's.
 */
export const mobileDigits = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  return (WITH_PREFIX.exec(digits)?.[1] ?? digits).slice(0, MOBILE_DIGITS)
}
