import type { Dialect } from '@galla/contract/dialects'
import type { Mode } from '@galla/contract/order-status'
import { type Database, sql, type Transaction } from '../platform/database.ts'
import type { ClaimedDelivery, LeasedDelivery } from './delivery.ts'
import type { EndpointKey } from './endpoint.ts'

/** Frees what a process was sending that is no more, or that held it too long; every other is left alone. */
export const freeVoidLeases = (db: Database, now: Date): Promise<number> =>
  db.run(sql`
    with worker as materialized (
      select distinct leased_by from webhook_deliveries where leased_by is not null
    ), gone as materialized (
      -- Asked once for each worker, as it looks through every lock that there is; the planner would ask it of each delivery.
      select leased_by from worker where not galla_worker_alive(leased_by)
    )
    update webhook_deliveries set leased_by = null, leased_until = null
    where leased_by is not null and (leased_until <= ${now} or leased_by in (select leased_by from gone))`)

export interface QueueHead extends EndpointKey {
  readonly dueAt: Date
  /** How many endpoints the walk had come by. */
  readonly walked: number
}

/**
 * The endpoints that have something due, each by its earliest delivery, walking from endpoint to endpoint along the index: a
 * queue of thousands costs one step. At most `walkMax` steps, beginning after `after`; the last step is always told.
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
       where due_at is not null and leased_by is null and (merchant_id, mode) > (${after.merchantId}, ${after.mode})
       order by merchant_id, mode, due_at limit 1)
      union all
      select next.merchant_id, next.mode, next.due_at, walk.walked + 1
      from walk cross join lateral (
        select d.merchant_id, d.mode, d.due_at from webhook_deliveries d
        where d.due_at is not null and d.leased_by is null and (d.merchant_id, d.mode) > (walk.merchant_id, walk.mode)
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

export interface Claim extends EndpointKey {
  /** How many may be under way to this endpoint at once, over all processes. */
  readonly inFlightMax: number
}

/** What was leased to an endpoint. */
export interface Leased extends EndpointKey {
  readonly deliveries: readonly LeasedDelivery[]
  /** As many as there was room for, so more may be due. */
  readonly isFull: boolean
}

/**
 * Leases the earliest due deliveries of endpoints whose rows this transaction holds. It has to be a statement of its own after
 * the lock: only then does it see what the process before it leased.
 */
export const leaseDueDeliveries = async (
  tx: Transaction,
  claims: readonly Claim[],
  lease: { readonly workerId: string; readonly until: Date; readonly now: Date },
): Promise<Leased[]> => {
  const rows = await tx.rows<{
    merchant_id: string
    mode: Mode
    free: number
    delivery_id: string | null
    event_id: string
    attempts_made: number
    attempts_before: number
    event: string
    order_id: string | null
    dialect: Dialect | null
    payload: string
  }>(sql`
    with room as (
      select c.merchant_id, c.mode, greatest(0, c.in_flight_max - (
        select count(*) from webhook_deliveries d
        where d.merchant_id = c.merchant_id and d.mode = c.mode and d.leased_by is not null)) as free
      from unnest(${claims.map(({ merchantId }) => merchantId)}::text[], ${claims.map(({ mode }) => mode)}::text[],
                  ${claims.map(({ inFlightMax }) => inFlightMax)}::int[]) c (merchant_id, mode, in_flight_max)
    ), picked as materialized (
      select due.merchant_id, due.delivery_id, 1 as few from room cross join lateral (
        select d.merchant_id, d.delivery_id from webhook_deliveries d
        where d.merchant_id = room.merchant_id and d.mode = room.mode and d.due_at <= ${lease.now}
          and d.due_at is not null and d.leased_by is null
        order by d.due_at, d.delivery_id limit room.free
        for update skip locked
      ) due
    ), leased as (
      -- The planner knows nothing of "few" and so expects few rows: it goes by the key, also where it planned for a small table.
      update webhook_deliveries d set leased_by = ${lease.workerId}, leased_until = ${lease.until}
      from picked where picked.few = 1 and d.merchant_id = picked.merchant_id and d.delivery_id = picked.delivery_id
      returning d.merchant_id, d.mode, d.delivery_id, d.event_id, d.attempts_made, d.attempts_before
    )
    select merchant_id, mode, room.free::int, leased.delivery_id, leased.event_id, leased.attempts_made, leased.attempts_before,
           e.payload, e.event, e.order_id, e.dialect
    from room left join (leased join webhook_events e using (merchant_id, event_id, mode)) using (merchant_id, mode)`)
  const found = new Map<string, { key: EndpointKey; free: number; deliveries: LeasedDelivery[] }>()
  for (const row of rows) {
    const key = { merchantId: row.merchant_id, mode: row.mode }
    const name = `${key.merchantId} ${key.mode}`
    const endpoint = found.get(name) ?? { key, free: row.free, deliveries: [] }
    found.set(name, endpoint)
    if (row.delivery_id !== null)
      endpoint.deliveries.push({
        ...key,
        deliveryId: row.delivery_id,
        eventId: row.event_id,
        attemptsMade: row.attempts_made,
        attemptsBefore: row.attempts_before,
        event: row.event,
        orderId: row.order_id,
        dialect: row.dialect,
        payload: row.payload,
      })
  }
  return [...found.values()].map(({ key, free, deliveries }) => ({
    ...key,
    deliveries,
    isFull: deliveries.length >= free,
  }))
}

/** Gives a lease back without an attempt: the URL was removed meanwhile. */
export const giveBackWithoutUrl = (tx: Transaction, workerId: string, claimed: ClaimedDelivery) =>
  tx.run(sql`
    update webhook_deliveries set state = 'paused', due_at = null, leased_by = null, leased_until = null
    where merchant_id = ${claimed.merchantId} and delivery_id = ${claimed.deliveryId} and leased_by = ${workerId}`)

/** Gives a lease back without an attempt: it is too early. */
export const putOffDelivery = (tx: Transaction, workerId: string, claimed: ClaimedDelivery, until: Date) =>
  tx.run(sql`
    update webhook_deliveries set due_at = ${until}, leased_by = null, leased_until = null
    where merchant_id = ${claimed.merchantId} and delivery_id = ${claimed.deliveryId} and leased_by = ${workerId}`)

/** Ends a delivery that has nothing true to tell any more. One that was tried stays, with its attempts. */
export const dropDelivery = async (tx: Transaction, workerId: string, claimed: ClaimedDelivery) => {
  await tx.run(sql`
    delete from webhook_deliveries
    where merchant_id = ${claimed.merchantId} and delivery_id = ${claimed.deliveryId} and leased_by = ${workerId}
      and attempts_made = 0`)
  await tx.run(sql`
    update webhook_deliveries d
    set due_at = null, leased_by = null, leased_until = null,
        state = case when exists (
          select from webhook_attempts a
          where a.merchant_id = d.merchant_id and a.delivery_id = d.delivery_id and a.status = 200)
          then 'delivered' else 'exhausted' end
    where merchant_id = ${claimed.merchantId} and delivery_id = ${claimed.deliveryId} and leased_by = ${workerId}`)
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
