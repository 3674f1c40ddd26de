import { ATTEMPTS_MAX } from '@galla/contract/webhook'
import type { DeliveryState } from '@galla/contract/webhook-deliveries'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'
import type { Ids } from '../../platform/ids.ts'
import { type EndpointKey, endpointName, hasFailedTooLong, type PauseReason } from '../endpoints/endpoint.ts'
import { pauseDeliveries, resumeDeliveries } from '../endpoints/endpoint-store.ts'
import {
  type Attempt,
  type EndpointHealth,
  endLeases,
  type LeaseEnd,
  noteFailures,
  noteSuccesses,
  pauseEndpoint,
  type TriedEndpoint,
} from './attempt-store.ts'
import {
  type AttemptResult,
  type ClaimedDelivery,
  keptResponse,
  nextAttemptAt,
  RETRY_AFTER_SECONDS_MAX,
  verdictOf,
} from './delivery.ts'

export const PAUSED_JOB = 'webhook.paused'

export interface WebhookPaused extends EndpointKey {
  readonly url: string
  readonly reason: PauseReason
  /** ISO 8601. */
  readonly failingSince: string
}

export interface RecordAttemptDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly workerId: string
  /** Leaves a job for who writes the mail; part of the transaction. */
  readonly addJob: (tx: Transaction, job: typeof PAUSED_JOB, payload: WebhookPaused) => Promise<unknown>
}

/** A leased delivery, and what came of its attempt. */
export interface TriedDelivery {
  readonly claimed: ClaimedDelivery
  readonly tried: Tried
}

export interface Tried {
  readonly url: string
  readonly startedAt: Date
  readonly durationMs: number
  readonly result: AttemptResult
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ERROR_CHARACTERS_MAX = 500
const REQUEST_BODY_BYTES_MAX = 20_480

const attemptFrom = (
  { payload }: ClaimedDelivery,
  { url, startedAt, durationMs, result, headers, body }: Tried,
): Attempt => ({
  at: startedAt,
  url,
  durationMs: Math.max(0, Math.round(durationMs)),
  status: result.kind === 'answered' ? result.status : null,
  error:
    result.kind === 'unanswered'
      ? result.error.replaceAll('\0', '').slice(0, ERROR_CHARACTERS_MAX).toWellFormed()
      : null,
  response: result.kind === 'answered' ? keptResponse(result.body) : null,
  requestHeaders: headers,
  // A form is ASCII, so characters are bytes; in Indian scripts it can be thrice as long as what it says.
  requestBody: body === payload ? null : body.slice(0, REQUEST_BODY_BYTES_MAX),
})

/**
 * Writes down what came of attempts, and what follows from it for the deliveries and their endpoints. Gives for each whether it
 * was recorded; a lease that was lost meanwhile records nothing, for the delivery is somebody else's.
 *
 * What succeeded at endpoints that were well changes nothing but its delivery, so one statement is enough for all such; the rest
 * is written down together, all or none.
 */
export const recordAttempts = async (
  deps: RecordAttemptDeps,
  attempts: readonly TriedDelivery[],
): Promise<boolean[]> => {
  if (!attempts.every(isSuccess)) return recordWithEndpoints(deps, attempts)
  const ended = await endLeases(deps.db, deps.workerId, attempts.map(deliveredBy), { of: 'well' })
  const left = attempts.filter((_each, index) => ended[index] !== true)
  if (left.length === 0) return ended
  const recorded = await recordWithEndpoints(deps, left)
  const done = new Set(left.filter((_each, index) => recorded[index] === true))
  return attempts.map((each, index) => ended[index] === true || done.has(each))
}

const recordWithEndpoints = (
  deps: RecordAttemptDeps,
  attempts: readonly TriedDelivery[],
): Promise<boolean[]> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const failed = attempts.filter((each) => !isSuccess(each))
    // Endpoints are locked first, as a claim does, so that two failures of one endpoint cannot wait for each other.
    const health = failed.length === 0 ? [] : await noteFailures(tx, endpointsOf(failed), now)
    const healthOf = new Map(health.map((each) => [endpointName(each), each]))
    const alive = new Set(attempts.filter(isSuccess).map(placeOf))
    const outcomes = attempts.map((each) => outcomeOf(deps, each, healthOf, alive, now))
    const ended = await endLeases(tx, deps.workerId, outcomes)
    const told = attempts.filter((each, index) => isSuccess(each) && ended[index] === true)
    if (told.length > 0)
      for (const key of await noteSuccesses(tx, endpointsOf(told))) await resumeDeliveries(tx, key, now)
    const pausing = outcomes.filter(({ reason }, index) => reason !== null && ended[index] === true)
    // One of each endpoint: it is paused once, whatever else failed beside it.
    for (const outcome of new Map(pausing.map((each) => [endpointName(each.claimed), each])).values())
      await pause(tx, deps, outcome, now)
    return ended
  })

