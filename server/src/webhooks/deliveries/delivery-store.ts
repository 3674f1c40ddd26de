import { type Database, type Queryable, sql } from '../../platform/database/database.ts'
import { part } from '../../platform/database/sql.ts'
import { LEASE_SECONDS } from '../../platform/jobs/lease.ts'
import type { EndpointKey, WalkedTo } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery } from './delivery.ts'

/**
 * Lists the endpoints between two that have a due delivery, earliest first. It looks up the earliest of each, so a long queue costs as
 * much as a short one.
 */
export const listDueEndpoints = (
  db: Queryable,
  now: Date,
  after: WalkedTo,
  to: EndpointKey | undefined,
  max: number,
): Promise<EndpointKey[]> =>
  db.rows(sql`
    select e.merchant_id as "merchantId", e.mode, e.endpoint_id as "endpointId"
    from webhook_endpoints e cross join lateral (
      select d.due_at from webhook_undelivered d
      where d.merchant_id = e.merchant_id and d.mode = e.mode and d.endpoint_id = e.endpoint_id and d.due_at is not null and d.due_at <= ${now}
      order by d.due_at limit 1) earliest
    where (e.merchant_id, e.mode, e.endpoint_id) > (${after.merchantId}, ${after.mode}, ${after.endpointId ?? 0})
      and (${to === undefined}
        or (e.merchant_id, e.mode, e.endpoint_id) <= (${to?.merchantId ?? ''}, ${to?.mode ?? ''}, ${to?.endpointId ?? 0}))
    order by earliest.due_at, e.merchant_id, e.mode, e.endpoint_id limit ${max}`)

/**
 * Claims due deliveries of an endpoint, in the order of their due time. Only the `inFlightMax` earliest can be claimed, so no more are in
 * flight, over all processes. A lease ends by the clock of the database. The commit does not wait for the disk: a claim that a database crash loses is made again.
 */
export const claimDeliveries = async (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  inFlightMax: number,
  now: Date,
  lease: string,
): Promise<ClaimedDelivery[]> => {
  const rows = await db.rows<Omit<ClaimedDelivery, keyof EndpointKey | 'lease'>>(sql`
    with due as materialized (
      select event_id, leased_until from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
        and due_at is not null and due_at <= ${now}
      order by due_at, event_id limit ${inFlightMax}
    ), free as materialized (
      -- Written so that PostgreSQL cannot take the index of the queue, which it would read whole, for that of the ids.
      select event_id from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and coalesce(due_at <= ${now}, false)
        and event_id = any(array(select event_id from due where leased_until is null or leased_until <= now()))
        and (leased_until is null or leased_until <= now())
      for update skip locked
    ), claimed as (
      update webhook_undelivered
      set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), lease = ${lease}
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
        and event_id = any(array(select event_id from free))
      returning event_id, attempts_made, attempts_before, revived_at is not null as is_revived, due_at
    ), no_wait as (
      select set_config('synchronous_commit', 'off', true) as off
    )
    select c.event_id as "eventId", c.attempts_made as "attemptsMade", c.attempts_before as "attemptsBefore",
      c.is_revived as "isRevived", e.event, e.order_number::float8 as "orderNumber", e.dialect, e.payload, e.final_at as "finalAt"
    from no_wait, claimed c cross join lateral (
      select event, order_number, dialect, payload, final_at from webhook_events
      where merchant_id = ${merchantId} and mode = ${mode} and event_id = c.event_id limit 1) e
    order by c.due_at, c.event_id`)
  return rows.map((row) => ({ ...row, merchantId, mode, endpointId, lease }))
}

/** Extends the lease of a delivery that is still being sent. One that another process took meanwhile has another lease. */
export const extendLease = (
  db: Queryable,
  { merchantId, mode, endpointId, eventId, lease }: ClaimedDelivery,
) =>
  db.run(sql`
    update webhook_undelivered set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and event_id = ${eventId} and lease = ${lease}`)

/** A claimed delivery that was cancelled meanwhile is not due, and stays as it is. */
const isClaim = ({ mode, endpointId, eventId, lease }: ClaimedDelivery) =>
  part`mode = ${mode} and endpoint_id = ${endpointId} and event_id = ${eventId} and lease = ${lease} and due_at is not null`

/** Without an attempt: the endpoint has no URL, or is paused. */
export const pauseClaimed = (db: Queryable, claimed: ClaimedDelivery) =>
  db.run(sql`
    update webhook_undelivered set state = 'paused', due_at = null, leased_until = null, lease = null where merchant_id = ${claimed.merchantId} and ${isClaim(claimed)}`)

/** Without an attempt: it is too early. */
export const rescheduleClaimed = (db: Queryable, claimed: ClaimedDelivery, until: Date) =>
  db.run(
    sql`update webhook_undelivered set due_at = ${until}, leased_until = null, lease = null where merchant_id = ${claimed.merchantId} and ${isClaim(claimed)}`,
  )

/**
 * Ends a delivery that must not be sent: one that was delivered before stays delivered, one that only failed is given up, and
 * one without an attempt is removed.
 */
export const cancelClaimed = (db: Database, claimed: ClaimedDelivery, takesAny2xx: boolean) =>
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
            where a.merchant_id = u.merchant_id and a.mode = u.mode and a.event_id = u.event_id and a.endpoint_id = u.endpoint_id
              and (a.status = 200 or (${takesAny2xx} and a.status between 200 and 299))))
        returning merchant_id, mode, event_id, endpoint_id, attempts_made
      )
      update webhook_events e
      set has_delivery = has_delivery and ended.endpoint_id > 1, further = array_remove(further, ended.endpoint_id) from ended
      where e.merchant_id = ended.merchant_id and e.mode = ended.mode and e.event_id = ended.event_id
        and ended.attempts_made = 0`)
    await tx.run(sql`
      update webhook_undelivered set state = 'exhausted', due_at = null, leased_until = null, lease = null where merchant_id = ${claimed.merchantId} and ${isClaim(claimed)}`)
  })

/** Whether an earlier failure of the same order was sent or will be. One that was cancelled before its first attempt was not. */
export const hasEarlierFailure = (
  db: Queryable,
  { merchantId, mode, endpointId, eventId }: ClaimedDelivery,
): Promise<boolean> =>
  db.value<boolean>(sql`
    select exists (
      select from webhook_events this
      join webhook_events e on e.merchant_id = this.merchant_id and e.order_id = this.order_id
        and e.event = this.event and e.sequence < this.sequence
      where this.merchant_id = ${merchantId} and this.mode = ${mode} and this.event_id = ${eventId}
        and this.order_id is not null and (e.has_delivery and ${endpointId}::int = 1 or ${endpointId}::int = any(e.further))
        and not exists (
          select from webhook_undelivered u
          where u.merchant_id = ${merchantId} and u.mode = e.mode and u.event_id = e.event_id and u.endpoint_id = ${endpointId}
            and u.state = 'cancelled' and u.attempts_made = 0)) as found`)
