import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import { PAYMENT_REVERSED } from '@galla/contract/webhooks/webhook'
import { type Database, sql, type Transaction } from '../../platform/database/database.ts'
import { type EndpointKey, FIRST_ENDPOINT, type ModeKey } from '../endpoints/endpoint.ts'

export interface NewEvent extends ModeKey {
  readonly eventId: string
  /** Null: an event that is no change of an order. */
  readonly orderId: string | null
  readonly orderNumber: number | null
  readonly dialect: Dialect | null
  readonly event: string
  readonly sequence: number
  readonly payload: string
  readonly createdAt: Date
  readonly finalAt: Date | null
  /** What it is about, for a kind that is recorded once for each. */
  readonly about?: string
  /** The one endpoint that gets it, whatever it chose. */
  readonly onlyTo?: number
}

interface Target {
  readonly endpointId: number
  readonly url: string
  readonly waits: boolean
}

/** Lists the endpoints that get an event. A ping reaches a paused one too: that is how a merchant finds out whether it works again. */
const listTargets = (
  tx: Transaction,
  { merchantId, mode, event, dialect, about, onlyTo }: NewEvent,
): Promise<Target[]> =>
  tx.rows(sql`
    select endpoint_id as "endpointId", url, paused_at is not null and ${event}::text <> 'test.ping' as waits
    from webhook_endpoints
    where merchant_id = ${merchantId} and mode = ${mode} and url is not null and case
      when ${onlyTo !== undefined} then endpoint_id = ${onlyTo ?? 0}::int
      when endpoint_id > 1 then ${event}::text = any(events)
      else ${about === undefined}
        and (${event}::text not like 'source.%' or (tells_sources and format = 'standard'))
        -- The forms of other gateways have no place for it.
        and (${event}::text <> ${PAYMENT_REVERSED}
          or case when format_chosen then format else coalesce(${dialect}::text, 'standard') end = 'standard') end
    order by endpoint_id`)

/**
 * Inserts an event, and a delivery, due now, for each endpoint that gets it: it waits paused while the endpoint is. Without an endpoint the
 * event is stored all the same. Returns the endpoints.
 */
export const insertEvent = async (tx: Transaction, event: NewEvent): Promise<EndpointKey[]> => {
  const { merchantId, mode, eventId } = event
  const targets = await listTargets(tx, event)
  const further = targets.map(({ endpointId }) => endpointId).filter((id) => id !== FIRST_ENDPOINT)
  const inserted = await tx.run(sql`
    insert into webhook_events (merchant_id, mode, event_id, order_id, order_number, dialect, event, sequence, payload, created_at,
      final_at, about, has_delivery, further)
    values (${merchantId}, ${mode}, ${eventId}, ${event.orderId}, ${event.orderNumber}, ${event.dialect}, ${event.event},
      ${event.sequence}, ${event.payload}, ${event.createdAt}, ${event.finalAt}, ${event.about ?? null},
      ${further.length < targets.length}, ${further}::int[])
    on conflict (merchant_id, mode, event, about) where about is not null do nothing`)
  if (inserted === 0 || targets.length === 0) return []
  await tx.run(sql`
    insert into webhook_undelivered (merchant_id, mode, event_id, endpoint_id, url, state, due_at)
    select ${merchantId}, ${mode}, ${eventId}, t.id, t.url, case when t.waits then 'paused' else 'pending' end,
      case when not t.waits then ${event.createdAt}::timestamptz end
    from unnest(${targets.map(({ endpointId }) => endpointId)}::int[], ${targets.map(({ url }) => url)}::text[],
      ${targets.map(({ waits }) => waits)}::boolean[]) t (id, url, waits)`)
  return targets.map(({ endpointId }) => ({ merchantId, mode, endpointId }))
}

/**
 * Cancels the failures of an order that are not delivered, in the transaction that makes them untrue. The events are locked first, in a
 * statement of its own: a replay that makes one due holds the same lock, so its delivery is committed before, and cancelled here, or sees
 * the success afterwards.
 */
export const cancelFailures = async (
  tx: Transaction,
  { merchantId, mode, orderId }: ModeKey & { readonly orderId: string },
): Promise<void> => {
  const failures = await tx.values<string>(sql`
    select event_id from webhook_events
    where merchant_id = ${merchantId} and mode = ${mode} and order_id = ${orderId} and event = 'order.failed'
    order by event_id for no key update`)
  if (failures.length === 0) return
  await tx.run(sql`
    update webhook_undelivered set state = 'cancelled', due_at = null
    where merchant_id = ${merchantId} and mode = ${mode} and event_id = any(${failures}::text[])`)
}

/**
 * Deletes the oldest events with their deliveries and attempts, a bounded batch at a time. A separate statement deletes the attempts, so
 * that it sees one that was being recorded while its event was deleted.
 */
export const deleteEventsBefore = async (db: Database, before: Date, rowsMax: number): Promise<number> => {
  const old = await listEventsBefore(db, before, rowsMax)
  let deleted = 0
  for (const [merchantId, events] of Map.groupBy(old, (event) => event.merchantId))
    deleted += await db.transaction((tx) => deleteEvents(tx, merchantId, events))
  return deleted
}

interface EventKey extends ModeKey {
  readonly eventId: string
}

const listEventsBefore = (db: Database, before: Date, rowsMax: number): Promise<EventKey[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", mode, event_id as "eventId" from webhook_events where created_at < ${before}
    order by created_at limit ${rowsMax}`)

const deleteEvents = async (
  tx: Transaction,
  merchantId: string,
  events: readonly EventKey[],
): Promise<number> => {
  const modes = events.map(({ mode }) => mode)
  const eventIds = events.map(({ eventId }) => eventId)
  const deleted = await tx.run(sql`
    delete from webhook_events e using unnest(${modes}::text[], ${eventIds}::text[]) old (mode, event_id)
    where e.merchant_id = ${merchantId} and e.mode = old.mode and e.event_id = old.event_id`)
  await tx.run(sql`
    delete from webhook_attempts a using unnest(${modes}::text[], ${eventIds}::text[]) old (mode, event_id)
    where a.merchant_id = ${merchantId} and a.mode = old.mode and a.event_id = old.event_id`)
  return deleted
}
