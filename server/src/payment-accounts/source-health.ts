import { IST_OFFSET_MS, istWallClock } from '@galla/contract/ist'
import type { SilenceReason, Source } from '@galla/contract/webhooks/webhook'

/**
 * The kind of a source's heartbeat. `message`: it sent something about money. `ping`: it reported that it works. `answer`: our call worked.
 * `failure`: our call failed.
 */
export type HeartbeatKind = 'message' | 'ping' | 'answer' | 'failure'

/** The data by which the silence of a source is judged. */
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
  /** On one of the last seven days it was silent in this part of the day, and came back: a phone that is switched off at night. */
  readonly wasSilentThen: boolean
}

/**
 * With the 15 seconds between two looks and the 30 until an open dashboard asks again, the merchant knows within five minutes, also of
 * a source that pings every two minutes.
 */
export const SILENCE_SECONDS = 240
/** A single failed call that was not repeated is not a silence. */
const FAILING_SECONDS = 120
const PING_LATE_SECONDS = 15
export const HABIT_SECONDS_MIN = 30 * 60
/** With fewer days the usual pauses are unknown. */
export const HABIT_DAYS_MIN = 3
const SLOT_SECONDS = 4 * 3600

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000
const latest = (...times: readonly (Date | null)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))

/** The four hours of India's day that a time is in, counted from 1970: the same part of another day is a multiple of six away. */
export const slotOf = (time: Date): number => Math.floor(istWallClock(time).getTime() / 1000 / SLOT_SECONDS)

/** The start of the four hours of India's day that a time is in. */
const slotStart = (now: Date): Date => new Date(slotOf(now) * SLOT_SECONDS * 1000 - IST_OFFSET_MS)

/**
 * How long a source may usually say nothing in this part of the day: its second-longest pause and half of it. The longest is left out,
 * because one outage or one holiday would otherwise hide every later one for two weeks.
 */
export const habitSeconds = (pauses: readonly number[]): number | null => {
  if (pauses.length < HABIT_DAYS_MIN) return null
  const second = pauses.toSorted((a, b) => b - a)[1] ?? 0
  return Math.max(HABIT_SECONDS_MIN, second * 1.5)
}

/** One ping may be lost. */
const pingLimitSeconds = ({ pingSeconds }: SourceState): number =>
  Math.max(SILENCE_SECONDS, 2 * (pingSeconds ?? 0) + PING_LATE_SECONDS)

/**
 * A mailbox that we log in to answers each minute, and fails where we cannot. A phone that is heard for longer than its limit without a
 * ping no longer pings.
 */
const isPinging = (state: SourceState): boolean => {
  const { source, heardAt, pingedAt, failingSince } = state
  if (source === 'mailbox' && (failingSince ?? pingedAt) !== null) return true
  return (
    pingedAt !== null && (heardAt === null || secondsBetween(pingedAt, heardAt) < pingLimitSeconds(state))
  )
}

/**
 * Why a source is silent, or null. One that pings is judged at any time, except where it is often silent and no payment is expected; one
 * that does not, only while orders are open or the shop usually trades. Time before `watchingSince` does not count: this program was not
 * there to hear.
 */
export const silenceReason = (state: SourceState, now: Date, watchingSince: Date): SilenceReason | null => {
  const { source, heardAt, messageAt, failingSince, failedAt, connectedAt } = state
  if (source === 'statement') return null
  const isExpected = state.hasOpenOrders || state.isTradingTime
  if (!isExpected && state.wasSilentThen) return null
  if (source === 'provider') {
    // A provider is silent unless it is called.
    if (failingSince === null || failedAt === null) return null
    const isOver = secondsBetween(failingSince, failedAt) >= FAILING_SECONDS
    return isOver && secondsBetween(failingSince, now) >= SILENCE_SECONDS ? 'failing' : null
  }
  if (isPinging(state)) {
    // A mailbox answers or fails. One that does neither waits for a free connection of our processes.
    if (source === 'mailbox' && failingSince === null) return null
    const from = latest(heardAt ?? connectedAt, watchingSince)
    if (secondsBetween(from, now) < pingLimitSeconds(state)) return null
    return failingSince === null ? 'pings' : 'failing'
  }
  const limit = isExpected ? habitSeconds(state.pauses) : null
  const from = latest(messageAt ?? connectedAt, slotStart(now), watchingSince)
  return limit !== null && secondsBetween(from, now) > limit ? 'habit' : null
}
