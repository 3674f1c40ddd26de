import { ATTEMPTS_MAX, RETRY_DELAYS_SECONDS } from '@galla/contract/webhooks/webhook'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextAttemptAt, storedResponse, verdictOf } from './delivery.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const answered = (status: number) =>
  ({ kind: 'answered', status, retryAfter: null, body: new Uint8Array() }) as const

test.each([
  [200, 'delivered'],
  [201, 'failed'],
  [204, 'failed'],
  [301, 'failed'],
  [404, 'failed'],
  [410, 'gone'],
  [429, 'failed'],
  [503, 'failed'],
] as const)('status %i means %s', (status, verdict) => expect(verdictOf(answered(status))).toBe(verdict))

test('the schedule has ten attempts in 75 h 35 min and five seconds', () => {
  expect(RETRY_DELAYS_SECONDS).toHaveLength(ATTEMPTS_MAX - 1)
  expect(RETRY_DELAYS_SECONDS.reduce((sum, step) => sum + step, 0)).toBe(75 * 3600 + 35 * 60 + 5)
})

test('each step is moved by at most a tenth, and the tenth failure is the last', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (made, random) => {
        const step = RETRY_DELAYS_SECONDS[made - 1] ?? 0
        const seconds = ((nextAttemptAt(made, NOW, random, undefined)?.getTime() ?? 0) - NOW.getTime()) / 1000
        expect(seconds).toBeGreaterThanOrEqual(step * 0.9 - 0.001)
        expect(seconds).toBeLessThanOrEqual(step * 1.1 + 0.001)
      },
    ),
  )
  expect(nextAttemptAt(10, NOW, 0.5, 60)).toBeNull()
})

test('the later of schedule and Retry-After wins', () => {
  expect(nextAttemptAt(1, NOW, 0.5, 120)).toEqual(new Date(NOW.getTime() + 120_000))
  expect(nextAttemptAt(2, NOW, 0.5, 1)).toEqual(new Date(NOW.getTime() + 300_000))
})

test('of an answer at most 1 kB that PostgreSQL can store is kept, whatever its bytes are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (body) => {
      const kept = storedResponse(body)
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(1024)
      expect(kept.includes('\0')).toBe(false)
      expect(kept.isWellFormed()).toBe(true)
    }),
  )
  expect(storedResponse(new TextEncoder().encode(`${'a'.repeat(1023)}₹`))).toBe('a'.repeat(1023))
})
