import type { Mode } from '@galla/contract/order-status'
import { type Database, sql, type Transaction } from '../platform/database.ts'
import type { ClaimedDelivery, LeasedDelivery } from './delivery.ts'
import type { EndpointKey } from './endpoint.ts'

export interface QueueHead extends EndpointKey {
  readonly dueAt: Date
  /** How many endpoints the walk had come by. */
  readonly walked: number
}

/**
 * The endpoints that have something due, each by its earliest delivery, leased or not, walking from endpoint to endpoint along
 * the index: a queue of thousands costs one step. At most `walkMax` steps, beginning after `after`; the last is always told.
 */
export const queueHeads = async (
  db: Database,
  now: Date,
  after: { readonly merchantId: string; readonly mode: string },
  walkMax: number,
): Promise<QueueHead[]> => {
  const rows = await db.rows<{ merchant_id: string; mode: Mode; due_at: Date; walked: number }>(sql`
    with recursive walk as (
      (select merchant_id, mode, due_at, 1 as walked from webhook_deliveries
       where due_at is not null and (merchant_id, mode) > (${after.merchantId}, ${after.mode})
       order by merchant_id, mode, due_at limit 1)
      union all
      select next.merchant_id, next.mode, next.due_at, walk.walked + 1
      from walk cross join lateral (
        select d.merchant_id, d.mode, d.due_at from webhook_deliveries d
        where d.due_at is not null and (d.merchant_id, d.mode) > (walk.merchant_id, walk.mode)
        order by d.merchant_id, d.mode, d.due_at limit 1
      ) next
      where walk.walked < ${walkMax}::int
    )
    select merchant_id, mode, due_at, walked from walk
    where due_at <= ${now} or walked = (select max(walked) from walk)
    order by due_at`)
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    mode: row.mode,
    dueAt: row.due_at,
    walked: row.walked,
  }))
}

/** Without an attempt: the URL was removed. */
export const pauseClaimed = (tx: Transaction, { merchantId, deliveryId }: ClaimedDelivery) =>
  tx.run(sql`
    update webhook_deliveries set state = 'paused', due_at = null
    where merchant_id = ${merchantId} and delivery_id = ${deliveryId} and due_at is not null`)

/** Without an attempt: it is too early. */
export const putOffClaimed = (tx: Transaction, { merchantId, deliveryId }: ClaimedDelivery, until: Date) =>
  tx.run(sql`
    update webhook_deliveries set due_at = ${until}
    where merchant_id = ${merchantId} and delivery_id = ${deliveryId} and due_at is not null`)

/** Ends a delivery that has nothing true to tell any more. One that was tried stays, with its attempts. */
export const dropClaimed = async (tx: Transaction, { merchantId, deliveryId }: ClaimedDelivery) => {
  await tx.run(sql`
    delete from webhook_deliveries
    where merchant_id = ${merchantId} and delivery_id = ${deliveryId} and attempts_made = 0`)
  await tx.run(sql`
    update webhook_deliveries d
    set due_at = null,
        state = case when exists (
          select from webhook_attempts a
          where a.merchant_id = d.merchant_id and a.delivery_id = d.delivery_id and a.status = 200)
          then 'delivered' else 'exhausted' end
    where merchant_id = ${merchantId} and delivery_id = ${deliveryId}`)
}

/** Is an earlier failure of the same order told, or about to be? */
export const hasEarlierFailure = async (
  db: Database,
  { merchantId, eventId, orderId }: LeasedDelivery,
): Promise<boolean> => {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from webhook_events mine
      join webhook_events e on e.merchant_id = mine.merchant_id and e.order_id = mine.order_id
        and e.event = mine.event and e.sequence < mine.sequence
      join webhook_deliveries d on d.merchant_id = e.merchant_id and d.event_id = e.event_id
      where mine.merchant_id = ${merchantId} and mine.event_id = ${eventId} and mine.order_id = ${orderId}) as found`)
  return found
}
