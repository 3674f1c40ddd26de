import { hasVerhoeffDigit, isAadhaar } from '@galla/contract/kyc/kyc-number'

const AADHAAR_DIGITS = 12
/** A virtual ID stands for an Aadhaar number, and has the same check digit. */
const VIRTUAL_ID_DIGITS = 16
const SHOWN_DIGITS = 4
/** Spaces and dashes between two digits of one number. PDFium adds line ends, which are two characters. */
const GAP_CHARACTERS_MAX = 4
const GAP = /[\s\u2010-\u2015-]/

/** The digits of the scripts from Devanagari to Malayalam are at the same place in their blocks of 128 characters. */
const INDIC_ZERO = 0x966
const INDIC_END = 0xd70
const INDIC_BLOCK = 0x80

interface Digit {
  readonly index: number
  readonly value: string
  /** Whether a gap or another character is before it. */
  readonly startsGroup: boolean
}

/** Returns the places of the digits of Aadhaar numbers and virtual IDs in a text, except the last four of each. */
export const digitsToMask = (codes: readonly number[]): Set<number> => {
  const masked = new Set<number>()
  for (const run of runsOf(codes))
    for (const [start, { startsGroup }] of run.entries()) {
      if (!startsGroup) continue
      for (const length of [AADHAAR_DIGITS, VIRTUAL_ID_DIGITS])
        if (isNumberAt(run, start, length))
          for (const { index } of run.slice(start, start + length - SHOWN_DIGITS)) masked.add(index)
    }
  return masked
}

/** A number is whole groups of digits. Its check digit distinguishes it from most others. */
const isNumberAt = (run: readonly Digit[], start: number, length: number): boolean => {
  if (start + length > run.length || run[start + length]?.startsGroup === false) return false
  const number = run.slice(start, start + length).reduce((text, { value }) => text + value, '')
  return length === AADHAAR_DIGITS ? isAadhaar(number) : hasVerhoeffDigit(number)
}

/** Digits with nothing but short gaps between them. */
const runsOf = (codes: readonly number[]): Digit[][] => {
  const runs: Digit[][] = []
  let run: Digit[] = []
  let gap = 0
  for (const [index, code] of codes.entries()) {
    const value = digitOf(code)
    if (value !== undefined) {
      run.push({ index, value, startsGroup: run.length === 0 || gap > 0 })
      gap = 0
      continue
    }
    gap += 1
    if (gap <= GAP_CHARACTERS_MAX && GAP.test(String.fromCodePoint(code))) continue
    if (run.length > 0) runs.push(run)
    run = []
  }
  return [...runs, run]
}

const digitOf = (code: number): string | undefined => {
  if (code >= 0x30 && code <= 0x39) return String(code - 0x30)
  if (code < INDIC_ZERO || code >= INDIC_END) return undefined
  const place = (code - INDIC_ZERO) % INDIC_BLOCK
  return place <= 9 ? String(place) : undefined
}