const isSuccess = ({ tried }: TriedDelivery): boolean => verdictOf(tried.result) === 'delivered'

const placeOf = ({ claimed, tried }: TriedDelivery): string => `${endpointName(claimed)} ${tried.url}`

/** Each endpoint and URL once. */
const endpointsOf = (attempts: readonly TriedDelivery[]): TriedEndpoint[] => [
  ...new Map(
    attempts.map((each) => {
      const { merchantId, mode } = each.claimed
      return [placeOf(each), { merchantId, mode, url: each.tried.url }]
    }),
  ).values(),
]

const deliveredBy = ({ claimed, tried }: TriedDelivery): LeaseEnd => ({
  claimed,
  attempt: attemptFrom(claimed, tried),
  next: { state: 'delivered', dueAt: null },
})

interface Outcome extends LeaseEnd {
  /** The endpoint is to be paused. */
  readonly reason: PauseReason | null
  readonly failingSince: Date
}

const outcomeOf = (
  deps: RecordAttemptDeps,
  each: TriedDelivery,
  healthOf: ReadonlyMap<string, EndpointHealth>,
  alive: ReadonlySet<string>,
  now: Date,
): Outcome => {
  if (isSuccess(each)) return { ...deliveredBy(each), reason: null, failingSince: now }
  const { claimed, tried } = each
  const health = healthOf.get(endpointName(claimed))
  // An endpoint is never deleted while a delivery has its merchant.
  if (health === undefined) throw new Error('a delivery without an endpoint')
  // Whoever took another at the same time is neither gone nor failing for days.
  const reason = health.isPaused || alive.has(placeOf(each)) ? null : pauseReasonOf(health, tried, now)
  const waits = health.isPaused || health.url === null || reason !== null
  return {
    claimed,
    attempt: attemptFrom(claimed, tried),
    reason,
    failingSince: health.failingSince ?? now,
    next: afterFailure(deps, claimed, tried.result, waits, now),
  }
}

const pause = async (
  tx: Transaction,
  deps: RecordAttemptDeps,
  { claimed, attempt, reason, failingSince }: Outcome,
  now: Date,
): Promise<void> => {
  if (reason === null) return
  await pauseEndpoint(tx, claimed, reason, now)
  await pauseDeliveries(tx, claimed)
  await deps.addJob(tx, PAUSED_JOB, {
    merchantId: claimed.merchantId,
    mode: claimed.mode,
    url: attempt.url,
    reason,
    failingSince: failingSince.toISOString(),
  })
}

const pauseReasonOf = (health: EndpointHealth, { url, result }: Tried, now: Date): PauseReason | null => {
  // What an address answered that the merchant has replaced says nothing about the new one.
  if (health.url !== url) return null
  if (verdictOf(result) === 'gone') return 'gone'
  return health.failingSince !== null && hasFailedTooLong(health.failingSince, now) ? 'failing' : null
}

const RANDOM_BITS = 32

const afterFailure = (
  { ids }: RecordAttemptDeps,
  claimed: ClaimedDelivery,
  result: AttemptResult,
  waits: boolean,
  now: Date,
): { state: DeliveryState; dueAt: Date | null } => {
  const attemptsMade = claimed.attemptsMade + 1 - claimed.attemptsBefore
  if (attemptsMade >= ATTEMPTS_MAX) return { state: 'exhausted', dueAt: null }
  if (waits) return { state: 'paused', dueAt: null }
  const random = Buffer.from(ids.bytes(RANDOM_BITS / 8)).readUInt32BE() / 2 ** RANDOM_BITS
  const asked =
    result.kind === 'answered'
      ? retryAfterSeconds(result.retryAfter, now, RETRY_AFTER_SECONDS_MAX)
      : undefined
  return { state: 'failed', dueAt: nextAttemptAt(attemptsMade, now, random, asked) }
}
