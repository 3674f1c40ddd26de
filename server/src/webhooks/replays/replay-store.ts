import type { DeliveryState, Replay } from '@galla/contract/webhooks/webhook-deliveries'
import {
  fixed,
  part,
  type Queryable,
  type SqlPart,
  sql,
  type Transaction,
} from '../../platform/database/database.ts'
import type { WithDates } from '../../platform/iso-dates.ts'
import { type EndpointKey, FIRST_ENDPOINT } from '../endpoints/endpoint.ts'

type Dates = 'from' | 'to' | 'createdAt' | 'finishedAt'
export interface ReplayRow extends EndpointKey, WithDates<Replay, Dates> {
  readonly asOf: Date
  readonly walkedTo: string
}

const REPLAY = fixed`
  r.merchant_id as "merchantId", r.mode, r.endpoint_id as "endpointId", r.replay_id as id, r.from_at as "from",
  r.to_at as "to", r.state, r.expected, r.sent, r.created_at as "createdAt", r.finished_at as "finishedAt", r.stopped,
  r.as_of as "asOf", r.walked_to as "walkedTo"`

/** Inserts a replay, unless another one of the mode is running. */
export const insertReplay = (
  tx: Transaction,
  replay: Omit<ReplayRow, 'walkedTo' | 'sent' | 'finishedAt' | 'stopped'>,
): Promise<number> =>
  tx.run(sql`
    insert into webhook_replays (merchant_id, replay_id, mode, endpoint_id, from_at, to_at, state, as_of, expected, created_at)
    values (${replay.merchantId}, ${replay.id}, ${replay.mode}, ${replay.endpointId}, ${replay.from}, ${replay.to}, ${replay.state},
            ${replay.asOf}, ${replay.expected}, ${replay.createdAt})
    on conflict (merchant_id, mode, endpoint_id) where finished_at is null do nothing`)

export const findLatestReplay = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
): Promise<ReplayRow | undefined> =>
  db.maybeOne(sql`
    select ${REPLAY} from webhook_replays r
    where r.merchant_id = ${merchantId} and r.mode = ${mode} and r.endpoint_id = ${endpointId}
    order by r.replay_id desc limit 1`)

