import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Mode } from '@galla/contract/orders/order-status'
import type { OrderEventName, WebhookPayload } from '@galla/contract/webhooks/webhook'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { insertEvents } from './event-store.ts'

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
  /** The dialect that the order was created in. */
  readonly dialect?: Dialect | null
  readonly event: OrderEventName
  /** Grows per order. `webhook_events_once` refuses a repeated one, so one change is one event. */
  readonly sequence: number
  readonly payload: EventContent
  /** When a failure is final: other gateways' receivers, who take any failure for that, do not get it before. */
  readonly finalAt?: Date
}

/**
 * Writes events, and their deliveries where the mode has a URL, in the transaction of what they report: all are committed or none is.
 * One statement for all. Returns the events' ids, each of which is its `webhook-id`.
 */
export const recordEvents = async (
  tx: Transaction,
  deps: RecordEventDeps,
  events: readonly EventToRecord[],
): Promise<string[]> => {
  if (events.length === 0) return []
  const now = deps.clock.now()
  const rows = events.map(({ payload, dialect = null, finalAt = null, ...event }) => {
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
    return { ...event, eventId, dialect, finalAt, payload: JSON.stringify(sent), createdAt: now }
  })
  await insertEvents(tx, rows)
  const endpoints = new Map(
    rows.map(({ merchantId, mode }) => [`${merchantId} ${mode}`, { merchantId, mode }]),
  )
  tx.afterCommit(() => {
    for (const endpoint of endpoints.values()) deps.wakeDeliveries(endpoint)
  })
  return rows.map(({ eventId }) => eventId)
}

/** Writes one event. */
export const recordEvent = async (
  tx: Transaction,
  deps: RecordEventDeps,
  event: EventToRecord,
): Promise<string> => (await recordEvents(tx, deps, [event]))[0] ?? ''
