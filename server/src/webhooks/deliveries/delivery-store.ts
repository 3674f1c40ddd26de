import { type Database, type Queryable, sql } from '../../platform/database/database.ts'
import { part, unprepared } from '../../platform/database/sql.ts'
import { isDistributed } from '../../platform/distributed/is-distributed.ts'
import {
  inEachShard,
  merchantsOf,
  onShardOf,
  splitByShard,
} from '../../platform/distributed/merchant-shards.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery } from './delivery.ts'

export interface DueEndpoint extends EndpointKey {
  readonly dueAt: Date
  /** The position of this endpoint in the walk. */
  readonly walked: number
}

/**
 * Lists endpoints with a due delivery, earliest first. It steps through the index from endpoint to endpoint, so a long queue costs
 * one step. It takes at most `walkMax` steps after `after`, and always includes the last endpoint of the walk.
 */
export const listDueEndpoints = (
  db: Database,
  now: Date,
  after: WalkedTo,
  walkMax: number,
): Promise<DueEndpoint[]> =>
  isDistributed(db)
    ? readEachEndpoint(db, now, after, walkMax)
    : stepThroughEndpoints(db, now, after, walkMax)

type WalkedTo = Readonly<Record<'merchantId' | 'mode', string>>

const stepThroughEndpoints = (
  db: Queryable,
  now: Date,
  after: WalkedTo,
  walkMax: number,
): Promise<DueEndpoint[]> =>
  db.rows<DueEndpoint>(sql`
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
    select merchant_id as "merchantId", mode, due_at as "dueAt", walked from walk
    where due_at <= ${now} or walked = (select max(walked) from walk)
    order by due_at`)

/** The same where tables are distributed: no recursion goes over all servers, so each reads its whole queue. */
const readEachEndpoint = async (
  db: Queryable,
  now: Date,
  after: WalkedTo,
  walkMax: number,
): Promise<DueEndpoint[]> => {
  const rows = await db.rows<Omit<DueEndpoint, 'walked'>>(sql`
    select merchant_id as "merchantId", mode, min(due_at) as "dueAt" from webhook_undelivered
    where due_at is not null and (merchant_id, mode) > (${after.merchantId}, ${after.mode})
    group by merchant_id, mode order by merchant_id, mode limit ${walkMax}`)
  return rows
    .map((row, n) => ({ ...row, walked: n + 1 }))
    .filter((row) => row.dueAt <= now || row.walked === rows.length)
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}

export interface ClaimLimit extends EndpointKey {
  /** How many deliveries may be in flight to this endpoint, over all processes. */
  readonly inFlightMax: number
}

const SHARDS_AT_ONCE = 8

export interface Lease {
  readonly now: Date
  readonly leasedUntil: Date
  /** The worker that claims. */
  readonly leasedBy: string
  /** Workers whose leases are void. */
  readonly deadWorkers: readonly string[]
}

/** The worker that sends the earliest due delivery of an endpoint now. The deliveries of a dead one soon are the earliest. */
export const findSender = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  now: Date,
): Promise<string | undefined> => {
  const earliest = await db.maybeOne<{ leased_by: string | null; is_leased: boolean | null }>(sql`
    select leased_by, leased_until > ${now} as is_leased from webhook_undelivered
    where merchant_id = ${merchantId} and mode = ${mode} and due_at is not null and due_at <= ${now}
    order by due_at, event_id limit 1`)
  return earliest?.is_leased === true ? (earliest.leased_by ?? undefined) : undefined
}

/**
 * Claims due deliveries until `leasedUntil`, in the order of their due time. Only the `inFlightMax` earliest of an endpoint can be
 * claimed, so no more are in flight. The commit does not wait for the disk: a claim that a database crash loses is made again.
 */
export const claimDeliveries = async (
  db: Database,
  limits: readonly ClaimLimit[],
  lease: Lease,
): Promise<ClaimedDelivery[]> => {
  const shards = splitByShard(db, limits, ({ merchantId }) => merchantId)
  const claimed = await inEachShard(shards, (shard) => claimOnShard(db, shard, lease), {
    atOnce: SHARDS_AT_ONCE,
  })
  return claimed.flat().map((row) => ({ ...row, leasedUntil: lease.leasedUntil }))
}

