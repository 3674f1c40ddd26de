import type { Dialect } from '@galla/contract/dialects'
import type { Mode } from '@galla/contract/order-status'
import type { OrderEventName, WebhookPayload } from '@galla/contract/webhook'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { insertEvent } from './event-store.ts'

export interface RecordEventDeps {
  readonly clock: Clock
  readonly ids: Ids
  /** Called after the commit, so that what is due is sent at once: `createDeliveries(…).wake`. */
  readonly wakeDeliveries: (endpoint: EndpointKey) => void
}

/** What an event tells besides itself. */
export type EventContent = Omit<WebhookPayload, 'event' | 'eventId' | 'sequence' | 'createdAt' | 'mode'>

export interface EventToRecord {
  readonly merchantId: string
  readonly mode: Mode
  readonly orderId: string
  /** That the order was made in. */
  readonly dialect?: Dialect | null
  readonly event: OrderEventName
  /** Grows per order. The same one twice is refused by `webhook_events_once`: one change is told once. */
  readonly sequence: number
  readonly payload: EventContent
}

/**
 * Writes an event, and its delivery when the mode has a URL, in the transaction of what it tells of: both are committed or
 * neither is. One statement. Gives the event's id, which is its `webhook-id`.
 */
export const recordEvent = async (
  tx: Transaction,
  deps: RecordEventDeps,
  { merchantId, mode, orderId, dialect, event, sequence, payload }: EventToRecord,
): Promise<string> => {
  const now = deps.clock.now()
  const eventId = deps.ids.ulid(now)
  const told: WebhookPayload = {
    event,
    eventId,
    sequence,
    createdAt: now.toISOString(),
    mode,
    ...payload,
  }
  await insertEvent(tx, {
    merchantId,
    mode,
    eventId,
    orderId,
    dialect: dialect ?? null,
    event,
    sequence,
    payload: JSON.stringify(told),
    createdAt: now,
  })
  tx.afterCommit(() => deps.wakeDeliveries({ merchantId, mode }))
  return eventId
}
