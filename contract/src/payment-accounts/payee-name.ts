import { MAX_LENGTH } from '../field-lengths.ts'

/** Cuts between characters, not inside a surrogate pair. */
const shortened = (text: string): string => {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > MAX_LENGTH.name) break
    kept += character
  }
  return kept
}

/**
 * Makes a name safe for the payment page: one line without control characters, invisible characters and changes of the writing
 * direction, and with at most three marks on a letter. Empty if it has no letter.
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

/** True if two names look the same to a customer: case, punctuation, spaces and a title make no difference. */
export const isSameName = (one: string, other: string): boolean => compared(one) === compared(other)
