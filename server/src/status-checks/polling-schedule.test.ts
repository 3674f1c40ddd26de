import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  availableCalls,
  CALLS_PER_SECOND,
  callTimesAfter,
  pauseAfter,
} from '../providers/provider-rate-limit.ts'
import { addCheckResult, type CheckResult, RESULTS_MAX } from './check-results.ts'
import { attemptsToCheck, nextCheckAt, SCHEDULE_SECONDS } from './claim-checks.ts'

const START = new Date('2026-11-21T04:00:00Z')
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1000)

/** When an order is asked about, all its life long, if every question is asked in time. */
const walk = (checksFrom: Date | null, expiresAt: Date): number[] => {
  const seconds: number[] = []
  for (let at = nextCheckAt({ checksFrom, expiresAt }, START); at !== null; ) {
    seconds.push((at.getTime() - START.getTime()) / 1000)
    at = nextCheckAt({ checksFrom, expiresAt }, at)
  }
  return seconds
}

describe('the polling schedule', () => {
  test('is the one that PhonePe prescribes, plus four late queries', () => {
    expect(SCHEDULE_SECONDS.slice(0, 13)).toEqual([20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 56, 62])
    expect(SCHEDULE_SECONDS.filter((s) => s > 110 && s <= 230)).toEqual([
      120, 130, 140, 150, 160, 170, 200, 230,
    ])
    expect(SCHEDULE_SECONDS.filter((s) => s > 230 && s < 1200)).toEqual(
      Array.from({ length: 16 }, (_, n) => 290 + 60 * n),
    )
    expect(SCHEDULE_SECONDS.slice(-4)).toEqual([3600, 6 * 3600, 24 * 3600, 72 * 3600])
    expect(SCHEDULE_SECONDS.length).toBe(49)
  })

  test('has four queries, at and after the expiry, for an order that nobody opened', () => {
    expect(walk(null, after(300))).toEqual([300, 390, 300 + 3600, 300 + 86_400])
  })

  test('combines both for an opened order, and ends', () => {
    const seconds = walk(START, after(300))
    expect(seconds.length).toBe(53)
    expect(seconds.at(-1)).toBe(72 * 3600)
  })

  test('does not repeat missed checks', () => {
    const expiresAt = after(300)
    expect(nextCheckAt({ checksFrom: START, expiresAt }, after(3000))).toEqual(after(3600))
    expect(nextCheckAt({ checksFrom: START, expiresAt }, after(73 * 3600))).toBeNull()
  })

  test('queries the current attempt at first, and all attempts later', () => {
    expect(attemptsToCheck(3, START, after(600))).toEqual([3])
    expect(attemptsToCheck(3, START, after(3600))).toEqual([3, 2, 1])
    expect(attemptsToCheck(1, null, after(300))).toEqual([1])
  })
})

describe('the rate limit of an account', () => {
  test('allows at most ten calls in any second', () => {
    const gaps = fc.array(fc.record({ gapMs: fc.nat(700), wanted: fc.nat(20) }), { maxLength: 60 })
    fc.assert(
      fc.property(gaps, (asks) => {
        let nowMs = START.getTime()
        let callTimes: Date[] = []
        const all: number[] = []
        for (const { gapMs, wanted } of asks) {
          nowMs += gapMs
          const now = new Date(nowMs)
          const free = availableCalls({ callTimes, failures: 0, pausedUntil: null }, now)
          const taken = Math.min(free, wanted)
          callTimes = callTimesAfter(callTimes, taken, now)
          for (let n = 0; n < taken; n += 1) all.push(nowMs)
          expect(all.filter((at) => at > nowMs - 1000).length).toBeLessThanOrEqual(CALLS_PER_SECOND)
        }
      }),
    )
  })

  test('pauses after five failures in a row, longer each time, and then allows one call', () => {
    expect([1, 2, 3, 4].map((failures) => pauseAfter(failures, null, START))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect([5, 6, 7, 20].map((failures) => pauseAfter(failures, null, START))).toEqual(
      [15, 30, 60, 300].map(after),
    )
    const paused = { callTimes: [], failures: 5, pausedUntil: after(15) }
    expect(availableCalls(paused, after(14))).toBe(0)
    expect(availableCalls(paused, after(15))).toBe(1)
  })

  test("follows the provider's Retry-After at once", () => {
    expect(pauseAfter(1, 120, START)).toEqual(after(120))
    expect(pauseAfter(5, 7, START)).toEqual(after(15))
  })
})

describe('the results of checks', () => {
  test('are one line as long as they repeat, for each attempt', () => {
    let results: CheckResult[] = []
    for (let n = 0; n < 6; n += 1)
      results = addCheckResult(
        results,
        { source: 'paytm-v3', attempt: 1 + (n % 2), message: 'PENDING' },
        after(n),
      )
    expect(results.map(({ attempt, times }) => [attempt, times])).toEqual([
      [1, 3],
      [2, 3],
    ])
    expect(results[0]).toMatchObject({ at: START.toISOString(), until: after(4).toISOString() })
  })

  test('are limited to the first and the newest', () => {
    let results: CheckResult[] = []
    for (let n = 0; n < 500; n += 1)
      results = addCheckResult(results, { source: 'paytm-v3', attempt: 1, message: `answer ${n}` }, after(n))
    expect(results.length).toBe(RESULTS_MAX)
    expect(results.map(({ message }) => message)).toContain('answer 0')
    expect(results.at(-1)?.message).toBe('answer 499')
  })
})
