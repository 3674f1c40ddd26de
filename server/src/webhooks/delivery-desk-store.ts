import type { WebhookEvent } from '@galla/contract/webhook'
import type { DeliveryState } from '@galla/contract/webhook-deliveries'
import { type Queryable, sql } from '../platform/database.ts'
import type { EndpointKey } from './endpoint.ts'

/** Which deliveries are looked for. Ids sort by time, so the bounds of a time are ids. */
export interface DeliveryFilter {
  readonly event: WebhookEvent | null
  readonly state: DeliveryState | null
  /** Only older ones than this. */
  readonly before: string
  /** None older than this. */
  readonly from: string
}

interface Found {
  delivery_id: string
}

/** Rows of the newest that one page looks through; a rare event further back is found by the page after. */
export const LOOKED_THROUGH_MAX = 20_000

/** The newest that fit, by the index of all; what is filtered is looked through up to a limit. */
export const newestDeliveries = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  { event, state, before, from }: DeliveryFilter,
  limit: number,
): Promise<Found[]> =>
  db.rows(sql`
    select d.delivery_id from (
      select delivery_id, event_id, state from webhook_deliveries
      where merchant_id = ${merchantId} and mode = ${mode} and delivery_id < ${before} and delivery_id >= ${from}
      order by delivery_id desc limit ${LOOKED_THROUGH_MAX}
    ) d
    where (${state}::text is null or d.state = ${state})
      and (${event}::text is null or exists (
        select from webhook_events e
        where e.merchant_id = ${merchantId} and e.event_id = d.event_id and e.event = ${event}))
    order by d.delivery_id desc limit ${limit}`)

/** Those that were not delivered, by their own index: few, however many were delivered. */
export const openDeliveries = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  { event, state, before, from }: DeliveryFilter,
  limit: number,
): Promise<Found[]> =>
  db.rows(sql`
    select d.delivery_id from (
      select delivery_id, event_id from webhook_deliveries
      where merchant_id = ${merchantId} and mode = ${mode} and state = ${state} and state <> 'delivered'
        and delivery_id < ${before} and delivery_id >= ${from}
      order by delivery_id desc limit ${LOOKED_THROUGH_MAX}
    ) d
    where ${event}::text is null or exists (
      select from webhook_events e
      where e.merchant_id = ${merchantId} and e.event_id = d.event_id and e.event = ${event})
    order by d.delivery_id desc limit ${limit}`)

/** Where looking through ended, when that was before the end. */
export const lookedThroughTo = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  { before, from }: DeliveryFilter,
): Promise<string | null> => {
  const last = await db.maybeOne<Found>(sql`
    select delivery_id from webhook_deliveries
    where merchant_id = ${merchantId} and mode = ${mode} and delivery_id < ${before} and delivery_id >= ${from}
    order by delivery_id desc offset ${LOOKED_THROUGH_MAX - 1} limit 1`)
  return last?.delivery_id ?? null
}

/** An order has few. */
export const deliveriesAbout = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  orderId: string,
  { event, state, before, from }: DeliveryFilter,
  limit: number,
): Promise<Found[]> =>
  db.rows(sql`
    select d.delivery_id from webhook_events e join webhook_deliveries d using (merchant_id, event_id)
    where e.merchant_id = ${merchantId} and e.order_id = ${orderId} and d.mode = ${mode}
      and d.delivery_id < ${before} and d.delivery_id >= ${from}
      and (${event}::text is null or e.event = ${event}) and (${state}::text is null or d.state = ${state})
    order by d.delivery_id desc limit ${limit}`)

export interface AttemptRow {
  /** As PostgreSQL writes an instant into JSON. */
  readonly at: string
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly response: string | null
  readonly headers: Record<string, string> | null
  readonly body: string | null
}

export interface DeliveryRecord {
  delivery_id: string
  event_id: string
  event: WebhookEvent
  order_id: string | null
  url: string
  state: DeliveryState
  attempts_made: number
  due_at: Date | null
  created_at: Date
  payload: string
  /** Oldest first. */
  attempts: readonly AttemptRow[]
}

/** These deliveries in full, newest first, each with its latest attempts. */
export const readDeliveries = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  deliveryIds: readonly string[],
  attemptsMax: number,
): Promise<DeliveryRecord[]> =>
  db.rows(sql`
    select d.delivery_id, d.event_id, e.event, e.order_id, d.url, d.state, d.attempts_made, d.due_at, d.created_at, e.payload,
           coalesce(tried.attempts, '[]') as attempts
    from webhook_deliveries d
    join webhook_events e using (merchant_id, event_id)
    left join lateral (
      select json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMs', a.duration_ms, 'error', a.error,
                        'response', a.response, 'headers', a.request_headers, 'body', a.request_body)
                      order by a.attempt) as attempts
      from (select * from webhook_attempts
            where merchant_id = d.merchant_id and delivery_id = d.delivery_id
            order by attempt desc limit ${attemptsMax}) a
    ) tried on true
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.delivery_id = any(${deliveryIds}::text[])
    order by d.delivery_id desc`)

export interface HealthRow {
  delivered: number
  not_delivered: number
  last_delivered_at: Date | null
  median_ms: number | null
  slowest_twentieth_ms: number | null
}

/** How the latest deliveries went; each counts once, by its last attempt. */
export const readHealth = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  latestMax: number,
): Promise<HealthRow> =>
  db.one(sql`
    select (count(*) filter (where d.state = 'delivered'))::int as delivered,
           (count(*) filter (where d.state <> 'delivered' and d.attempts_made > 0))::int as not_delivered,
           max(a.at) filter (where a.status = 200) as last_delivered_at,
           round(percentile_cont(0.5) within group (order by a.duration_ms))::int as median_ms,
           round(percentile_cont(0.95) within group (order by a.duration_ms))::int as slowest_twentieth_ms
    from (select delivery_id, state, attempts_made from webhook_deliveries
          where merchant_id = ${merchantId} and mode = ${mode} order by delivery_id desc limit ${latestMax}) d
    left join webhook_attempts a
      on a.merchant_id = ${merchantId} and a.delivery_id = d.delivery_id and a.attempt = d.attempts_made`)

export interface StripRow {
  delivery_id: string
  state: DeliveryState
  duration_ms: number | null
  created_at: Date
}

/** The latest ones, newest first. */
export const readStrip = (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  latestMax: number,
): Promise<StripRow[]> =>
  db.rows(sql`
    select d.delivery_id, d.state, a.duration_ms, d.created_at
    from (select delivery_id, state, attempts_made, created_at from webhook_deliveries
          where merchant_id = ${merchantId} and mode = ${mode} order by delivery_id desc limit ${latestMax}) d
    left join webhook_attempts a
      on a.merchant_id = ${merchantId} and a.delivery_id = d.delivery_id and a.attempt = d.attempts_made
    order by d.delivery_id desc`)

/** What waits for its first or its next attempt, up to a limit. */
export const countWaiting = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  max: number,
): Promise<number> => {
  const { waiting } = await db.one<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select from webhook_deliveries
      where merchant_id = ${merchantId} and mode = ${mode} and state <> 'delivered'
        and state in ('pending', 'failed', 'paused') limit ${max}) d`)
  return waiting
}
