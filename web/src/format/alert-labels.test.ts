import { expect, test } from 'vitest'
import { readingText } from './alert-labels.ts'

const nothing = { directionWords: null, railWords: null, because: null } as const

test.each([
  [
    { ...nothing, direction: 'in', rail: 'neft', railWords: 'NEFT' },
    'A payment was received via NEFT. The message says “NEFT”.',
  ],
  [
    { ...nothing, direction: 'out', rail: 'upi', because: 'debit', directionWords: 'debited' },
    'The message is about money that left an account. The message says “debited”.',
  ],
  [
    { ...nothing, direction: 'none', rail: 'unknown', because: 'otp' },
    'The message contains a one-time password. Galla does not store its text.',
  ],
  [{ ...nothing, direction: 'unknown', rail: 'unknown' }, 'Galla could not tell whether money was received.'],
] as const)('the reading %j is described in plain words', (reading, words) => {
  expect(readingText(reading)).toBe(words)
})
