import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Mode } from '@galla/contract/orders/order-status'
import type { OrderEventName, WebhookPayload } from '@galla/contract/webhooks/webhook'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { insertEvent } from './event-store.ts'

export interface RecordEventDeps extends Pick<Platform, 'clock' | 'ids'> {
  /** Called after the commit, so that the delivery is sent at once. */
  readonly wakeDeliveries: (endpoint: EndpointKey) => void
}

/** The content of an event's payload. */
export type EventContent = Omit<WebhookPayload, 'event' | 'eventId' | 'sequence' | 'createdAt' | 'mode'>

export interface EventToRecord {
  readonly merchantId: string
  readonly mode: Mode
  readonly orderId: string
  /** The integer by which receivers of EKQR's format know the order. */
  readonly orderNumber?: number | null
  /** The dialect that the order was created in. */
  readonly dialect?: Dialect | null
  readonly event: OrderEventName
  /** Grows per order. `webhook_events_once` refuses a repeated one, so one change is one event. */
  readonly sequence: number
  readonly payload: EventContent
  /** When a failure is final: other gateways' receivers, who take any failure for that, do not get it before. */
  readonly finalAt?: Date | null
}

/**
 * Writes an event, and its deliveries to the endpoints that get it, in the transaction of what it reports: all is committed or nothing is. Returns
 * the event's id, which is its `webhook-id`.
 */
export const recordEvent = async (
  tx: Transaction,
  deps: RecordEventDeps,
  { payload, dialect = null, orderNumber = null, finalAt = null, ...event }: EventToRecord,
): Promise<string> => {
  const now = deps.clock.now()
  const eventId = deps.ids.ulid(now)
  const { mode, sequence } = event
  const sent: WebhookPayload = {
    event: event.event,
    eventId,
    sequence,
    createdAt: now.toISOString(),
    mode,
    ...payload,
  }
  const endpoints = await insertEvent(tx, {
    ...event,
    eventId,
    dialect,
    orderNumber,
    finalAt,
    payload: JSON.stringify(sent),
    createdAt: now,
  })
  tx.afterCommit(() => endpoints.forEach(deps.wakeDeliveries))
  return eventId
}