export const stopOpenReplay = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update webhook_replays set finished_at = ${now}, stopped = true
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and finished_at is null`)

/**
 * Claims a turn for the replays that have waited longest, among those whose endpoint has a URL and is not paused. Skips replays that another
 * process claimed meanwhile.
 */
export const claimReplayTurns = async (db: Queryable, now: Date, max: number): Promise<ReplayKey[]> => {
  const waiting = await db.rows<ReplayKey & { readonly workedAt: Date | null }>(sql`
    select r.merchant_id as "merchantId", r.replay_id as id, r.worked_at as "workedAt"
    from webhook_replays r join webhook_endpoints e using (merchant_id, mode, endpoint_id)
    where r.finished_at is null and e.url is not null and e.paused_at is null
    order by r.worked_at nulls first, r.replay_id limit ${max}`)
  const claimed: ReplayKey[] = []
  for (const { merchantId, id, workedAt } of waiting)
    claimed.push(
      ...(await db.rows<ReplayKey>(sql`
        update webhook_replays set worked_at = ${now}
        where merchant_id = ${merchantId} and replay_id = ${id} and worked_at is not distinct from ${workedAt}
          and finished_at is null
        returning merchant_id as "merchantId", replay_id as id`)),
    )
  return claimed
}

export type ReplayKey = Pick<ReplayRow, 'merchantId' | 'id'>

/** Locks a replay; undefined if it was stopped, its endpoint was paused, or another process works on it. */
export const lockReplay = (
  tx: Transaction,
  { merchantId, id }: ReplayKey,
): Promise<(ReplayRow & { failing: boolean }) | undefined> =>
  tx.maybeOne(sql`
    select ${REPLAY}, e.failing_since is not null as failing
    from webhook_replays r join webhook_endpoints e using (merchant_id, mode, endpoint_id)
    where r.merchant_id = ${merchantId} and r.replay_id = ${id}
      and r.finished_at is null and e.url is not null and e.paused_at is null
    for update of r skip locked`)

export const recordReplayProgress = (
  tx: Transaction,
  { merchantId, id }: ReplayKey,
  walkedTo: string,
  sent: number,
  finishedAt: Date | null,
) =>
  tx.run(sql`
    update webhook_replays set walked_to = ${walkedTo}, sent = sent + ${sent}, finished_at = ${finishedAt}
    where merchant_id = ${merchantId} and replay_id = ${id}`)

/** Whether an event `e` of a merchant reports a failure of an order that was paid since. */
const isFailureOfPaid = (merchantId: string): SqlPart => part`(e.event = 'order.failed' and exists (
  select from webhook_events paid
  where paid.merchant_id = ${merchantId} and paid.order_id = e.order_id and paid.event = 'order.success'))`

/** Whether an endpoint was given an event. */
const isGiven = (endpointId: number): SqlPart =>
  part`(has_delivery and ${endpointId}::int = 1 or ${endpointId}::int = any(further))`

/** What can be sent again: events of orders and what was given, and to a further endpoint all that it chose. A test ping never is. */
const isReplayed = (merchantId: string, endpointId: number, given = part`e.has_delivery`): SqlPart =>
  endpointId === FIRST_ENDPOINT
    ? part`(e.order_id is not null or ${given} and e.event <> 'test.ping')`
    : part`exists (select from webhook_endpoints chosen
        where chosen.merchant_id = ${merchantId} and chosen.mode = e.mode and chosen.endpoint_id = ${endpointId}
          and e.event = any(chosen.events))`

export interface WalkedEvent {
  readonly eventId: string
  /** Null: the event has no delivery. */
  readonly state: DeliveryState | null
  /** When it was last sent again, or delivered. */
  readonly sentAt: Date | null
  readonly inFlight: boolean
}

/** Lists the next events of a range with their deliveries, oldest first, without test pings. */
export const listEventsBetween = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  after: string,
  before: string,
  max: number,
): Promise<WalkedEvent[]> =>
  tx.rows(sql`
    select e.event_id as "eventId", case when ${isFailureOfPaid(merchantId)} then 'cancelled'
                            when is_given then coalesce(u.state, 'delivered') end as state,
           case when u.event_id is not null then u.revived_at when is_given then (
             select at from webhook_attempts a
             where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.event_id = e.event_id and a.endpoint_id = ${endpointId}
             order by attempt desc limit 1
           ) end as "sentAt", coalesce(u.leased_until > now(), false) as "inFlight"
    from (select event_id, ${isGiven(endpointId)} as is_given, event, order_id from webhook_events e
          where merchant_id = ${merchantId} and mode = ${mode} and event_id > ${after} and event_id < ${before}
            and ${isReplayed(merchantId, endpointId)}
          order by event_id limit ${max}) e
    left join webhook_undelivered u on u.merchant_id = ${merchantId} and u.mode = ${mode} and u.event_id = e.event_id
      and u.endpoint_id = ${endpointId}
    order by e.event_id`)

/**
 * Makes events due, again or for the first time, with a new retry schedule and the current URL of their endpoint. Skips deliveries that are
 * being sent or due anyway, and failures that are no longer true. Returns how many were made due. Each table names the merchant: otherwise
 * Citus cannot find the one server of the insert, and locks the tables of all merchants until the transaction ends. It takes no time of
 * the database in a conflict's condition.
 */
export const scheduleDeliveries = async (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  eventIds: readonly string[],
  now: Date,
): Promise<number> => {
  // A worker that records an attempt locks the endpoint and the delivery: only a separate statement after both locks sees the attempt.
  await tx.run(sql`
    select from webhook_endpoints where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} for update`)
  // A failure may be cancelled at the same time: `cancelFailures` has the reason, and locks in the same order.
  await tx.run(sql`
    select from webhook_events
    where merchant_id = ${merchantId} and mode = ${mode} and event_id = any(${eventIds}::text[]) and event = 'order.failed'
    order by event_id for no key update`)
  await tx.run(sql`
    select from webhook_undelivered
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and event_id = any(${eventIds}::text[])
    order by event_id for update`)
  return tx.run(sql`
    with due as (
      insert into webhook_undelivered as u (merchant_id, mode, event_id, endpoint_id, url, state, due_at, attempts_made, attempts_before,
        revived_at)
      select e.merchant_id, e.mode, e.event_id, p.endpoint_id, p.url, 'pending', ${now}, tried.made, tried.made, ${now}
      from webhook_events e join webhook_endpoints p on p.merchant_id = ${merchantId} and p.mode = e.mode and p.endpoint_id = ${endpointId}
      cross join lateral (
        select coalesce(max(attempt), 0) as made from webhook_attempts a
        where a.merchant_id = ${merchantId} and a.mode = e.mode and a.event_id = e.event_id
          and a.endpoint_id = ${endpointId}) tried
      where e.merchant_id = ${merchantId} and e.mode = ${mode} and e.event_id = any(${eventIds}::text[]) and p.url is not null
        and not ${isFailureOfPaid(merchantId)} and not exists (
          select from webhook_undelivered sent
          where sent.merchant_id = ${merchantId} and sent.mode = ${mode} and sent.event_id = e.event_id
            and sent.endpoint_id = ${endpointId} and sent.leased_until > now())
      on conflict (merchant_id, mode, event_id, endpoint_id) do update
      set state = 'pending', due_at = excluded.due_at, url = excluded.url, attempts_before = u.attempts_made,
          revived_at = excluded.revived_at, leased_until = null, lease = null
      where u.state not in ('pending', 'cancelled')
      returning event_id
    ), marked as (
      update webhook_events set has_delivery = has_delivery or ${endpointId}::int = 1,
        further = case when ${endpointId}::int > 1 then further || ${endpointId}::int else further end
      where merchant_id = ${merchantId} and mode = ${mode} and event_id in (select event_id from due) and not (${isGiven(endpointId)})
    )
    select from due`)
}

/** Whether an event is a failure that is never sent again: it was cancelled, or its order was paid since. */
export const isOutdated = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  eventId: string,
): Promise<boolean> =>
  db.value<boolean>(sql`
    select exists (
      select from webhook_deliveries e
      where e.merchant_id = ${merchantId} and e.mode = ${mode} and e.event_id = ${eventId}
        and e.endpoint_id = ${endpointId} and (e.state = 'cancelled' or ${isFailureOfPaid(merchantId)})) as found`)

/** Counts the due deliveries of an endpoint, including those that are being sent, up to a limit. */
export const countDue = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  now: Date,
  max: number,
): Promise<number> =>
  tx.value<number>(sql`
    select count(*)::int as due from (
      select from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and due_at is not null and due_at <= ${now}
      limit ${max}) u`)

interface Span {
  /** The first id of the range. Ids begin with their time. `end` is exclusive. */
  readonly first: string
  readonly end: string
}

/** Counts deliveries in these states, except delivered ones, up to a limit. */
export const countInStates = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  { first, end }: Span,
  states: readonly DeliveryState[],
  max: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as found from (
      select from webhook_undelivered u join webhook_events e using (merchant_id, mode, event_id)
      where u.merchant_id = ${merchantId} and u.mode = ${mode} and u.endpoint_id = ${endpointId} and u.state = any(${states}::text[])
        and u.event_id >= ${first} and u.event_id < ${end} and ${isReplayed(merchantId, endpointId)}
      limit ${max}) found`)

export const countDelivered = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  { first, end }: Span,
  max: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as found from (
      select from webhook_deliveries e
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and state = 'delivered'
        and event_id >= ${first} and event_id < ${end} and ${isReplayed(merchantId, endpointId, part`true`)}
        and not ${isFailureOfPaid(merchantId)}
      limit ${max}) found`)

/** Counts events without a delivery among the first `walkMax` events of a range. */
export const countNeverSent = async (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  { first, end }: Span,
  walkMax: number,
): Promise<{ found: number; walked: number }> =>
  db.one(sql`
    select (count(*) filter (where not is_given and not ${isFailureOfPaid(merchantId)}))::int as found, count(*)::int as walked
    from (select ${isGiven(endpointId)} as is_given, event, order_id from webhook_events e
          where merchant_id = ${merchantId} and mode = ${mode} and event_id >= ${first} and event_id < ${end}
            and ${isReplayed(merchantId, endpointId)}
          order by event_id limit ${walkMax}) e`)

export const deleteReplaysBefore = (db: Queryable, before: Date, max: number): Promise<number> =>
  db.run(sql`
    delete from webhook_replays where (merchant_id, replay_id) in (
      select merchant_id, replay_id from webhook_replays where finished_at < ${before} limit ${max})`)
