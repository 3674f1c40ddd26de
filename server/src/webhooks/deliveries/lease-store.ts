import type { Dialect } from '@galla/contract/dialects'
import type { Mode } from '@galla/contract/order-status'
import { type Database, sql, type Transaction } from '../../platform/database/database.ts'
import { type EndpointKey, endpointName } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery, LeasedDelivery } from './delivery.ts'

export interface HeldRoom extends EndpointKey {
  /** How many are under way, over all processes. */
  readonly held: number
}

/**
 * Ends what a process was sending that is no more, or that held it too long; every other is left alone. Gives the endpoints to
 * which something is under way.
 */
export const sweepLeases = async (db: Database, now: Date): Promise<HeldRoom[]> => {
  const rows = await db.rows<{ merchant_id: string; mode: Mode; held: number }>(sql`
    with worker as materialized (
      select distinct worker_id from webhook_leases
    ), gone as materialized (
      -- Asked once for each worker, as it looks through every lock that there is; the planner would ask it of each lease.
      select worker_id from worker where not galla_worker_alive(worker_id)
    ), ended as (
      delete from webhook_leases where until <= ${now} or worker_id in (select worker_id from gone)
    )
    select merchant_id, mode, count(*)::int as held from webhook_leases
    where until > ${now} and worker_id not in (select worker_id from gone)
    group by merchant_id, mode`)
  return rows.map((row) => ({ merchantId: row.merchant_id, mode: row.mode, held: row.held }))
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
 * the lock: only then does it see what the process before it leased. The deliveries' rows need no lock: whoever changes one
 * holds its endpoint too, or its lease.
 */
export const leaseDueDeliveries = async (
  tx: Transaction,
  claims: readonly Claim[],
  lease: { readonly workerId: string; readonly until: Date; readonly now: Date },
): Promise<Leased[]> => {
  const merchants = claims.map(({ merchantId }) => merchantId)
  const rows = await tx.rows<{
    merchant_id: string
    mode: Mode
    free: number
    event_id: string | null
    attempts_made: number
    attempts_before: number
    event: string
    order_id: string | null
    dialect: Dialect | null
    payload: string
  }>(sql`
    with held as materialized (
      -- Once for all claims: a look for each would read the whole table each time, when it was planned while that was empty.
      select merchant_id, mode, array_agg(event_id) as ids from webhook_leases
      where merchant_id = any(${merchants}::text[]) group by merchant_id, mode
    ), room as materialized (
      select merchant_id, mode, coalesce(ids, '{}') as held, greatest(0, c.in_flight_max - coalesce(cardinality(ids), 0)) as free
      from unnest(${merchants}::text[], ${claims.map(({ mode }) => mode)}::text[],
                  ${claims.map(({ inFlightMax }) => inFlightMax)}::int[]) c (merchant_id, mode, in_flight_max)
      left join held using (merchant_id, mode)
    ), picked as materialized (
      select room.merchant_id, room.mode, room.free, due.* from room left join lateral (
        select d.event_id, d.attempts_made, d.attempts_before, e.payload, e.event, e.order_id, e.dialect
        from webhook_undelivered d cross join lateral (
          select payload, event, order_id, dialect from webhook_events
          where merchant_id = d.merchant_id and mode = d.mode and event_id between d.event_id and d.event_id
          order by event_id limit 1) e
        where d.merchant_id = room.merchant_id and d.mode = room.mode and d.due_at <= ${lease.now}
          and d.due_at is not null and d.event_id <> all(room.held)
        order by d.due_at, d.event_id limit room.free
      ) due on true
    ), leased as (
      insert into webhook_leases (merchant_id, mode, event_id, worker_id, until)
      select merchant_id, mode, event_id, ${lease.workerId}, ${lease.until} from picked where event_id is not null
    )
    select merchant_id, mode, free::int, event_id, attempts_made, attempts_before, payload, event, order_id, dialect
    from picked`)
  const found = new Map<string, { key: EndpointKey; free: number; deliveries: LeasedDelivery[] }>()
  for (const row of rows) {
    const key = { merchantId: row.merchant_id, mode: row.mode }
    const name = endpointName(key)
    const endpoint = found.get(name) ?? { key, free: row.free, deliveries: [] }
    found.set(name, endpoint)
    if (row.event_id !== null)
      endpoint.deliveries.push({
        ...key,
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

/** False: the lease was no more this worker's. */
export const endLease = async (
  tx: Transaction,
  workerId: string,
  { merchantId, mode, eventId }: ClaimedDelivery,
): Promise<boolean> => {
  const ended = await tx.run(sql`
    delete from webhook_leases
    where merchant_id = ${merchantId} and mode = ${mode} and event_id = ${eventId} and worker_id = ${workerId}`)
  return ended > 0
}
