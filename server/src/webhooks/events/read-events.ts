import type { ReplyOf } from '@galla/contract/endpoint'
import type { listEvents } from '@galla/contract/events'
import { webhookPayload } from '@galla/contract/webhook'
import type { Database } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { findFormat } from '../endpoints/endpoint-store.ts'
import { lockPlaces, type PlacedEvent, placedEvents, placeEvents, whatWaits } from './event-place-store.ts'
import { formatOf, wordedNotification } from './worded-notification.ts'

const AHEAD =
  '`after` is ahead of every event here: it is of the other mode, or of a time before a backup was restored. Call without `after` and go on from there.'

export interface ReadEventsDeps {
  readonly db: Database
  readonly numberOrder: (merchantId: string, orderId: string) => Promise<number>
}

export interface EventsAsked {
  readonly after: string | undefined
  readonly limit: number
  /** With the notification of each, as it is sent. */
  readonly notifications?: boolean
}

type EventsReply = ReplyOf<typeof listEvents>

/**
 * Events from where a reader was last. An event gets its place when it is first read, and what can be read is committed: so a
 * transaction that commits late comes after everything that was read before it, and a cursor can pass nobody by.
 */
export const readEvents = async (
  deps: ReadEventsDeps,
  key: EndpointKey,
  { after, limit, notifications = false }: EventsAsked,
): Promise<Pick<EventsReply, 'data' | 'next' | 'more' | 'notifications'>> => {
  const { db } = deps
  const from = BigInt(after ?? 0)
  let rows = await placedEvents(db, key, from, limit + 1)
  if (rows.length <= limit) {
    const { last, waits } = await whatWaits(db, key)
    // Of another mode, or older than a backup that was restored: events up to it would never be told.
    if (from > last) throw invalidField('after', AHEAD)
    if (waits) {
      const missing = limit + 1 - rows.length
      await db.transaction(async (tx) => placeEvents(tx, key, await lockPlaces(tx, key), missing))
    }
    // Another reader may have given places since these were read.
    if (waits || last > (rows.at(-1)?.position ?? from)) rows = await placedEvents(db, key, from, limit + 1)
  }
  const shown = rows.slice(0, limit)
  return {
    data: shown.map(({ payload }) => webhookPayload.parse(JSON.parse(payload))),
    ...(notifications && { notifications: await notificationsOf(deps, key, shown) }),
    next: String(shown.at(-1)?.position ?? from),
    more: rows.length > limit,
  }
}

/** As they would be sent now; null for a failure that the format leaves out. */
const notificationsOf = async (
  deps: ReadEventsDeps,
  key: EndpointKey,
  events: readonly PlacedEvent[],
): Promise<NonNullable<EventsReply['notifications']>> => {
  const chosen = await findFormat(deps.db, key)
  const worded: NonNullable<EventsReply['notifications']> = []
  for (const { order_id: orderId, dialect, payload } of events) {
    const format = formatOf(chosen, dialect)
    const { event } = JSON.parse(payload) as { event: string }
    if (format !== 'standard' && event === 'order.failed' && !chosen.tellsFailures) worded.push(null)
    else {
      const orderNumber = format === 'ekqr' ? await deps.numberOrder(key.merchantId, orderId) : 0
      worded.push(wordedNotification(format, payload, orderNumber))
    }
  }
  return worded
}
