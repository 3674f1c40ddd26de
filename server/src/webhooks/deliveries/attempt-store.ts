import type { DeliveryState } from '@galla/contract/webhook-deliveries'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import type { EndpointKey, PauseReason } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery } from './delivery.ts'

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

/** A delivery, what came of its attempt, and what becomes of it. */
export interface LeaseEnd {
  readonly claimed: ClaimedDelivery
  readonly attempt: Attempt
  readonly next: { readonly state: DeliveryState; readonly dueAt: Date | null }
}

/**
 * Ends leases with what came of the attempts, which are appended: one statement for all. Gives for each whether it did; if not,
 * the lease was no more this worker's, so another one sends it, and tells.
 * - `of: 'well'`: those of endpoints of which a success is nothing new; the rest is left as it is.
 */
export const endLeases = async (
  db: Queryable,
  workerId: string,
  ends: readonly LeaseEnd[],
  { of }: { readonly of: 'all' | 'well' } = { of: 'all' },
): Promise<boolean[]> => {
  const told = ends.map(({ claimed, attempt, next }, n) => ({
    n,
    m: claimed.merchantId,
    mode: claimed.mode,
    e: claimed.eventId,
    made: claimed.attemptsMade,
    state: next.state,
    due: next.dueAt,
    at: attempt.at,
    url: attempt.url,
    status: attempt.status,
    ms: attempt.durationMs,
    error: attempt.error,
    response: attempt.response,
    headers: attempt.requestHeaders,
    body: attempt.requestBody,
  }))
  const ended = await db.rows<{ n: number }>(sql`
    with told as materialized (
      select * from json_to_recordset(${JSON.stringify(told)}::json) as t (
        n int, m text, mode text, e text, made int, state text, due timestamptz, at timestamptz, url text, status int, ms int, error text,
        response text, headers json, body text)
    ), mine as materialized (
      -- One after the other: joined, the planner reads all leases for each, if there were none when it last looked.
      select t.*, lease.place as lease, undelivered.place, 1 as few from told t
      cross join lateral (
        select failing_since is null and paused_at is null as is_well from webhook_endpoints
        where merchant_id = t.m and mode = t.mode limit 1) endpoint
      cross join lateral (
        select ctid as place from webhook_leases
        where merchant_id = t.m and mode = t.mode and event_id = t.e and worker_id = ${workerId} limit 1) lease
      cross join lateral (
        select ctid as place from webhook_undelivered
        where merchant_id = t.m and mode = t.mode and event_id = t.e limit 1) undelivered
      where ${of === 'all'} or is_well
    ), freed as (
      -- The planner knows nothing of "few" and so expects few rows: it goes by the place, also where it planned for a small table.
      delete from webhook_leases l using mine where mine.few = 1 and l.ctid = mine.lease
    ), delivered as (
      delete from webhook_undelivered u using mine
      where mine.few = 1 and mine.state = 'delivered' and u.ctid = mine.place and u.attempts_made = mine.made
      returning mine.*
    ), put_off as (
      update webhook_undelivered u set state = mine.state, due_at = mine.due, attempts_made = mine.made + 1
      from mine
      where mine.few = 1 and mine.state <> 'delivered' and u.ctid = mine.place and u.attempts_made = mine.made
      returning mine.*
    ), ended as materialized (
      select * from delivered union all select * from put_off
    ), kept as (
      insert into webhook_attempts (merchant_id, mode, event_id, attempt, at, url, status, duration_ms, error, response,
                                    request_headers, request_body)
      select m, mode, e, made + 1, at, url, status, ms, error, response, headers, body from ended
    )
    select n from ended`)
  const done = new Set(ended.map(({ n }) => n))
  return ends.map((_end, n) => done.has(n))
}

/** An endpoint as an attempt knew it. */
export interface TriedEndpoint extends EndpointKey {
  readonly url: string
}

const columns = (tried: readonly TriedEndpoint[]) => ({
  merchants: tried.map(({ merchantId }) => merchantId),
  modes: tried.map(({ mode }) => mode),
  urls: tried.map(({ url }) => url),
})

/** These endpoints work: no slow lane, no pause. Gives those of which that was not known, which are the exception. */
export const noteSuccesses = async (
  tx: Transaction,
  tried: readonly TriedEndpoint[],
): Promise<EndpointKey[]> => {
  const { merchants, modes, urls } = columns(tried)
  const rows = await tx.rows<{ merchant_id: string; mode: EndpointKey['mode'] }>(sql`
    with recovered as materialized (
      select e.merchant_id, e.mode from webhook_endpoints e
      join unnest(${merchants}::text[], ${modes}::text[], ${urls}::text[]) as tried (merchant_id, mode, url)
        using (merchant_id, mode, url)
      where e.failing_since is not null or e.paused_at is not null
      order by e.merchant_id, e.mode for update of e
    )
    update webhook_endpoints e set failing_since = null, paused_at = null, pause_reason = null
    from recovered where e.merchant_id = recovered.merchant_id and e.mode = recovered.mode
    returning e.merchant_id, e.mode`)
  return rows.map((row) => ({ merchantId: row.merchant_id, mode: row.mode }))
}

export interface EndpointHealth extends EndpointKey {
  readonly url: string | null
  readonly failingSince: Date | null
  readonly isPaused: boolean
}

/** Notes failures at URLs that still are their endpoints', and locks the endpoints, in order, for what follows from it. */
export const noteFailures = async (
  tx: Transaction,
  tried: readonly TriedEndpoint[],
  now: Date,
): Promise<EndpointHealth[]> => {
  const { merchants, modes, urls } = columns(tried)
  const rows = await tx.rows<{
    merchant_id: string
    mode: EndpointKey['mode']
    url: string | null
    failing_since: Date | null
    paused_at: Date | null
  }>(sql`
    with tried as materialized (
      select * from unnest(${merchants}::text[], ${modes}::text[], ${urls}::text[]) as t (merchant_id, mode, url)
    ), locked as materialized (
      select merchant_id, mode from webhook_endpoints
      where (merchant_id, mode) in (select merchant_id, mode from tried)
      order by merchant_id, mode for update
    )
    update webhook_endpoints e
    set failing_since = case
      when exists (select from tried t where t.merchant_id = e.merchant_id and t.mode = e.mode and t.url = e.url)
      then coalesce(e.failing_since, ${now}) else e.failing_since end
    from locked where e.merchant_id = locked.merchant_id and e.mode = locked.mode
    returning e.merchant_id, e.mode, e.url, e.failing_since, e.paused_at`)
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    mode: row.mode,
    url: row.url,
    failingSince: row.failing_since,
    isPaused: row.paused_at !== null,
  }))
}

export const pauseEndpoint = (
  tx: Transaction,
  { merchantId, mode }: EndpointKey,
  reason: PauseReason,
  now: Date,
) =>
  tx.run(sql`
    update webhook_endpoints set paused_at = ${now}, pause_reason = ${reason}
    where merchant_id = ${merchantId} and mode = ${mode}`)
