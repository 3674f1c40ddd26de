import { MAX_LENGTH } from '../field-lengths.ts'

/** Cuts between characters, not inside one. */
const shortened = (text: string): string => {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > MAX_LENGTH.name) break
    kept += character
  }
  return kept
}

/**
 * A name as it may stand on the payment page: one line without control characters, invisible signs and changes of the writing
 * direction, and with few marks on one letter. Empty where it has no letter.
 */
export const cleanPayeeName = (text: string): string => {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cf}\p{Cn}\p{Co}\p{Cs}\uFFFD]/gu, '')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .normalize('NFC')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
  const name = shortened(clean).trim()
  return /\p{L}/u.test(name) ? name : ''
}

const TITLE = /^(?:mr|mrs|ms|miss|m s|shri|smt|dr)\.? +/

const compared = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[/.]+/g, ' ')
    .trim()
    .replace(TITLE, '')
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '')

/** Whether a customer takes two names for the same: capitals, signs, spaces and a title before it make no difference. */
export const isSameName = (one: string, other: string): boolean => compared(one) === compared(other)
