import type { WebhookEvent } from '@galla/contract/webhooks/webhook'
import type {
  DeliveryRow,
  DeliveryState,
  WebhookEndpointShown,
} from '@galla/contract/webhooks/webhook-deliveries'
import { type Queryable, sql } from '../../platform/database/database.ts'
import { isoDates, type WithDates } from '../../platform/iso-dates.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'

/** Which deliveries are looked for. Ids sort by time, so the bounds of a time are ids. */
export interface DeliveryFilter {
  readonly event: WebhookEvent | null
  readonly state: DeliveryState | null
  /** Only older ones than this. */
  readonly before: string
  /** None older than this. */
  readonly from: string
}

/** Events that one page looks through; a rare one further back is found by the page after. */
export const LOOKED_THROUGH_MAX = 20_000

/** The newest that fit, by the index of all events; what is filtered is looked through up to a limit. */
export const listNewestDeliveryIds = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  { event, state, before, from }: DeliveryFilter,
  limit: number,
): Promise<string[]> =>
  db.values(sql`
    select e.event_id from (
      select event_id, event, has_delivery and ${endpointId}::int = 1 or ${endpointId}::int = any(further) as is_given, (
        select u.state from webhook_undelivered u
        where u.merchant_id = ${merchantId} and u.mode = ${mode} and u.endpoint_id = ${endpointId}
          and u.event_id = listed.event_id) as state
      from webhook_events listed
      where merchant_id = ${merchantId} and mode = ${mode} and event_id < ${before} and event_id >= ${from}
      order by event_id desc limit ${LOOKED_THROUGH_MAX}
    ) e
    where is_given and (${state}::text is null or coalesce(e.state, 'delivered') = ${state})
      and (${event}::text is null or e.event = ${event})
    order by e.event_id desc limit ${limit}`)

/** Those that were not delivered, by their own index: few, however many were delivered. */
export const listOpenDeliveries = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  { event, state, before, from }: DeliveryFilter,
  limit: number,
): Promise<string[]> =>
  db.values(sql`
    select u.event_id from (
      select event_id from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and state = ${state}
        and event_id < ${before} and event_id >= ${from}
      order by event_id desc limit ${LOOKED_THROUGH_MAX}
    ) u
    where ${event}::text is null or exists (
      select from webhook_events e
      where e.merchant_id = ${merchantId} and e.mode = ${mode} and e.event_id = u.event_id and e.event = ${event})
    order by u.event_id desc limit ${limit}`)

/** Returns the last id that a page read, if it stopped at the limit; otherwise null. */
export const findDeliverySearchEnd = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
  { before, from }: DeliveryFilter,
): Promise<string | null> => {
  const last = await db.maybeValue<string>(sql`
    select event_id from webhook_events
    where merchant_id = ${merchantId} and mode = ${mode} and event_id < ${before} and event_id >= ${from}
    order by event_id desc offset ${LOOKED_THROUGH_MAX - 1} limit 1`)
  return last ?? null
}

/** The same for deliveries that were not delivered. */
export const findOpenDeliverySearchEnd = async (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  { state, before, from }: DeliveryFilter,
): Promise<string | null> => {
  const last = await db.maybeValue<string>(sql`
    select event_id from webhook_undelivered
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and state = ${state}
        and event_id < ${before} and event_id >= ${from}
    order by event_id desc offset ${LOOKED_THROUGH_MAX - 1} limit 1`)
  return last ?? null
}

/** An order has few. */
export const listDeliveryIdsOfOrder = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  orderId: string,
  { event, state, before, from }: DeliveryFilter,
  limit: number,
): Promise<string[]> =>
  db.values(sql`
    select event_id from webhook_deliveries
    where merchant_id = ${merchantId} and order_id = ${orderId} and mode = ${mode} and endpoint_id = ${endpointId}
      and event_id < ${before} and event_id >= ${from}
      and (${event}::text is null or event = ${event}) and (${state}::text is null or state = ${state})
    order by event_id desc limit ${limit}`)

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

export interface DeliveryRecord
  extends WithDates<Omit<DeliveryRow, 'id' | 'attempts'>, 'nextAttemptAt' | 'createdAt'> {
  readonly payload: string
  /** Oldest first. */
  readonly attempts: readonly AttemptRow[]
}