const claimOnShard = (
  db: Database,
  limits: readonly ClaimLimit[],
  { now, leasedUntil, leasedBy, deadWorkers }: Lease,
): Promise<Omit<ClaimedDelivery, 'leasedUntil'>[]> => {
  const merchants = merchantsOf(limits)
  return db.rows(
    unprepared(sql`
    with due as materialized (
      select e.merchant_id, e.mode, earliest.event_id
      from unnest(${limits.map(({ merchantId }) => merchantId)}::text[], ${limits.map(({ mode }) => mode)}::text[],
                  ${limits.map(({ inFlightMax }) => inFlightMax)}::int[]) e (merchant_id, mode, in_flight_max)
      cross join lateral (
        select d.event_id, d.leased_until, d.leased_by from webhook_undelivered d
        where ${onShardOf(part`d.merchant_id`, merchants)} and d.merchant_id = e.merchant_id and d.mode = e.mode
          and d.due_at is not null and d.due_at <= ${now}
        order by d.due_at, d.event_id limit e.in_flight_max
      ) earliest
      where earliest.leased_until is null or earliest.leased_until <= ${now}
        or earliest.leased_by = any(${deadWorkers}::text[])
    ), locked as materialized (
      select d.* from due cross join lateral (
        select merchant_id, mode, event_id from webhook_undelivered
        where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = due.merchant_id and mode = due.mode
          and event_id = due.event_id and due_at is not null
          and (leased_until is null or leased_until <= ${now} or leased_by = any(${deadWorkers}::text[]))
        limit 1 for update skip locked) d
    ), claimed as (
      update webhook_undelivered d set leased_until = ${leasedUntil}, leased_by = ${leasedBy}
      from locked
      where ${onShardOf(part`d.merchant_id`, merchants)} and d.merchant_id = locked.merchant_id and d.mode = locked.mode
        and d.event_id = locked.event_id
      returning d.merchant_id, d.mode, d.event_id, d.attempts_made, d.attempts_before, d.due_at
    ), no_wait as (
      select set_config('synchronous_commit', 'off', true) as off
    )
    select claimed.merchant_id as "merchantId", claimed.mode, claimed.event_id as "eventId", claimed.attempts_made as "attemptsMade",
      claimed.attempts_before as "attemptsBefore", e.event, e.order_id as "orderId", e.dialect, e.payload, e.final_at as "finalAt"
    from no_wait, claimed cross join lateral (
      select event, order_id, dialect, payload, final_at from webhook_events
      where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = claimed.merchant_id and mode = claimed.mode and event_id = claimed.event_id limit 1) e
    order by claimed.due_at, claimed.event_id`),
  )
}

/** A claimed delivery that was cancelled meanwhile is not due, and stays as it is. */
const isClaim = ({ mode, eventId, leasedUntil }: ClaimedDelivery) =>
  part`mode = ${mode} and event_id = ${eventId} and leased_until = ${leasedUntil} and due_at is not null`

/** Without an attempt: the endpoint has no URL. */
export const pauseClaimed = (db: Queryable, claimed: ClaimedDelivery) =>
  db.run(sql`
    update webhook_undelivered set state = 'paused', due_at = null, leased_until = null where merchant_id = ${claimed.merchantId} and ${isClaim(claimed)}`)

/** Without an attempt: it is too early. */
export const rescheduleClaimed = (db: Queryable, claimed: ClaimedDelivery, until: Date) =>
  db.run(
    sql`update webhook_undelivered set due_at = ${until}, leased_until = null where merchant_id = ${claimed.merchantId} and ${isClaim(claimed)}`,
  )

/**
 * Ends a delivery that must not be sent: one that was delivered before stays delivered, one that only failed is given up, and
 * one without an attempt is removed.
 */
export const cancelClaimed = (db: Database, claimed: ClaimedDelivery) =>
  db.transaction(async (tx) => {
    // Before the delivery, as `cancelFailures` locks them.
    await tx.run(sql`
      select from webhook_events
      where merchant_id = ${claimed.merchantId} and mode = ${claimed.mode} and event_id = ${claimed.eventId} for no key update`)
    await tx.run(sql`
      with ended as (
        delete from webhook_undelivered u
        where merchant_id = ${claimed.merchantId} and ${isClaim(claimed)}
          and (attempts_made = 0 or exists (
            select from webhook_attempts a
            where a.merchant_id = u.merchant_id and a.mode = u.mode and a.event_id = u.event_id and a.status = 200))
        returning merchant_id, mode, event_id, attempts_made
      )
      update webhook_events e set has_delivery = false from ended
      where e.merchant_id = ended.merchant_id and e.mode = ended.mode and e.event_id = ended.event_id
        and ended.attempts_made = 0`)
    await tx.run(sql`
      update webhook_undelivered set state = 'exhausted', due_at = null, leased_until = null where merchant_id = ${claimed.merchantId} and ${isClaim(claimed)}`)
  })

/** Whether an earlier failure of the same order was sent or will be. One that was cancelled before its first attempt was not. */
export const hasEarlierFailure = (
  db: Queryable,
  { merchantId, mode, eventId }: ClaimedDelivery,
): Promise<boolean> =>
  db.value<boolean>(sql`
    select exists (
      select from webhook_events this
      join webhook_events e on e.merchant_id = this.merchant_id and e.order_id = this.order_id
        and e.event = this.event and e.sequence < this.sequence
      where this.merchant_id = ${merchantId} and this.mode = ${mode} and this.event_id = ${eventId}
        and this.order_id is not null and e.has_delivery and not exists (
          select from webhook_undelivered u
          where u.merchant_id = ${merchantId} and u.mode = e.mode and u.event_id = e.event_id
            and u.state = 'cancelled' and u.attempts_made = 0)) as found`)
