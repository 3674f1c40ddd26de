import type { Mode } from '@galla/contract/order-status'
import type { DeliveryState, ReplayState } from '@galla/contract/webhook-deliveries'
import { type Queryable, sql, type Transaction } from '../platform/database.ts'
import type { EndpointKey } from './endpoint.ts'

export interface ReplayRow {
  merchant_id: string
  replay_id: string
  mode: Mode
  from_at: Date
  to_at: Date
  state: ReplayState
  as_of: Date
  walked_to: string
  expected: number
  sent: number
  created_at: Date
  finished_at: Date | null
  stopped: boolean
}

/** Nothing is written while another replay of the mode is under way. */
export const insertReplay = (
  tx: Transaction,
  replay: Omit<ReplayRow, 'walked_to' | 'sent' | 'finished_at' | 'stopped'>,
): Promise<number> =>
  tx.run(sql`
    insert into webhook_replays (merchant_id, replay_id, mode, from_at, to_at, state, as_of, expected, created_at)
    values (${replay.merchant_id}, ${replay.replay_id}, ${replay.mode}, ${replay.from_at}, ${replay.to_at}, ${replay.state},
            ${replay.as_of}, ${replay.expected}, ${replay.created_at})
    on conflict (merchant_id, mode) where finished_at is null do nothing`)

export const latestReplay = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
): Promise<ReplayRow | undefined> =>
  db.maybeOne(sql`
    select * from webhook_replays where merchant_id = ${merchantId} and mode = ${mode}
    order by replay_id desc limit 1`)

export const stopOpenReplay = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update webhook_replays set finished_at = ${now}, stopped = true
    where merchant_id = ${merchantId} and mode = ${mode} and finished_at is null`)

/**
 * The replays whose turn it is, and their turn is over: those that waited longest, of those that may go on because their endpoint
 * has a URL and is not paused. One that is being worked at is left to whoever does.
 */
export const takeTurns = (db: Queryable, now: Date, max: number): Promise<ReplayKey[]> =>
  db.rows(sql`
    update webhook_replays set worked_at = ${now}
    where (merchant_id, replay_id) in (
      select r.merchant_id, r.replay_id
      from webhook_replays r join webhook_endpoints e using (merchant_id, mode)
      where r.finished_at is null and e.url is not null and e.paused_at is null
      order by r.worked_at nulls first, r.replay_id limit ${max} for update of r skip locked)
    returning merchant_id, replay_id`)

export interface ReplayKey {
  readonly merchant_id: string
  readonly replay_id: string
}

/** None: it was stopped or its endpoint paused meanwhile, or somebody else works at it. */
export const lockReplay = (
  tx: Transaction,
  { merchant_id: merchantId, replay_id: replayId }: ReplayKey,
): Promise<(ReplayRow & { failing: boolean }) | undefined> =>
  tx.maybeOne(sql`
    select r.*, e.failing_since is not null as failing
    from webhook_replays r join webhook_endpoints e using (merchant_id, mode)
    where r.merchant_id = ${merchantId} and r.replay_id = ${replayId}
      and r.finished_at is null and e.url is not null and e.paused_at is null
    for update of r skip locked`)

export const noteReplayed = (
  tx: Transaction,
  { merchant_id, replay_id }: ReplayRow,
  walkedTo: string,
  sent: number,
  finishedAt: Date | null,
) =>
  tx.run(sql`
    update webhook_replays set walked_to = ${walkedTo}, sent = sent + ${sent}, finished_at = ${finishedAt}
    where merchant_id = ${merchant_id} and replay_id = ${replay_id}`)

export interface WalkedEvent {
  event_id: string
  created_at: Date
  delivery_id: string | null
  state: DeliveryState | null
  revived_at: Date | null
  under_way: boolean | null
}

/** The next events of a time with their deliveries, oldest first; test pings are nobody's loss. */
export const walkEvents = (
  tx: Transaction,
  { merchantId, mode }: EndpointKey,
  after: string,
  before: string,
  max: number,
): Promise<WalkedEvent[]> =>
  tx.rows(sql`
    select e.event_id, e.created_at, d.delivery_id, d.state, d.revived_at, exists (
      select from webhook_leases l
      where l.merchant_id = d.merchant_id and l.mode = d.mode and l.delivery_id = d.delivery_id) as under_way
    from (select event_id, created_at from webhook_events
          where merchant_id = ${merchantId} and mode = ${mode} and event_id > ${after} and event_id < ${before}
            and order_id is not null
          order by event_id limit ${max}) e
    left join webhook_deliveries d on d.merchant_id = ${merchantId} and d.event_id = e.event_id
    order by e.event_id`)

/** Makes deliveries due again, from the beginning of their schedule; one that is under way or due anyway is left alone. */
export const reviveDeliveries = async (
  tx: Transaction,
  { merchantId }: EndpointKey,
  deliveryIds: readonly string[],
  now: Date,
): Promise<number> => {
  // Whoever leases one holds its row meanwhile; only a statement of its own after that sees the lease.
  await tx.run(sql`
    select from webhook_deliveries where merchant_id = ${merchantId} and delivery_id = any(${deliveryIds}::text[])
    order by delivery_id for update`)
  return tx.run(sql`
    update webhook_deliveries d
    set state = 'pending', due_at = ${now}, attempts_before = attempts_made, revived_at = ${now}
    where merchant_id = ${merchantId} and delivery_id = any(${deliveryIds}::text[]) and state <> 'pending' and not exists (
      select from webhook_leases l
      where l.merchant_id = d.merchant_id and l.mode = d.mode and l.delivery_id = d.delivery_id)`)
}

/** Deliveries of events that had none, because there was no URL when they happened. */
export const insertDeliveries = (
  tx: Transaction,
  { merchantId, mode }: EndpointKey,
  deliveries: readonly { readonly eventId: string; readonly deliveryId: string; readonly createdAt: Date }[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into webhook_deliveries (merchant_id, delivery_id, event_id, mode, url, state, due_at, revived_at, created_at)
    select ${merchantId}, n.delivery_id, n.event_id, ${mode}, e.url, 'pending', ${now}, ${now}, n.created_at
    from unnest(${deliveries.map(({ deliveryId }) => deliveryId)}::text[], ${deliveries.map(({ eventId }) => eventId)}::text[],
                ${deliveries.map(({ createdAt }) => createdAt)}::timestamptz[]) n (delivery_id, event_id, created_at)
    join webhook_endpoints e on e.merchant_id = ${merchantId} and e.mode = ${mode} and e.url is not null
    where not exists (
      select from webhook_deliveries d where d.merchant_id = ${merchantId} and d.event_id = n.event_id)`)

