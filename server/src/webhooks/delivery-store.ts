import type { Dialect } from '@galla/contract/dialects'
import type { Mode } from '@galla/contract/order-status'
import type { DeliveryState } from '@galla/contract/webhook-deliveries'
import { type Database, sql, type Transaction } from '../platform/database.ts'
import type { EndpointKey, PauseReason } from './endpoint.ts'

/** A delivery that this process alone may send until its lease ends. */
export interface ClaimedDelivery extends EndpointKey {
  readonly deliveryId: string
  readonly eventId: string
  readonly attemptsMade: number
  /** Those made before it was last sent again; its schedule begins after them. */
  readonly attemptsBefore: number
  readonly payload: string
}

/** With what decides how it is worded, and whether it still is to be told. */
export interface LeasedDelivery extends ClaimedDelivery {
  readonly event: string
  /** None: a test ping. */
  readonly orderId: string | null
  readonly dialect: Dialect | null
}

/** Frees what a process was sending that is no more, or that held it too long; every other is left alone. */
export const freeVoidLeases = (db: Database, now: Date): Promise<number> =>
  db.run(sql`
    with gone as materialized (
      select leased_by from (select distinct leased_by from webhook_deliveries where leased_by is not null) worker
      where not galla_worker_alive(leased_by)
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

/**
 * Leases the earliest due deliveries of endpoints whose rows this transaction holds. It has to be a statement of its own after
 * the lock: only then does it see what the process before it leased.
 */
export const leaseDueDeliveries = async (
  tx: Transaction,
  claims: readonly Claim[],
  lease: { readonly workerId: string; readonly until: Date; readonly now: Date },
): Promise<LeasedDelivery[]> => {
  const rows = await tx.rows<{
    merchant_id: string
    mode: Mode
    delivery_id: string
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
    ), picked as (
      select due.merchant_id, due.delivery_id from room cross join lateral (
        select d.merchant_id, d.delivery_id from webhook_deliveries d
        where d.merchant_id = room.merchant_id and d.mode = room.mode and d.due_at <= ${lease.now}
          and d.due_at is not null and d.leased_by is null
        order by d.due_at, d.delivery_id limit room.free
        for update skip locked
      ) due
    ), leased as (
      update webhook_deliveries d set leased_by = ${lease.workerId}, leased_until = ${lease.until}
      from picked where d.merchant_id = picked.merchant_id and d.delivery_id = picked.delivery_id
      returning d.merchant_id, d.mode, d.delivery_id, d.event_id, d.attempts_made, d.attempts_before
    )
    select leased.*, e.payload, e.event, e.order_id, e.dialect from leased join webhook_events e using (merchant_id, event_id)`)
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    mode: row.mode,
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    attemptsMade: row.attempts_made,
    attemptsBefore: row.attempts_before,
    event: row.event,
    orderId: row.order_id,
    dialect: row.dialect,
    payload: row.payload,
  }))
}

export interface Attempt {
  readonly at: Date
  readonly url: string
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly response: string | null
  readonly requestHeaders: Readonly<Record<string, string>>
  /** None: the event's payload as it stands. */
  readonly requestBody: string | null
}

/**
 * Ends a lease with what came of the attempt, which is appended. False when the lease is no longer this worker's: then another
 * one sends it, and tells.
 */
export const endLease = async (
  tx: Transaction,
  workerId: string,
  claimed: ClaimedDelivery,
  attempt: Attempt,
  next: { readonly state: DeliveryState; readonly dueAt: Date | null },
): Promise<boolean> => {
  const number = claimed.attemptsMade + 1
  const ended = await tx.run(sql`
    with ended as (
      update webhook_deliveries
      set state = ${next.state}, due_at = ${next.dueAt}, attempts_made = ${number}, url = ${attempt.url},
          leased_by = null, leased_until = null
      where merchant_id = ${claimed.merchantId} and delivery_id = ${claimed.deliveryId} and leased_by = ${workerId}
        and attempts_made = ${claimed.attemptsMade}
      returning merchant_id, delivery_id, attempts_made
    )
    insert into webhook_attempts (merchant_id, delivery_id, attempt, at, status, duration_ms, error, response,
                                  request_headers, request_body)
    select merchant_id, delivery_id, attempts_made, ${attempt.at}, ${attempt.status}::int, ${attempt.durationMs}::int,
           ${attempt.error}::text, ${attempt.response}::text, ${attempt.requestHeaders}::json, ${attempt.requestBody}::text
    from ended`)
  return ended === 1
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

/** The endpoint works: no slow lane, no pause. False when that was so already, which is the rule and writes nothing. */
export const noteSuccess = async (tx: Transaction, { merchantId, mode }: EndpointKey, url: string) =>
  (await tx.run(sql`
    update webhook_endpoints set failing_since = null, paused_at = null, pause_reason = null
    where merchant_id = ${merchantId} and mode = ${mode} and url = ${url}
      and (failing_since is not null or paused_at is not null)`)) === 1

export interface EndpointHealth {
  readonly url: string | null
  readonly failing_since: Date | null
  readonly paused_at: Date | null
}

/** Notes a failure at `url`, if that still is the endpoint's, and locks the endpoint for what follows from it. */
export const noteFailure = (tx: Transaction, { merchantId, mode }: EndpointKey, url: string, now: Date) =>
  tx.one<EndpointHealth>(sql`
    update webhook_endpoints
    set failing_since = case when url = ${url} then coalesce(failing_since, ${now}) else failing_since end
    where merchant_id = ${merchantId} and mode = ${mode}
    returning url, failing_since, paused_at`)

export const pauseEndpoint = (
  tx: Transaction,
  { merchantId, mode }: EndpointKey,
  reason: PauseReason,
  now: Date,
) =>
  tx.run(sql`
    update webhook_endpoints set paused_at = ${now}, pause_reason = ${reason}
    where merchant_id = ${merchantId} and mode = ${mode}`)
