import type { ReplyOf } from '@galla/contract/endpoint'
import type { listEvents } from '@galla/contract/webhooks/events'
import { listedEvent, PAYMENT_REVERSED } from '@galla/contract/webhooks/webhook'
import type { Database } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { ModeKey } from '../endpoints/endpoint.ts'
import { findFormat } from '../endpoints/endpoint-store.ts'
import {
  assignEventCursors,
  findCursorState,
  listNumberedEvents,
  lockCursor,
  type NumberedEvent,
} from './event-cursor-store.ts'
import { formatOf, formatWebhook } from './format-webhook.ts'

const AHEAD =
  '`after` is ahead of every event here: it is of the other mode, or of a time before a backup was restored. Call without `after` and go on from there.'

export interface EventsQuery {
  readonly after: string | undefined
  readonly limit: number
  /** Adds the notification of each event, as it would be sent. */
  readonly notifications?: boolean
}

type EventsReply = ReplyOf<typeof listEvents>

/**
 * Returns the events after a cursor. An event is numbered when it is first read, and only committed events can be read, so a
 * transaction that commits late comes after everything that was read before, and no cursor skips it.
 */
export const readEvents = async (
  { db }: { readonly db: Database },
  key: ModeKey,
  { after, limit, notifications = false }: EventsQuery,
): Promise<Pick<EventsReply, 'data' | 'next' | 'more' | 'notifications'>> => {
  const from = BigInt(after ?? 0)
  let rows = await listNumberedEvents(db, key, from, limit + 1)
  if (rows.length <= limit) {
    const { last, waits } = await findCursorState(db, key)
    // The cursor is of the other mode, or from before a backup was restored: events up to it would never be returned.
    if (from > last) throw invalidField('after', AHEAD)
    if (waits) {
      const missing = limit + 1 - rows.length
      await db.transaction(async (tx) => assignEventCursors(tx, key, await lockCursor(tx, key), missing))
    }
    // Another reader may have numbered events since these were read.
    if (waits || last > (rows.at(-1)?.position ?? from))
      rows = await listNumberedEvents(db, key, from, limit + 1)
  }
  const shown = rows.slice(0, limit)
  return {
    data: shown.map(({ payload }) => listedEvent.parse(JSON.parse(payload))),
    ...(notifications && { notifications: await notificationsOf(db, key, shown) }),
    next: String(shown.at(-1)?.position ?? from),
    more: rows.length > limit,
  }
}

/** The notifications as they would be sent now; null for a failure that the format leaves out, or a reversal that it has no place for. */
const notificationsOf = async (
  db: Database,
  key: ModeKey,
  events: readonly NumberedEvent[],
): Promise<NonNullable<EventsReply['notifications']>> => {
  const chosen = await findFormat(db, key)
  return events.map(({ orderNumber, dialect, payload }) => {
    const format = formatOf(chosen, dialect)
    const { event } = JSON.parse(payload) as { event: string }
    const isLeftOut = event === PAYMENT_REVERSED || (event === 'order.failed' && !chosen.tellsFailures)
    if (format !== 'standard' && isLeftOut) return null
    return formatWebhook(format, payload, orderNumber)
  })
}
