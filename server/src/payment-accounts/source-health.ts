import { IST_OFFSET_MS, istWallClock } from '@galla/contract/ist'
import type { SilenceReason, Source } from '@galla/contract/webhooks/webhook'

/**
 * The kind of a source's heartbeat. `message`: it sent something about money. `ping`: it reported that it works. `answer`: our call worked.
 * `failure`: our call failed.
 */
export type HeartbeatKind = 'message' | 'ping' | 'answer' | 'failure'

/** The data that decides whether a source is silent. */
export interface SourceState {
  readonly source: Source
  readonly connectedAt: Date
  readonly heardAt: Date | null
  readonly messageAt: Date | null
  readonly pingedAt: Date | null
  /** The time between its last two pings. */
  readonly pingSeconds: number | null
  readonly failingSince: Date | null
  readonly failedAt: Date | null
  /** The longest pause in this part of the day, in seconds, for each of the last 14 days on which the source reported then. */
  readonly pauses: readonly number[]
  /** It reported at this time one or two weeks ago; in its first week, at this time of the previous day. */
  readonly isTradingTime: boolean
  readonly hasOpenOrders: boolean
  /** On one of the last seven days it was silent in this part of the day and came back, such as a phone that is switched off at night. */
  readonly wasSilentThen: boolean
}

/**
 * With 15 seconds between two checks, and 30 until an open dashboard reads again, the merchant sees a silence within five minutes, even of
 * a source that pings only every two minutes.
 */
export const SILENCE_SECONDS = 240
/** Calls must fail for this long, because one failed call is not a silence. */
const FAILING_SECONDS = 120
const PING_LATE_SECONDS = 15
export const HABIT_SECONDS_MIN = 30 * 60
/** With fewer days, the usual pauses are unknown. */
export const HABIT_DAYS_MIN = 3
const SLOT_SECONDS = 4 * 3600

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000
const latest = (...times: readonly (Date | null)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))

/** Numbers the four-hour slots of the days in India since 1970. The same slot of another day differs by a multiple of six. */
export const slotOf = (time: Date): number => Math.floor(istWallClock(time).getTime() / 1000 / SLOT_SECONDS)

/** Returns the start of the four-hour slot of a time. */
const slotStart = (now: Date): Date => new Date(slotOf(now) * SLOT_SECONDS * 1000 - IST_OFFSET_MS)

/**
 * Returns how long a source may send nothing in this part of the day: 1.5 times its second-longest pause. The longest pause is ignored,
 * because one outage or holiday would otherwise hide the next ones for two weeks.
 */
export const habitSeconds = (pauses: readonly number[]): number | null => {
  if (pauses.length < HABIT_DAYS_MIN) return null
  const second = pauses.toSorted((a, b) => b - a)[1] ?? 0
  return Math.max(HABIT_SECONDS_MIN, second * 1.5)
}

/** The longest time without a ping: one ping may be lost. */
const pingLimitSeconds = ({ pingSeconds }: SourceState): number =>
  Math.max(SILENCE_SECONDS, 2 * (pingSeconds ?? 0) + PING_LATE_SECONDS)

/**
 * True if the source reports at regular times. A mailbox that Galla logs in to is checked every minute. A phone that still sends messages
 * after its limit for pings no longer pings.
 */
const isPinging = (state: SourceState): boolean => {
  const { source, heardAt, pingedAt, failingSince } = state
  if (source === 'mailbox' && (failingSince ?? pingedAt) !== null) return true
  return (
    pingedAt !== null && (heardAt === null || secondsBetween(pingedAt, heardAt) < pingLimitSeconds(state))
  )
}

/**
 * Returns why a source is silent, or null if it is not. A source that pings can be silent at any time, unless it often is at this time and no
 * payment is expected. Any other source can be silent only while orders are open or the shop usually trades. The time before `watchingSince`
 * does not count, because this program was not running.
 */
export const silenceReason = (state: SourceState, now: Date, watchingSince: Date): SilenceReason | null => {
  const { source, heardAt, messageAt, failingSince, failedAt, connectedAt } = state
  if (source === 'statement') return null
  const isExpected = state.hasOpenOrders || state.isTradingTime
  if (!isExpected && state.wasSilentThen) return null
  if (source === 'provider') {
    // A provider reports nothing unless it is called, so only failed calls count.
    if (failingSince === null || failedAt === null) return null
    const isOver = secondsBetween(failingSince, failedAt) >= FAILING_SECONDS
    return isOver && secondsBetween(failingSince, now) >= SILENCE_SECONDS ? 'failing' : null
  }
  if (isPinging(state)) {
    // A mailbox that neither answers nor fails waits for a free connection of our processes.
    if (source === 'mailbox' && failingSince === null) return null
    const from = latest(heardAt ?? connectedAt, watchingSince)
    if (secondsBetween(from, now) < pingLimitSeconds(state)) return null
    return failingSince === null ? 'pings' : 'failing'
  }
  const limit = isExpected ? habitSeconds(state.pauses) : null
  const from = latest(messageAt ?? connectedAt, slotStart(now), watchingSince)
  return limit !== null && secondsBetween(from, now) > limit ? 'habit' : null
}
