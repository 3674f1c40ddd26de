import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Mode } from '@galla/contract/orders/order-status'
import { PAYMENT_REVERSED } from '@galla/contract/webhooks/webhook'
import { type Database, part, sql, type Transaction } from '../../platform/database/database.ts'
import { merchantsOf, onShardOf, splitByShard } from '../../platform/distributed/merchant-shards.ts'

export interface NewEvent {
  readonly merchantId: string
  readonly mode: Mode
  readonly eventId: string
  /** Null: an event that is no change of an order. */
  readonly orderId: string | null
  readonly dialect: Dialect | null
  readonly event: string
  readonly sequence: number
  readonly payload: string
  readonly createdAt: Date
  readonly finalAt: Date | null
}

/**
 * Inserts events, and the delivery of each, due now, where its mode has a URL: the delivery waits paused while the endpoint is. Without a
 * URL the event is stored all the same. Returns how many deliveries were created.
 */
export const insertEvents = async (tx: Transaction, events: readonly NewEvent[]): Promise<number> => {
  const merchants = merchantsOf(events)
  // A ping is how a merchant finds out whether a paused endpoint works again.
  const targets = await tx.rows<{ n: number; url: string; waits: boolean }>(sql`
    select n.n::int as n, e.url, e.paused_at is not null and n.event <> 'test.ping' as waits
    from unnest(${events.map((event) => event.merchantId)}::text[], ${events.map((event) => event.mode)}::text[],
      ${events.map((event) => event.dialect)}::text[], ${events.map((event) => event.event)}::text[])
      with ordinality as n (merchant_id, mode, dialect, event, n)
    join webhook_endpoints e on ${onShardOf(part`e.merchant_id`, merchants)}
      and e.merchant_id = n.merchant_id and e.mode = n.mode and e.url is not null
      and (n.event not like 'source.%' or (e.tells_sources and e.format = 'standard'))
      -- The forms of other gateways have no place for it.
      and (n.event <> ${PAYMENT_REVERSED}
        or case when e.format_chosen then e.format else coalesce(n.dialect, 'standard') end = 'standard')`)
  const targetOf = new Map(targets.map((target) => [target.n - 1, target]))
  await tx.run(sql`
    insert into webhook_events (merchant_id, mode, event_id, order_id, dialect, event, sequence, payload, created_at, final_at, has_delivery)
    select * from unnest(${events.map((event) => event.merchantId)}::text[], ${events.map((event) => event.mode)}::text[],
      ${events.map((event) => event.eventId)}::text[], ${events.map((event) => event.orderId)}::text[],
      ${events.map((event) => event.dialect)}::text[], ${events.map((event) => event.event)}::text[],
      ${events.map((event) => event.sequence)}::int[], ${events.map((event) => event.payload)}::text[],
      ${events.map((event) => event.createdAt)}::timestamptz[], ${events.map((event) => event.finalAt)}::timestamptz[],
      ${events.map((_event, n) => targetOf.has(n))}::boolean[])`)
  const due = events.flatMap((event, n) => {
    const target = targetOf.get(n)
    return target === undefined ? [] : [{ ...event, url: target.url, waits: target.waits }]
  })
  if (due.length === 0) return 0
  return tx.run(sql`
    insert into webhook_undelivered (merchant_id, mode, event_id, url, state, due_at)
    select * from unnest(${due.map((each) => each.merchantId)}::text[], ${due.map((each) => each.mode)}::text[],
      ${due.map((each) => each.eventId)}::text[], ${due.map((each) => each.url)}::text[],
      ${due.map((each) => (each.waits ? 'paused' : 'pending'))}::text[],
      ${due.map((each) => (each.waits ? null : each.createdAt))}::timestamptz[])`)
}

/**
 * Cancels the failures of these orders that are not delivered, in the transaction that makes them untrue. The events are locked first, in a
 * statement of its own: a replay that makes one due holds the same lock, so its delivery is committed before, and cancelled here, or sees
 * the success afterwards.
 */
export const cancelFailures = async (
  tx: Transaction,
  orders: readonly { readonly merchantId: string; readonly orderId: string }[],
): Promise<void> => {
  if (orders.length === 0) return
  const merchants = merchantsOf(orders)
  const failures = await tx.rows<{ merchant_id: string; mode: string; event_id: string }>(sql`
    select e.merchant_id, e.mode, e.event_id
    from unnest(${orders.map(({ merchantId }) => merchantId)}::text[], ${orders.map(({ orderId }) => orderId)}::text[])
      as o (merchant_id, order_id)
    join webhook_events e on ${onShardOf(part`e.merchant_id`, merchants)}
      and e.merchant_id = o.merchant_id and e.order_id = o.order_id and e.event = 'order.failed'
    order by e.merchant_id, e.mode, e.event_id for no key update of e`)
  if (failures.length === 0) return
  await tx.run(sql`
    update webhook_undelivered u set state = 'cancelled', due_at = null
    from unnest(${failures.map((each) => each.merchant_id)}::text[], ${failures.map((each) => each.mode)}::text[],
      ${failures.map((each) => each.event_id)}::text[]) as f (merchant_id, mode, event_id)
    where ${onShardOf(part`u.merchant_id`, merchants)}
      and u.merchant_id = f.merchant_id and u.mode = f.mode and u.event_id = f.event_id`)
}

/**
 * Deletes the oldest events with their deliveries and attempts, a bounded batch at a time. A separate statement deletes the attempts, so
 * that it sees one that was being recorded while its event was deleted.
 */
export const deleteEventsBefore = async (db: Database, before: Date, rowsMax: number): Promise<number> => {
  const old = await listEventsBefore(db, before, rowsMax)
  let deleted = 0
  for (const shard of splitByShard(db, old, ({ merchantId }) => merchantId))
    deleted += await db.transaction((tx) => deleteEvents(tx, shard))
  return deleted
}

interface EventKey {
  readonly merchantId: string
  readonly mode: Mode
  readonly eventId: string
}

const listEventsBefore = (db: Database, before: Date, rowsMax: number): Promise<EventKey[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", mode, event_id as "eventId" from webhook_events where created_at < ${before}
    order by created_at limit ${rowsMax}`)

const deleteEvents = async (tx: Transaction, events: readonly EventKey[]): Promise<number> => {
  const merchants = merchantsOf(events)
  const [merchantIds, modes, eventIds] = [
    events.map(({ merchantId }) => merchantId),
    events.map(({ mode }) => mode),
    events.map(({ eventId }) => eventId),
  ]
  const deleted = await tx.run(sql`
    delete from webhook_events e
    using unnest(${merchantIds}::text[], ${modes}::text[], ${eventIds}::text[]) old (merchant_id, mode, event_id)
    where ${onShardOf(part`e.merchant_id`, merchants)}
      and e.merchant_id = old.merchant_id and e.mode = old.mode and e.event_id = old.event_id`)
  await tx.run(sql`
    delete from webhook_attempts a
    using unnest(${merchantIds}::text[], ${modes}::text[], ${eventIds}::text[]) old (merchant_id, mode, event_id)
    where ${onShardOf(part`a.merchant_id`, merchants)}
      and a.merchant_id = old.merchant_id and a.mode = old.mode and a.event_id = old.event_id`)
  return deleted
}
