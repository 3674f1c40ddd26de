import type { DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'
import { part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { unprepared } from '../../platform/database/sql.ts'
import { merchantsOf, onShardOf } from '../../platform/distributed/merchant-shards.ts'
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
 * Ends claims: deletes what was delivered, sets the next state of the rest, and records the attempts. Returns for each whether the
 * claim was still held; if not, another worker sends the delivery and records it.
 */
export const finishClaims = async (
  tx: Transaction,
  finished: readonly FinishedAttempt[],
): Promise<boolean[]> => {
  const held = await lockClaims(
    tx,
    finished.map(({ claimed }) => claimed),
  )
  const owned = finished.filter((_each, n) => held.has(n))
  if (owned.length === 0) return finished.map(() => false)
  const delivered = owned.filter(({ next }) => next.state === 'delivered').map(({ claimed }) => claimed)
  const failed = owned.filter(({ next }) => next.state !== 'delivered')
  if (delivered.length > 0)
    await tx.run(
      unprepared(sql`
      delete from webhook_undelivered d
      using unnest(${delivered.map(({ merchantId }) => merchantId)}::text[], ${delivered.map(({ mode }) => mode)}::text[],
                   ${delivered.map(({ eventId }) => eventId)}::text[]) f (merchant_id, mode, event_id)
      where ${onShardOf(part`d.merchant_id`, merchantsOf(delivered))}
        and d.merchant_id = f.merchant_id and d.mode = f.mode and d.event_id = f.event_id`),
    )
  if (failed.length > 0) await postponeFailed(tx, failed)
  await insertAttempts(tx, owned)
  return finished.map((_each, n) => held.has(n))
}

const postponeFailed = (tx: Transaction, failed: readonly FinishedAttempt[]): Promise<number> => {
  const claims = failed.map(({ claimed }) => claimed)
  return tx.run(
    unprepared(sql`
    update webhook_undelivered d
    set state = case d.state when 'cancelled' then d.state else f.state end,
      due_at = case when d.state <> 'cancelled' then f.due_at end, attempts_made = d.attempts_made + 1, leased_until = null
    from unnest(${claims.map(({ merchantId }) => merchantId)}::text[], ${claims.map(({ mode }) => mode)}::text[],
                ${claims.map(({ eventId }) => eventId)}::text[], ${failed.map(({ next }) => next.state)}::text[],
                ${failed.map(({ next }) => next.dueAt)}::timestamptz[]) f (merchant_id, mode, event_id, state, due_at)
    where ${onShardOf(part`d.merchant_id`, merchantsOf(claims))}
      and d.merchant_id = f.merchant_id and d.mode = f.mode and d.event_id = f.event_id`),
  )
}

/** Locks the rows of claims that are still held. Returns the indexes of those claims, each delivery once. */
const lockClaims = async (
  tx: Transaction,
  claims: readonly ClaimedDelivery[],
): Promise<ReadonlySet<number>> => {
  // One index lookup for each claim: a join could read the whole table when the statistics are old.
  const rows = await tx.rows<{ n: number; merchant_id: string; mode: string; event_id: string }>(
    unprepared(sql`
    select (c.n - 1)::int as n, d.*
    from unnest(${claims.map(({ merchantId }) => merchantId)}::text[], ${claims.map(({ mode }) => mode)}::text[],
                ${claims.map(({ eventId }) => eventId)}::text[],
                ${claims.map(({ leasedUntil }) => leasedUntil)}::timestamptz[])
      with ordinality c (merchant_id, mode, event_id, leased_until, n)
    cross join lateral (
      select merchant_id, mode, event_id from webhook_undelivered
      where ${onShardOf(part`merchant_id`, merchantsOf(claims))} and merchant_id = c.merchant_id and mode = c.mode
        and event_id = c.event_id and leased_until = c.leased_until
      limit 1 for update) d`),
  )
  // The same attempt twice is recorded once.
  const first = new Map(
    rows.toReversed().map((row) => [`${row.merchant_id} ${row.mode} ${row.event_id}`, row.n]),
  )
  return new Set(first.values())
}

const insertAttempts = (db: Queryable, finished: readonly FinishedAttempt[]) =>
  db.run(sql`
    insert into webhook_attempts (merchant_id, mode, event_id, attempt, at, url, status, duration_ms, error, response,
                                  request_headers, request_body)
    select * from json_to_recordset(${JSON.stringify(
      finished.map(({ claimed, attempt }) => ({
        merchant_id: claimed.merchantId,
        mode: claimed.mode,
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
    )}::json) as a (merchant_id text, mode text, event_id text, attempt int, at timestamptz, url text, status int,
      duration_ms int, error text, response text, request_headers json, request_body text)`)
