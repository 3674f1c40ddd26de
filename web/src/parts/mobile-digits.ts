import { MOBILE_DIGITS } from '@galla/contract/fields'

/** A mobile field takes digits only, and no more than a number has. */
export const mobileDigits = (text: string): string => text.replace(/\D/g, '').slice(0, MOBILE_DIGITS)