/** How many are due at this endpoint just now, with those that are under way, up to a limit. */
export const countDue = async (
  tx: Transaction,
  { merchantId, mode }: EndpointKey,
  now: Date,
  max: number,
): Promise<number> => {
  const { due } = await tx.one<{ due: number }>(sql`
    select count(*)::int as due from (
      select from webhook_deliveries
      where merchant_id = ${merchantId} and mode = ${mode} and due_at is not null and due_at <= ${now}
      limit ${max}) d`)
  return due
}

interface Span {
  /** Ids of events and deliveries begin with their time: from this one on, before that one. */
  readonly first: string
  readonly end: string
}

/** Deliveries in these states, up to a limit. */
export const countInStates = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  { first, end }: Span,
  states: readonly DeliveryState[],
  max: number,
): Promise<number> => {
  const { found } = await db.one<{ found: number }>(sql`
    select count(*)::int as found from (
      select from webhook_deliveries d join webhook_events e using (merchant_id, event_id)
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.state <> 'delivered'
        and d.state = any(${states}::text[]) and d.delivery_id >= ${first} and d.delivery_id < ${end}
        and e.order_id is not null
      limit ${max}) found`)
  return found
}

export const countDelivered = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  { first, end }: Span,
  max: number,
): Promise<number> => {
  const { found } = await db.one<{ found: number }>(sql`
    select count(*)::int as found from (
      select from webhook_deliveries d join webhook_events e using (merchant_id, event_id)
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.state = 'delivered'
        and d.delivery_id >= ${first} and d.delivery_id < ${end} and e.order_id is not null
      limit ${max}) found`)
  return found
}

/** Events of a time that have no delivery; at most `walkMax` events are looked at. */
export const countNeverSent = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  { first, end }: Span,
  walkMax: number,
): Promise<{ found: number; walked: number }> =>
  db.one(sql`
    select (count(*) filter (where not exists (
             select from webhook_deliveries d where d.merchant_id = ${merchantId} and d.event_id = e.event_id)))::int as found,
           count(*)::int as walked
    from (select event_id from webhook_events
          where merchant_id = ${merchantId} and mode = ${mode} and event_id >= ${first} and event_id < ${end}
            and order_id is not null
          order by event_id limit ${walkMax}) e`)

export const deleteReplaysBefore = (db: Queryable, before: Date, max: number): Promise<number> =>
  db.run(sql`
    delete from webhook_replays where (merchant_id, replay_id) in (
      select merchant_id, replay_id from webhook_replays where finished_at < ${before} limit ${max})`)
