import { expect, test } from 'vitest'
import { readingInWords } from './alert-labels.ts'

const nothing = { directionWords: null, railWords: null, because: null } as const

test.each([
  [
    { ...nothing, direction: 'in', rail: 'neft', railWords: 'NEFT' },
    'Money came in by NEFT. The message says “NEFT”.',
  ],
  [
    { ...nothing, direction: 'out', rail: 'upi', because: 'debit', directionWords: 'debited' },
    'Money left an account. The message says “debited”.',
  ],
  [
    { ...nothing, direction: 'none', rail: 'unknown', because: 'otp' },
    'A one-time password came. Galla does not keep its text.',
  ],
  [{ ...nothing, direction: 'unknown', rail: 'unknown' }, 'Galla could not read whether money came in.'],
] as const)('what was read of %j is said in plain words', (reading, words) => {
  expect(readingInWords(reading)).toBe(words)
})
