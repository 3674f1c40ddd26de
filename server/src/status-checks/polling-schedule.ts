import { SECOND_MS } from '@galla/contract/durations'

/** The schedule that PhonePe prescribes: until `untilSeconds` after the start, a query every `everySeconds`. */
const STEPS: readonly { readonly untilSeconds: number; readonly everySeconds: number }[] = [
  { untilSeconds: 20, everySeconds: 20 },
  { untilSeconds: 50, everySeconds: 3 },
  { untilSeconds: 110, everySeconds: 6 },
  { untilSeconds: 170, everySeconds: 10 },
  { untilSeconds: 230, everySeconds: 30 },
  { untilSeconds: 20 * 60, everySeconds: 60 },
]
const HOUR_SECONDS = 3600
const LATE_HOURS = [1, 6, 24, 72]

/** Always queried: at the expiry, when the order is closed for good, and twice later. */
const AFTER_EXPIRY_SECONDS = [0, 90, HOUR_SECONDS, 24 * HOUR_SECONDS]

const scheduleSeconds = (): number[] => {
  const seconds: number[] = []
  let at = 0
  for (const { untilSeconds, everySeconds } of STEPS) {
    while (at + everySeconds <= untilSeconds) {
      at += everySeconds
      seconds.push(at)
    }
  }
  return [...seconds, ...LATE_HOURS.map((hours) => hours * HOUR_SECONDS)]
}

/** When a provider is queried, in seconds after the page was opened. */
export const SCHEDULE_SECONDS: readonly number[] = scheduleSeconds()

/** Until then only the current attempt is queried. Later queries are rare, and include earlier attempts. */
const CURRENT_ATTEMPT_SECONDS = 20 * 60

interface Checked {
  /** When the page was opened or retried, or the status was requested by API key; null before. */
  readonly checksFrom: Date | null
  readonly expiresAt: Date
}

const plus = (at: Date, seconds: number): number => at.getTime() + seconds * SECOND_MS

/** Returns the time of the next status check of an unpaid order; null if there is none. */
export const nextCheckAt = ({ checksFrom, expiresAt }: Checked, now: Date): Date | null => {
  const times = [
    ...(checksFrom === null ? [] : SCHEDULE_SECONDS.map((seconds) => plus(checksFrom, seconds))),
    ...AFTER_EXPIRY_SECONDS.map((seconds) => plus(expiresAt, seconds)),
  ].filter((time) => time > now.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The attempts to query now, the current one first. */
export const attemptsToCheck = (attempt: number, checksFrom: Date | null, now: Date): number[] => {
  const isFresh = checksFrom !== null && now.getTime() < plus(checksFrom, CURRENT_ATTEMPT_SECONDS)
  const all = Array.from({ length: attempt }, (_, index) => attempt - index)
  return isFresh ? all.slice(0, 1) : all
}