/** The deliveries of these events in full, newest first, each with its latest attempts. */
export const listDeliveriesByIds = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  eventIds: readonly string[],
  attemptsMax: number,
): Promise<DeliveryRecord[]> =>
  db.rows(sql`
    select d.event_id as "eventId", d.event, d.order_id as "orderId", d.state, d.attempts_made as "attemptsMade",
           d.due_at as "nextAttemptAt", d.created_at as "createdAt", d.payload,
           coalesce((select url from webhook_attempts a
                     where a.merchant_id = d.merchant_id and a.mode = d.mode and a.event_id = d.event_id and a.endpoint_id = d.endpoint_id
                     order by attempt desc limit 1), d.next_url) as url,
           coalesce(tried.attempts, '[]') as attempts
    from webhook_deliveries d
    left join lateral (
      select json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMs', a.duration_ms, 'error', a.error,
                        'response', a.response, 'headers', a.request_headers, 'body', a.request_body)
                      order by a.attempt) as attempts
      from (select * from webhook_attempts
            where merchant_id = d.merchant_id and mode = d.mode and event_id = d.event_id and endpoint_id = d.endpoint_id
            order by attempt desc limit ${attemptsMax}) a
    ) tried on true
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.endpoint_id = ${endpointId} and d.event_id = any(${eventIds}::text[])
    order by d.event_id desc`)

export type HealthRow = WithDates<Omit<WebhookEndpointShown['health'], 'waiting'>, 'lastDeliveredAt'>

/** How the latest deliveries went; each counts once, by its last attempt. */
export const getDeliveryHealth = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  latestMax: number,
): Promise<HealthRow> =>
  db.one(sql`
    select (count(*) filter (where d.state = 'delivered'))::int as delivered,
           (count(*) filter (where d.state <> 'delivered' and a.at is not null))::int as "notDelivered",
           max(a.at) filter (where a.status = 200 or (a.status between 200 and 299 and d.state = 'delivered')) as "lastDeliveredAt",
           round(percentile_cont(0.5) within group (order by a.duration_ms))::int as "medianMs",
           round(percentile_cont(0.95) within group (order by a.duration_ms))::int as "slowestTwentiethMs"
    from (select event_id, state from webhook_deliveries
          where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
          order by event_id desc limit ${latestMax}) d
    left join lateral (
      select at, status, duration_ms from webhook_attempts
      where merchant_id = ${merchantId} and mode = ${mode} and event_id = d.event_id and endpoint_id = ${endpointId} order by attempt desc limit 1) a on true`)

export type StripRow = WithDates<WebhookEndpointShown['strip'][number], 'createdAt'>

/** The latest ones, newest first. */
export const listDeliveryStrip = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  latestMax: number,
): Promise<StripRow[]> =>
  db.rows(sql`
    select d.event_id as id, d.state, a.duration_ms as "durationMs", d.created_at as "createdAt"
    from (select event_id, state, created_at from webhook_deliveries
          where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
          order by event_id desc limit ${latestMax}) d
    left join lateral (
      select at, status, duration_ms from webhook_attempts
      where merchant_id = ${merchantId} and mode = ${mode} and event_id = d.event_id and endpoint_id = ${endpointId} order by attempt desc limit 1) a on true
    order by d.event_id desc`)

/** Counts deliveries that wait for an attempt, up to a limit. */
export const countWaiting = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  max: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as waiting from (
      select from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
        and state in ('pending', 'failed', 'paused') limit ${max}) u`)

/** As the order's detail shows it; instants are ISO 8601. */
export interface OrderDelivery {
  readonly eventId: string
  readonly event: string
  readonly state: DeliveryState
  readonly attempts: { at: string; status: number | null; durationMs: number; error: string | null }[]
  readonly nextAttemptAt: string | null
  /** The name of a further endpoint. */
  readonly endpoint?: string
}

/** How many deliveries of an order are shown; an order has few events. */
const DELIVERIES_MAX = 100

/** Lists the deliveries of an order, oldest first, with every attempt. */
export const listDeliveriesOfOrder = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderDelivery[]> => {
  const rows = await db.rows<
    WithDates<OrderDelivery, 'nextAttemptAt'> & { readonly name: string | null }
  >(sql`
    select d.event_id as "eventId", d.event, d.state, d.due_at as "nextAttemptAt", p.name, coalesce((
      select json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMs', a.duration_ms, 'error', a.error)
                      order by a.attempt)
      from webhook_attempts a where a.merchant_id = ${merchantId} and a.mode = d.mode and a.event_id = d.event_id
        and a.endpoint_id = d.endpoint_id), '[]') as attempts
    from webhook_deliveries d
    left join webhook_endpoints p on p.merchant_id = ${merchantId} and p.mode = d.mode and p.endpoint_id = d.endpoint_id
    where d.merchant_id = ${merchantId} and d.order_id = ${orderId}
      and (d.endpoint_id = 1 or p.endpoint_id is not null)
    order by d.sequence, d.event_id, d.endpoint_id
    limit ${DELIVERIES_MAX}`)
  return rows.map(({ name, ...row }) => ({
    ...isoDates(row),
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    ...(name !== null && { endpoint: name }),
  }))
}
