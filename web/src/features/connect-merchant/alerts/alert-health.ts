import type { AlertRefusal, AlertSource } from '@galla/contract/bank-alerts/alerts'
import { HOUR_MS, MINUTE_MS } from '@galla/contract/durations'
import { displayCount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'

/** Longer than a shop closes at night. */
export const SILENT_HOURS = 12

export interface AlertHealth {
  readonly state: 'waiting' | 'heard' | 'silent'
  readonly title: string
  /** The counts of the last day; empty when nothing arrived. */
  readonly day: string
}

const dayOf = ({ credit, ignored, unread, untrusted }: AlertSource['lastDay']): string =>
  [
    credit > 0 && t('{credit, plural, one {# payment} other {# payments}}', { credit }),
    untrusted > 0 && t('{untrusted} not trusted', { untrusted: displayCount(untrusted) }),
    unread > 0 && t('{unread} unread', { unread: displayCount(unread) }),
    ignored > 0 && t('{ignored, plural, one {# other message} other {# other messages}}', { ignored }),
  ]
    .filter((part) => part !== false)
    .join(', ')

/** The newer of the last message and the last ping; a forwarder pings to prove that it works. */
export const lastHeardAt = ({
  lastReceivedAt,
  lastPingAt,
}: Pick<AlertSource, 'lastReceivedAt' | 'lastPingAt'>): string | null =>
  lastReceivedAt === null || (lastPingAt !== null && Date.parse(lastPingAt) > Date.parse(lastReceivedAt))
    ? lastPingAt
    : lastReceivedAt

/** The health of the forwarding phone, as far as the server knows. */
export function alertHealth(
  source: Pick<AlertSource, 'lastReceivedAt' | 'lastPingAt' | 'unusedSince' | 'lastDay'>,
  nowMs: number,
): AlertHealth {
  const day = dayOf(source.lastDay)
  const heardAt = lastHeardAt(source)
  if (source.unusedSince !== null) return { state: 'waiting', title: t('Phone not used'), day }
  if (heardAt === null) return { state: 'waiting', title: t('No alert in the last 30 days'), day }
  const agoMs = Math.max(0, nowMs - Date.parse(heardAt))
  const hours = Math.floor(agoMs / HOUR_MS)
  if (hours >= SILENT_HOURS)
    return {
      state: 'silent',
      title: t('Phone silent for {hours} hours', { hours: displayCount(hours) }),
      day,
    }
  const minutes = Math.floor(agoMs / MINUTE_MS)
  if (hours > 0)
    return {
      state: 'heard',
      title: t('{hours, plural, one {Phone active # hour ago} other {Phone active # hours ago}}', { hours }),
      day,
    }
  if (minutes > 0)
    return {
      state: 'heard',
      title: t('{minutes, plural, one {Phone active # minute ago} other {Phone active # minutes ago}}', {
        minutes,
      }),
      day,
    }
  return { state: 'heard', title: t('Phone active just now'), day }
}

const FAULTS: Readonly<Record<AlertRefusal, string>> = {
  unsigned: t('the signature is missing'),
  wrong: t('the signature is wrong'),
  old: t('the signature is from another time'),
  undated: t('the message has no time'),
  reused: t('the signature was used before'),
  too_large: t('too large'),
  too_many: t('too many at once'),
}

export const refusalText = ({
  reason,
  messages,
}: Pick<AlertSource['refused'][number], 'reason' | 'messages'>): string =>
  t('{messages, plural, one {# message was refused: {fault}} other {# messages were refused: {fault}}}', {
    messages,
    fault: FAULTS[reason],
  })
