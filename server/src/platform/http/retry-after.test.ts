import { expect, test } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'

const NOW = new Date('2026-11-21T04:00:00Z')

test.each([
  ['120', 120],
  ['999999999', 86_400],
  ['Sat, 21 Nov 2026 04:02:00 GMT', 120],
  ['Sat, 21 Nov 2026 03:00:00 GMT', 0],
  ['Sat, 21 Nov 2099 03:00:00 GMT', 86_400],
  ['-5', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['2026', 2026],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
] as const)('Retry-After %s asks for %s seconds', (header, seconds) =>
  expect(retryAfterSeconds(header, NOW, 86_400)).toBe(seconds),
)
