import { hasVerhoeffDigit } from '@galla/contract/kyc/kyc-number'

/** A number with a right check digit: one digit between its start and its end is free. */
export const numberEnding = (start: string, end: string): string => {
  for (let digit = 0; digit <= 9; digit += 1) {
    const number = `${start}${digit}${end}`
    if (hasVerhoeffDigit(number)) return number
  }
  throw new Error('every number has a check digit')
}
