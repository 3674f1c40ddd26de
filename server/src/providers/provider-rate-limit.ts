import { SECOND_MS } from '@galla/contract/durations'

/** For one account at its provider, shared by the scheduler, Verify and connection tests. */
export const CALLS_PER_SECOND = 10

const FAILURES_UNTIL_PAUSED = 5
const PAUSE_SECONDS_FIRST = 15
const PAUSE_SECONDS_MAX = 300

/** The circuit breaker and the rate limit of one account's source. */
export interface ProviderRateLimit {
  /** Times of the last CALLS_PER_SECOND calls, oldest first. */
  readonly callTimes: readonly Date[]
  /** In a row, up to now. */
  readonly failures: number
  readonly pausedUntil: Date | null
}

/** How many calls may be sent now. After a pause it is one, to see whether the provider is back. */
export const availableCalls = (
  { callTimes, failures, pausedUntil }: ProviderRateLimit,
  now: Date,
): number => {
  if (pausedUntil !== null && pausedUntil > now) return 0
  const since = now.getTime() - SECOND_MS
  const free = CALLS_PER_SECOND - callTimes.filter((at) => at.getTime() > since).length
  return Math.min(Math.max(free, 0), failures >= FAILURES_UNTIL_PAUSED ? 1 : CALLS_PER_SECOND)
}

export const callTimesAfter = (callTimes: readonly Date[], calls: number, now: Date): Date[] =>
  [...callTimes, ...Array.from({ length: calls }, () => now)].slice(-CALLS_PER_SECOND)

/**
 * Until when to pause after the n-th failure in a row; a longer Retry-After wins. Null: no pause.
 */
export const pauseAfter = (failures: number, retryAfterSeconds: number | null, now: Date): Date | null => {
  const backoffSeconds =
    failures < FAILURES_UNTIL_PAUSED
      ? 0
      : Math.min(PAUSE_SECONDS_FIRST * 2 ** (failures - FAILURES_UNTIL_PAUSED), PAUSE_SECONDS_MAX)
  const seconds = Math.max(backoffSeconds, retryAfterSeconds ?? 0)
  return seconds === 0 ? null : new Date(now.getTime() + seconds * SECOND_MS)
}
