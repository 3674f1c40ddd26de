import type { Dialect } from '@galla/contract/dialects'
import type { Mode } from '@galla/contract/order-status'
import { type Database, type Queryable, sql } from '../platform/database.ts'

export interface NewEvent {
  readonly merchantId: string
  readonly mode: Mode
  readonly eventId: string
  /** None: a test ping. */
  readonly orderId: string | null
  readonly dialect: Dialect | null
  readonly event: string
  readonly sequence: number
  readonly payload: string
  readonly deliveryId: string
  readonly createdAt: Date
}

/**
 * The event, and in the same statement its delivery, due now, when the mode has a URL: the delivery waits paused when the
 * endpoint is. Without a URL the event is stored all the same. Gives how many deliveries were made.
 */
export const insertEvent = (db: Queryable, event: NewEvent): Promise<number> =>
  db.run(sql`
    with written as (
      insert into webhook_events (merchant_id, event_id, mode, order_id, dialect, event, sequence, payload, created_at)
      values (${event.merchantId}, ${event.eventId}, ${event.mode}, ${event.orderId}, ${event.dialect}, ${event.event}, ${event.sequence},
              ${event.payload}, ${event.createdAt})
      returning merchant_id, event_id, mode, order_id, created_at
    )
    insert into webhook_deliveries (merchant_id, delivery_id, event_id, mode, url, state, due_at, created_at)
    select merchant_id, ${event.deliveryId}, event_id, mode, url,
           case when waits then 'paused' else 'pending' end, case when waits then null else written.created_at end,
           written.created_at
    from written join webhook_endpoints e using (merchant_id, mode)
    -- A ping is how a merchant finds out whether a paused endpoint works again.
    cross join lateral (select paused_at is not null and order_id is not null as waits)
    where url is not null`)

/** Retention, oldest first, a bounded batch a time; deliveries and attempts go with their event. */
export const deleteEventsBefore = (db: Database, before: Date, rowsMax: number): Promise<number> =>
  db.run(sql`
    delete from webhook_events e
    using (
      select merchant_id, event_id from webhook_events where created_at < ${before}
      order by created_at limit ${rowsMax} for update skip locked
    ) old
    where e.merchant_id = old.merchant_id and e.event_id = old.event_id`)
