import type { AlertSource, SignatureFault } from '@galla/contract/reconciliation/alerts'
import { displayCount } from '../../../format/indian-display.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Longer than a shop's night. */
export const SILENT_HOURS = 12

export interface AlertHealth {
  readonly state: 'waiting' | 'heard' | 'silent'
  readonly title: string
  /** What came in a day; empty when nothing did. */
  readonly day: string
}

const plural = (n: number, one: string, many: string): string => `${displayCount(n)} ${n === 1 ? one : many}`

const dayOf = ({ credit, ignored, unread, untrusted }: AlertSource['lastDay']): string =>
  [
    credit > 0 && plural(credit, 'payment', 'payments'),
    untrusted > 0 && `${displayCount(untrusted)} not trusted`,
    unread > 0 && `${displayCount(unread)} to be read by you`,
    ignored > 0 && plural(ignored, 'other message', 'other messages'),
  ]
    .filter((part) => part !== false)
    .join(', ')

/** The newer of the last message and the last ping, which a forwarder sends to say that it works. */
export const lastHeardAt = ({
  lastReceivedAt,
  lastPingAt,
}: Pick<AlertSource, 'lastReceivedAt' | 'lastPingAt'>): string | null =>
  lastReceivedAt === null || (lastPingAt !== null && Date.parse(lastPingAt) > Date.parse(lastReceivedAt))
    ? lastPingAt
    : lastReceivedAt

/** Whether the phone still forwards, as far as the server knows. */
export function alertHealth(
  source: Pick<AlertSource, 'lastReceivedAt' | 'lastPingAt' | 'unusedSince' | 'lastDay'>,
  nowMs: number,
): AlertHealth {
  const day = dayOf(source.lastDay)
  const heardAt = lastHeardAt(source)
  if (source.unusedSince !== null) return { state: 'waiting', title: 'Phone no longer used', day }
  if (heardAt === null) return { state: 'waiting', title: 'No alert in the last 30 days', day }
  const agoMs = Math.max(0, nowMs - Date.parse(heardAt))
  const hours = Math.floor(agoMs / HOUR_MS)
  if (hours >= SILENT_HOURS)
    return { state: 'silent', title: `Phone silent for ${displayCount(hours)} hours`, day }
  const minutes = Math.floor(agoMs / MINUTE_MS)
  if (hours > 0) return { state: 'heard', title: `Phone heard ${plural(hours, 'hour', 'hours')} ago`, day }
  if (minutes > 0)
    return { state: 'heard', title: `Phone heard ${plural(minutes, 'minute', 'minutes')} ago`, day }
  return { state: 'heard', title: 'Phone heard just now', day }
}

const FAULTS: Readonly<Record<SignatureFault, string>> = {
  unsigned: 'the signature is missing',
  wrong: 'the signature is wrong',
  old: 'the signature is from another time',
}

export const refusalInWords = ({
  reason,
  messages,
}: Pick<AlertSource['refused'][number], 'reason' | 'messages'>): string =>
  `${plural(messages, 'message was', 'messages were')} refused: ${FAULTS[reason]}`
