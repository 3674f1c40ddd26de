import type { Mode } from '@galla/contract/order-status'
import { type Database, sql, type Transaction } from '../../platform/database/database.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery, LeasedDelivery } from './delivery.ts'

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
      (select merchant_id, mode, due_at, 1 as walked from webhook_undelivered
       where due_at is not null and (merchant_id, mode) > (${after.merchantId}, ${after.mode})
       order by merchant_id, mode, due_at limit 1)
      union all
      select next.merchant_id, next.mode, next.due_at, walk.walked + 1
      from walk cross join lateral (
        select d.merchant_id, d.mode, d.due_at from webhook_undelivered d
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
export const pauseClaimed = (tx: Transaction, { merchantId, mode, eventId }: ClaimedDelivery) =>
  tx.run(sql`
    update webhook_undelivered set state = 'paused', due_at = null
    where merchant_id = ${merchantId} and mode = ${mode} and event_id = ${eventId} and due_at is not null`)

/** Without an attempt: it is too early. */
export const putOffClaimed = (tx: Transaction, { merchantId, mode, eventId }: ClaimedDelivery, until: Date) =>
  tx.run(sql`
    update webhook_undelivered set due_at = ${until}
    where merchant_id = ${merchantId} and mode = ${mode} and event_id = ${eventId} and due_at is not null`)

/**
 * Ends a delivery that has nothing true to tell any more: one that was taken once stays delivered, one that was tried in vain is
 * given up, and of one that nobody was told of nothing is left.
 */
export const dropClaimed = async (tx: Transaction, { merchantId, mode, eventId }: ClaimedDelivery) => {
  await tx.run(sql`
    with ended as (
      delete from webhook_undelivered u
      where merchant_id = ${merchantId} and mode = ${mode} and event_id = ${eventId}
        and (attempts_made = 0 or exists (
          select from webhook_attempts a
          where a.merchant_id = u.merchant_id and a.mode = u.mode and a.event_id = u.event_id and a.status = 200))
      returning attempts_made
    )
    update webhook_events set has_delivery = false
    where merchant_id = ${merchantId} and mode = ${mode} and event_id = ${eventId}
      and exists (select from ended where attempts_made = 0)`)
  await tx.run(sql`
    update webhook_undelivered set state = 'exhausted', due_at = null
    where merchant_id = ${merchantId} and mode = ${mode} and event_id = ${eventId}`)
}

/** Is an earlier failure of the same order told, or about to be? */
export const hasEarlierFailure = async (
  db: Database,
  { merchantId, mode, eventId }: LeasedDelivery,
): Promise<boolean> => {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from webhook_events mine
      join webhook_events e on e.merchant_id = mine.merchant_id and e.order_id = mine.order_id
        and e.event = mine.event and e.sequence < mine.sequence
      where mine.merchant_id = ${merchantId} and mine.mode = ${mode} and mine.event_id = ${eventId}
        and mine.order_id is not null and e.has_delivery) as found`)
  return found
}
