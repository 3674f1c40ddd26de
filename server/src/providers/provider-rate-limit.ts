/** Of one account at its provider, whoever asks: the scheduler, Verify or a test of the connection. */
export const QUESTIONS_PER_SECOND = 10
const SECOND_MS = 1000

const FAILURES_UNTIL_PAUSED = 5
const PAUSE_SECONDS_FIRST = 15
const PAUSE_SECONDS_MAX = 300

/** How an account's source fares: the circuit breaker and the pace in three values. */
export interface SourcePace {
  /** Of the last QUESTIONS_PER_SECOND questions, oldest first. */
  readonly askedTimes: readonly Date[]
  /** In a row, up to now. */
  readonly failures: number
  readonly pausedUntil: Date | null
}

/** How many questions may be asked now. After a pause one, to see whether the provider is back. */
export const freeQuestions = ({ askedTimes, failures, pausedUntil }: SourcePace, now: Date): number => {
  if (pausedUntil !== null && pausedUntil > now) return 0
  const since = now.getTime() - SECOND_MS
  const free = QUESTIONS_PER_SECOND - askedTimes.filter((at) => at.getTime() > since).length
  return Math.min(Math.max(free, 0), failures >= FAILURES_UNTIL_PAUSED ? 1 : QUESTIONS_PER_SECOND)
}

export const timesAfter = (askedTimes: readonly Date[], questions: number, now: Date): Date[] =>
  [...askedTimes, ...Array.from({ length: questions }, () => now)].slice(-QUESTIONS_PER_SECOND)

/**
 * Until when a provider is left alone after its n-th failure in a row; what it wishes itself wins. Null: it may be asked on.
 */
export const pauseAfter = (failures: number, retryAfterSeconds: number | null, now: Date): Date | null => {
  const own =
    failures < FAILURES_UNTIL_PAUSED
      ? 0
      : Math.min(PAUSE_SECONDS_FIRST * 2 ** (failures - FAILURES_UNTIL_PAUSED), PAUSE_SECONDS_MAX)
  const seconds = Math.max(own, retryAfterSeconds ?? 0)
  return seconds === 0 ? null : new Date(now.getTime() + seconds * SECOND_MS)
}
