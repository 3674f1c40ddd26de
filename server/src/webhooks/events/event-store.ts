import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Mode } from '@galla/contract/orders/order-status'
import { PAYMENT_REVERSED } from '@galla/contract/webhooks/webhook'
import { type Database, type Queryable, sql } from '../../platform/database/database.ts'

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
}

/**
 * Inserts events, and in the same statement the delivery of each, due now, where its mode has a URL: the delivery waits paused while
 * the endpoint is. Without a URL the event is stored all the same. Returns how many deliveries were created.
 */
export const insertEvents = (db: Queryable, events: readonly NewEvent[]): Promise<number> =>
  db.run(sql`
    with fresh as materialized (
      -- A ping is how a merchant finds out whether a paused endpoint works again.
      select n.*, e.url, e.paused_at is not null and n.event <> 'test.ping' as waits
      from unnest(${events.map((event) => event.merchantId)}::text[], ${events.map((event) => event.mode)}::text[],
        ${events.map((event) => event.eventId)}::text[], ${events.map((event) => event.orderId)}::text[],
        ${events.map((event) => event.dialect)}::text[], ${events.map((event) => event.event)}::text[],
        ${events.map((event) => event.sequence)}::int[], ${events.map((event) => event.payload)}::text[],
        ${events.map((event) => event.createdAt)}::timestamptz[])
        as n (merchant_id, mode, event_id, order_id, dialect, event, sequence, payload, created_at)
      left join webhook_endpoints e on e.merchant_id = n.merchant_id and e.mode = n.mode and e.url is not null
        and (n.event not like 'source.%' or (e.tells_sources and e.format = 'standard'))
        -- The forms of other gateways have no place for it.
        and (n.event <> ${PAYMENT_REVERSED}
          or case when e.format_chosen then e.format else coalesce(n.dialect, 'standard') end = 'standard')
    ), written as (
      insert into webhook_events (merchant_id, mode, event_id, order_id, dialect, event, sequence, payload, created_at, has_delivery)
      select merchant_id, mode, event_id, order_id, dialect, event, sequence, payload, created_at, url is not null from fresh
    )
    insert into webhook_undelivered (merchant_id, mode, event_id, url, state, due_at)
    select merchant_id, mode, event_id, url, case when waits then 'paused' else 'pending' end,
           case when waits then null else created_at end
    from fresh where url is not null`)

/**
 * Deletes the oldest events with their deliveries and attempts, a bounded batch at a time. A separate statement deletes the attempts, so
 * that it sees one that was being recorded while its event was deleted.
 */
export const deleteEventsBefore = (db: Database, before: Date, rowsMax: number): Promise<number> =>
  db.transaction(async (tx) => {
    const gone = await tx.rows<{ merchant_id: string; mode: Mode; event_id: string }>(sql`
      delete from webhook_events e
      using (
        select merchant_id, mode, event_id from webhook_events where created_at < ${before}
        order by created_at limit ${rowsMax} for update skip locked
      ) old
      where e.merchant_id = old.merchant_id and e.mode = old.mode and e.event_id = old.event_id
      returning e.merchant_id, e.mode, e.event_id`)
    await tx.run(sql`
      delete from webhook_attempts a
      using unnest(${gone.map((row) => row.merchant_id)}::text[], ${gone.map((row) => row.mode)}::text[],
                   ${gone.map((row) => row.event_id)}::text[]) event (merchant_id, mode, event_id)
      where a.merchant_id = event.merchant_id and a.mode = event.mode and a.event_id = event.event_id`)
    return gone.length
  })
