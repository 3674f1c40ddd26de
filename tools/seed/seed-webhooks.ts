import { DAY_MS } from '@galla/contract/durations'
import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Clock } from '../../server/src/platform/clock.ts'
import { type Database, sql } from '../../server/src/platform/database/database.ts'
import type { Ids } from '../../server/src/platform/ids.ts'
import type { AttemptResult, ClaimedDelivery } from '../../server/src/webhooks/deliveries/delivery.ts'
import { recordAttempts } from '../../server/src/webhooks/deliveries/record-attempts.ts'
import { webhookHeaders } from '../../server/src/webhooks/deliveries/send-delivery.ts'
import type { EndpointKey } from '../../server/src/webhooks/endpoints/endpoint.ts'
import { formatWebhook } from '../../server/src/webhooks/events/format-webhook.ts'
import type { Random } from './seed-random.ts'

/**
 * The webhook URL of the demo shop. This file simulates the shop's server: it invents the responses and their times, and records them with
 * the use cases that record real ones. Nothing is sent, and nothing can be sent later, because domains in .example do not exist.
 */
export const SHOP_WEBHOOK_URL = 'https://chai-galli.example/galla/webhook'

export interface PlayDeps {
  readonly db: Database
  readonly ids: Ids
  readonly clockAt: (at: Date) => Clock
}

/** Signs the simulated notifications; the shop's own secret is created when someone first opens it. */
const STORY_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

/** Outages of the shop's server: the days before the end of the data, and the duration. */
const OUTAGES = [
  { daysBefore: 71.3, hours: 2.5, answers: 'refused' },
  { daysBefore: 38.6, hours: 5, answers: '502' },
  { daysBefore: 16.2, hours: 0.7, answers: '503' },
] as const

/** The share of single requests that fail; none fail on the last day, so that no retry is pending at the end. */
const FAILURE_SHARE = 0.012

const answered = (status: number, body: string): AttemptResult => ({
  kind: 'answered',
  status,
  retryAfter: null,
  body: new TextEncoder().encode(body),
})

const answerAt = (
  random: Random,
  at: Date,
  until: Date,
  refused: boolean,
): { result: AttemptResult; durationMs: number } => {
  const quick = 60 + Math.floor(220 * random.fraction() ** 2)
  if (refused)
    return { result: answered(422, '{"error":"unknown customer, order not found"}'), durationMs: quick }
  const before = (until.getTime() - at.getTime()) / DAY_MS
  const outage = OUTAGES.find(
    ({ daysBefore, hours }) => before <= daysBefore && before > daysBefore - hours / 24,
  )
  if (outage?.answers === 'refused')
    return { result: { kind: 'unanswered', error: 'connect_failed' }, durationMs: 4 }
  if (outage !== undefined)
    return {
      result: answered(Number(outage.answers), '<html><title>Temporarily unavailable</title></html>'),
      durationMs: 30,
    }
  if (before > 1 && random.fraction() < FAILURE_SHARE)
    return random.fraction() < 0.5
      ? { result: { kind: 'unanswered', error: 'timed_out' }, durationMs: 15_000 }
      : { result: answered(500, '{"error":"internal"}'), durationMs: quick * 3 }
  return { result: answered(200, '{"ok":true}'), durationMs: quick }
}

interface DueDelivery extends ClaimedDelivery {
  readonly dueAt: Date
}

/**
 * Claims the next notification of an order. A worker claims by due time instead; that is slow here, because the seed is one transaction,
 * in which the index on due times keeps the entries of all deleted rows.
 */
const claimNext = async (
  db: Database,
  { merchantId, mode, endpointId }: EndpointKey,
  orderId: string,
  until: Date,
): Promise<DueDelivery | undefined> => {
  const row = await db.maybeOne<{
    event_id: string
    attempts_made: number
    attempts_before: number
    payload: string
    lease: string
    due_at: Date
    event: string
    dialect: Dialect | null
  }>(sql`
    with next as (
      select u.merchant_id, u.mode, u.event_id, e.payload, e.event, e.dialect
      from webhook_events e join webhook_undelivered u using (merchant_id, mode, event_id)
      where e.merchant_id = ${merchantId} and e.order_id = ${orderId} and u.due_at <= ${until}
      order by u.due_at limit 1
    )
    update webhook_undelivered u set leased_until = u.due_at + interval '1 minute', lease = u.event_id from next
    where u.merchant_id = next.merchant_id and u.mode = next.mode and u.event_id = next.event_id
    returning u.event_id, u.attempts_made, u.attempts_before, u.lease, u.due_at, next.payload,
              next.event, next.dialect`)
  return (
    row && {
      merchantId,
      mode,
      endpointId,
      eventId: row.event_id,
      attemptsMade: row.attempts_made,
      attemptsBefore: row.attempts_before,
      isRevived: false,
      payload: row.payload,
      lease: row.lease,
      event: row.event,
      orderNumber: null,
      dialect: row.dialect,
      dueAt: row.due_at,
      // Only clients of other gateways wait for it.
      finalAt: null,
    }
  )
}

/** Simulates all notifications of an order that are due by `until`, each attempt at its time, until delivered or exhausted. */
export const playDeliveries = async (
  deps: PlayDeps,
  endpoint: EndpointKey,
  sending: {
    readonly orderId: string
    readonly random: Random
    readonly until: Date
    readonly refused: boolean
  },
): Promise<void> => {
  const { clockAt, ...base } = deps
  const addJob = async (): Promise<void> => {
    throw new Error('the story has no endpoint that is paused')
  }
  for (;;) {
    const claimed = await claimNext(deps.db, endpoint, sending.orderId, sending.until)
    if (claimed === undefined) return
    const startedAt = claimed.dueAt
    const { result, durationMs } = answerAt(sending.random, startedAt, sending.until, sending.refused)
    const clock = clockAt(new Date(startedAt.getTime() + durationMs))
    const body = claimed.payload
    const headers = webhookHeaders(claimed.eventId, startedAt, formatWebhook('standard', body, null), [
      STORY_SECRET,
    ])
    const url = SHOP_WEBHOOK_URL
    await recordAttempts({ ...base, clock, addJob }, [
      { claimed, url, startedAt, durationMs, result, headers, body, wasHealthy: false },
    ])
  }
}
