import type { DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'
import {
  part,
  type Queryable,
  type SqlPart,
  sql,
  type Transaction,
} from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/sql.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery } from './delivery.ts'

export interface Attempt {
  readonly at: Date
  readonly url: string
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly response: string | null
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Null: the event's payload. */
  readonly requestBody: string | null
}

/** An attempt of a claimed delivery, and the state that follows. */
export interface FinishedAttempt {
  readonly claimed: ClaimedDelivery
  readonly attempt: Attempt
  readonly next: { readonly state: DeliveryState; readonly dueAt: Date | null }
}

/**
 * Ends claims of an endpoint: deletes what was delivered, sets the next state of the rest, and records the attempts. Returns for each
 * whether its lease was still held; if not, another process sends the delivery and records it.
 */
export const finishClaims = async (
  tx: Transaction,
  key: EndpointKey,
  finished: readonly FinishedAttempt[],
): Promise<boolean[]> => {
  const leases = await lockLeases(
    tx,
    key,
    finished.map(({ claimed }) => claimed),
  )
  // Each lease once: the same attempt twice is recorded once.
  const isHeld = finished.map(
    ({ claimed: { eventId, lease } }) => leases.get(eventId) === lease && leases.delete(eventId),
  )
  const held = finished.filter((_each, n) => isHeld[n])
  if (held.length === 0) return isHeld
  const delivered = held.filter(({ next }) => next.state === 'delivered')
  if (delivered.length > 0) await deleteDelivered(tx, key, delivered)
  if (delivered.length < held.length)
    await postponeFailed(
      tx,
      key,
      held.filter(({ next }) => next.state !== 'delivered'),
    )
  await insertAttempts(tx, key, held)
  return isHeld
}

/** Locks the deliveries of claims. Returns the leases that they have now. */
const lockLeases = async (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  claims: readonly ClaimedDelivery[],
): Promise<Map<string, string | null>> => {
  const rows = await tx.rows<{ event_id: string; lease: string | null }>(
    sql`
    select event_id, lease from webhook_undelivered
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
      and event_id = any(${claims.map(({ eventId }) => eventId)}::text[])
    order by event_id for update`,
  )
  return new Map(rows.map(({ event_id, lease }) => [event_id, lease]))
}

const deleteDelivered = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  delivered: readonly FinishedAttempt[],
): Promise<number> =>
  tx.run(
    sql`
    delete from webhook_undelivered
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
      and event_id = any(${delivered.map(({ claimed }) => claimed.eventId)}::text[])`,
  )

const postponeFailed = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  failed: readonly FinishedAttempt[],
): Promise<number> =>
  tx.run(
    sql`
    update webhook_undelivered d
    set state = case d.state when 'cancelled' then d.state else f.state end,
      due_at = case when d.state <> 'cancelled' then f.due_at end, attempts_made = d.attempts_made + 1,
      leased_until = null, lease = null
    from unnest(${failed.map(({ claimed }) => claimed.eventId)}::text[], ${failed.map(({ next }) => next.state)}::text[],
                ${failed.map(({ next }) => next.dueAt)}::timestamptz[]) f (event_id, state, due_at)
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.endpoint_id = ${endpointId} and d.event_id = f.event_id`,
  )

const COLUMNS = part`event_id, attempt, at, url, status, duration_ms, error, response, request_headers, request_body`

const rowsOf = (finished: readonly FinishedAttempt[]): SqlPart => part`json_to_recordset(${JSON.stringify(
  finished.map(({ claimed, attempt }) => ({
    event_id: claimed.eventId,
    attempt: claimed.attemptsMade + 1,
    at: attempt.at,
    url: attempt.url,
    status: attempt.status,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    response: attempt.response,
    request_headers: attempt.requestHeaders,
    request_body: attempt.requestBody,
  })),
)}::json) as a (event_id text, attempt int, at timestamptz, url text, status int, duration_ms int, error text, response text,
  request_headers json, request_body text)`

const insertAttempts = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  finished: readonly FinishedAttempt[],
): Promise<number> =>
  tx.run(
    prepared(sql`
    insert into webhook_attempts (merchant_id, mode, endpoint_id, ${COLUMNS})
    select ${merchantId}, ${mode}, ${endpointId}, ${COLUMNS} from ${rowsOf(finished)}`),
  )

const leaseOf = ({ eventId, lease }: ClaimedDelivery): string => `${eventId} ${lease}`

/**
 * Ends claims whose attempts were delivered, and records the attempts, all in one statement. Returns for each whether its lease was still
 * held.
 */
export const recordDelivered = async (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  delivered: readonly FinishedAttempt[],
): Promise<boolean[]> => {
  const claims = delivered.map(({ claimed }) => claimed)
  const recorded = await db.values<string>(
    prepared(sql`
    with ended as (
      delete from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}
      and event_id = any(${claims.map(({ eventId }) => eventId)}::text[])
        and event_id || ' ' || lease = any(${claims.map(leaseOf)}::text[])
      returning event_id
    )
    insert into webhook_attempts (merchant_id, mode, endpoint_id, ${COLUMNS})
    select ${merchantId}, ${mode}, ${endpointId}, ${COLUMNS} from ${rowsOf(delivered)} join ended using (event_id)
    returning event_id`),
  )
  const ids = new Set(recorded)
  return claims.map(({ eventId }) => ids.has(eventId))
}
