import { DAY_MS, HOUR_MS, SECOND_MS } from '@galla/contract/durations'
import { startOfIstDay } from '@galla/contract/ist'
import type { NamedDay } from '@galla/upi/named-day'
import { CLOCKS_APART_SECONDS, type Received } from '../ledger/received.ts'

/** A clock that names an earlier time says nothing. */
const CLOCK_DAYS_MAX = 7
/** A message without any time was sent at most this long before it came, or since its source was last heard. */
const SILENT_HOURS = 2
const SILENT_DAYS_MAX = 3

/** What says when a message was sent. */
export interface MessageTimes extends NamedDay {
  /** The clock times that came with it, the one nearest to the payment first. */
  readonly times: readonly Date[]
  readonly arrivedAt: Date
  /** When its source was last heard before. */
  readonly heardAt?: Date | null
}

export interface MessageTime {
  /** The moment that people see. */
  readonly at: Date
  readonly received: Received
}

const ago = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

/**
 * Decides when the payment of a message came: between the earliest clock time that anything states and the message's arrival. No clock
 * overrules another: that of the phone, of the message centre or of the bank may be wrong. A named day is no clock time: it only has to
 * contain some of that time. Otherwise the message is about another day, and only that is known.
 */
export const timeOfMessage = ({
  times,
  arrivedAt,
  heardAt = null,
  namedDay,
  namedTime,
}: MessageTimes): MessageTime => {
  const isCredible = (at: Date) => at <= arrivedAt && at >= ago(arrivedAt, CLOCK_DAYS_MAX * DAY_MS)
  const named =
    namedDay === undefined || namedTime === undefined ? [] : [new Date(`${namedDay}T${namedTime}+05:30`)]
  const clocks = [...times, ...named].filter(isCredible)
  const received: Received =
    clocks.length === 0
      ? { from: sentAfter(arrivedAt, heardAt), to: arrivedAt, named: 'nothing' }
      : {
          from: new Date(Math.min(...clocks.map(Number)) - CLOCKS_APART_SECONDS * SECOND_MS),
          to: arrivedAt,
          named: 'second',
        }
  if (namedDay === undefined) return { at: clocks[0] ?? arrivedAt, received }
  const from = startOfIstDay(namedDay)
  const to = new Date(from.getTime() + DAY_MS - 1)
  if (from > received.to || to < received.from) return { at: from, received: { from, to, named: 'day' } }
  // A message of a moment before midnight comes after it. The books have the bank's day.
  const [first = arrivedAt] = clocks
  return { at: first <= to ? first : (named.find(isCredible) ?? to), received }
}

const sentAfter = (arrivedAt: Date, heardAt: Date | null): Date => {
  const since = arrivedAt.getTime() - SILENT_HOURS * HOUR_MS
  const heard = Math.min(heardAt?.getTime() ?? since, since)
  return new Date(Math.max(heard, arrivedAt.getTime() - SILENT_DAYS_MAX * DAY_MS))
}
