import type { SilenceReason, Source } from '@galla/contract/webhooks/webhook'

/**
 * A sign of life of a source. `message`: something about money came. `ping`: the source says regularly that it works. `answer`: a call
 * that we made worked. `failure`: a call that we made failed.
 */
export type SignOfLife = 'message' | 'ping' | 'answer' | 'failure'

/** What the silence of a source is judged by. */
export interface SourceState {
  readonly source: Source
  readonly connectedAt: Date
  readonly heardAt: Date | null
  readonly messageAt: Date | null
  readonly pingedAt: Date | null
  /** Between its last two pings. */
  readonly pingSeconds: number | null
  readonly failingSince: Date | null
  readonly failedAt: Date | null
  /** The longest pause in this part of the day, in seconds, of each of the last 14 days on which it was heard then. */
  readonly pauses: readonly number[]
  /** It was heard at this time of this weekday a week or two ago; in its first week, at this time of the day before. */
  readonly isTradingTime: boolean
  readonly hasOpenOrders: boolean
}

export const PING_SILENCE_SECONDS = 300
const FAILING_SECONDS = 300
export const HABIT_SECONDS_MIN = 30 * 60
/** With fewer days the usual pauses are not known. */
export const HABIT_DAYS_MIN = 3
const INDIA_OFFSET_SECONDS = 19_800
const SLOT_SECONDS = 4 * 3600

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000
const latest = (...times: readonly (Date | null)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))

/** The start of the four hours of India's day that a time is in. */
const slotStart = (now: Date): Date => {
  const seconds = now.getTime() / 1000 + INDIA_OFFSET_SECONDS
  return new Date((Math.floor(seconds / SLOT_SECONDS) * SLOT_SECONDS - INDIA_OFFSET_SECONDS) * 1000)
}

/**
 * How long a source may usually say nothing in this part of the day: its second-longest pause and half of it. The longest is left out,
 * because one outage or one holiday would otherwise hide every later one for two weeks.
 */
export const habitSeconds = (pauses: readonly number[]): number | null => {
  if (pauses.length < HABIT_DAYS_MIN) return null
  const second = pauses.toSorted((a, b) => b - a)[1] ?? 0
  return Math.max(HABIT_SECONDS_MIN, second * 1.5)
}

/**
 * Why a source is silent, or null. Only where payments are expected: orders are open, or the shop usually trades at this time. Time before
 * `watchingSince` does not count: this program was not there to hear.
 */
export const silenceReason = (state: SourceState, now: Date, watchingSince: Date): SilenceReason | null => {
  const { source, heardAt, messageAt, pingedAt, failingSince, failedAt, connectedAt } = state
  if (source === 'statement' || !(state.hasOpenOrders || state.isTradingTime)) return null
  if (failingSince !== null)
    return failedAt !== null && secondsBetween(failingSince, failedAt) >= FAILING_SECONDS ? 'failing' : null
  // Nobody expects a provider to say anything unless it is asked.
  if (source === 'provider') return null
  const isPinging =
    pingedAt !== null && (heardAt === null || secondsBetween(pingedAt, heardAt) < PING_SILENCE_SECONDS)
  if (isPinging) {
    const limit = Math.max(PING_SILENCE_SECONDS, 2 * (state.pingSeconds ?? 0))
    return secondsBetween(latest(heardAt, watchingSince), now) >= limit ? 'pings' : null
  }
  const limit = habitSeconds(state.pauses)
  const from = latest(messageAt ?? connectedAt, slotStart(now), watchingSince)
  return limit !== null && secondsBetween(from, now) > limit ? 'habit' : null
}
