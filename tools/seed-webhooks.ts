import type { Clock } from '../server/src/platform/clock.ts'
import type { Secrets } from '../server/src/platform/crypto.ts'
import { type Database, sql } from '../server/src/platform/database.ts'
import type { Ids } from '../server/src/platform/ids.ts'
import { claimDeliveries } from '../server/src/webhooks/claim-deliveries.ts'
import type { AttemptResult } from '../server/src/webhooks/delivery.ts'
import type { EndpointKey } from '../server/src/webhooks/endpoint.ts'
import { recordAttempt } from '../server/src/webhooks/record-attempt.ts'
import type { Chance } from './seed-chance.ts'

/**
 * The story's shop has a server that takes notifications. It is played here: what it "answered" and when goes through the use
 * cases that record real answers, but nothing is sent to anybody. Its name ends in .example, which no name server knows, so
 * that nothing can be sent later either.
 */
export const SHOP_WEBHOOK_URL = 'https://chai-galli.example/galla/webhook'

export interface PlayDeps {
  readonly db: Database
  readonly ids: Ids
  readonly secrets: Secrets
  readonly clockAt: (at: Date) => Clock
}

const WORKER = 'seed'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SOCKETS = { fast: 8, slow: 8 }

/** When the shop's server was away: days and hours before the story's end, and for how long. */
const OUTAGES = [
  { daysBefore: 71.3, hours: 2.5, answers: 'refused' },
  { daysBefore: 38.6, hours: 5, answers: '502' },
  { daysBefore: 16.2, hours: 0.7, answers: '503' },
] as const

/** Now and then a single request fails; not on the last day, so that nothing is left to be tried again. */
const STUMBLES = 0.012

const answered = (status: number, body: string): AttemptResult => ({
  kind: 'answered',
  status,
  retryAfter: null,
  body: new TextEncoder().encode(body),
})

const answerAt = (
  chance: Chance,
  at: Date,
  until: Date,
  refused: boolean,
): { result: AttemptResult; durationMs: number } => {
  const quick = 60 + Math.floor(220 * chance.fraction() ** 2)
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
  if (before > 1 && chance.fraction() < STUMBLES)
    return chance.fraction() < 0.5
      ? { result: { kind: 'unanswered', error: 'timed_out' }, durationMs: 15_000 }
      : { result: answered(500, '{"error":"internal"}'), durationMs: quick * 3 }
  return { result: answered(200, '{"ok":true}'), durationMs: quick }
}

const nextDueAt = async (db: Database, { merchantId, mode }: EndpointKey): Promise<Date | undefined> =>
  (
    await db.maybeOne<{ due_at: Date }>(sql`
      select due_at from webhook_deliveries
      where merchant_id = ${merchantId} and mode = ${mode} and due_at is not null and leased_by is null
      order by merchant_id, mode, due_at limit 1`)
  )?.due_at

/** Plays all that the shop was to be told by `until`, each attempt at its own time, until it was taken or given up. */
export const playDeliveries = async (
  deps: PlayDeps,
  endpoint: EndpointKey,
  told: { readonly chance: Chance; readonly until: Date; readonly refused: boolean },
): Promise<void> => {
  for (;;) {
    const due = await nextDueAt(deps.db, endpoint)
    if (due === undefined || due > told.until) return
    const base = { db: deps.db, ids: deps.ids, secrets: deps.secrets, workerId: WORKER }
    const ready = await claimDeliveries({ ...base, clock: deps.clockAt(due) }, [endpoint], SOCKETS)
    for (const { claimed } of ready) {
      const { result, durationMs } = answerAt(told.chance, due, told.until, told.refused)
      const clock = deps.clockAt(new Date(due.getTime() + durationMs))
      const addJob = async (): Promise<void> => {
        throw new Error('the story has no endpoint that is paused')
      }
      const tried = { url: SHOP_WEBHOOK_URL, startedAt: due, durationMs, result }
      await recordAttempt({ ...base, clock, addJob }, claimed, tried)
    }
  }
}
