/** From a password that is too short, to one that nobody guesses. */
export const STRENGTHS = ['short', 'weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

const DIGITS = 10
const LETTERS = 26
const SIGNS = 33
/** Letters of other scripts; an attacker tries those of one script. */
const FURTHER = 100

const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, DIGITS],
  [/[a-z]/, LETTERS],
  [/[A-Z]/, LETTERS],
  [/[ -/:-@[-`{-~]/, SIGNS],
  [/[^ -~]/, FURTHER],
]

const FAIR_BITS = 40
const GOOD_BITS = 60
const STRONG_BITS = 80

/** Estimates how hard a password is to guess. A repeated character, or the next one of a row such as 1234, adds nothing. */
export function strengthOf(password: string, lengthMin: number): Strength {
  if (password.length < lengthMin) return 'short'
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const fresh = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? -2)) > 1).length
  const counted = Math.min(fresh, 2 * new Set(codes).size)
  const tried = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const bits = counted * Math.log2(tried)
  if (bits < FAIR_BITS) return 'weak'
  if (bits < GOOD_BITS) return 'fair'
  return bits < STRONG_BITS ? 'good' : 'strong'
}
