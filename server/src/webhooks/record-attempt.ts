import { ATTEMPTS_MAX } from '@galla/contract/webhook'
import type { DeliveryState } from '@galla/contract/webhook-deliveries'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database.ts'
import type { Ids } from '../platform/ids.ts'
import { retryAfterSeconds } from '../platform/retry-after.ts'
import {
  type AttemptResult,
  keptResponse,
  nextAttemptAt,
  RETRY_AFTER_SECONDS_MAX,
  verdictOf,
} from './delivery.ts'
import {
  type Attempt,
  type ClaimedDelivery,
  endLease,
  noteFailure,
  noteSuccess,
  pauseEndpoint,
} from './delivery-store.ts'
import { type EndpointKey, hasFailedTooLong, type PauseReason } from './endpoint.ts'
import { pauseDeliveries, resumeDeliveries } from './endpoint-store.ts'

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
    result.kind === 'unanswered' ? result.error.replaceAll('\0', '').slice(0, ERROR_CHARACTERS_MAX) : null,
  response: result.kind === 'answered' ? keptResponse(result.body) : null,
  requestHeaders: headers,
  // A form is ASCII, so characters are bytes; in Indian scripts it can be thrice as long as what it says.
  requestBody: body === payload ? null : body.slice(0, REQUEST_BODY_BYTES_MAX),
})

/**
 * Writes down what came of an attempt, and what follows from it for the delivery and its endpoint. A lease that was lost
 * meanwhile records nothing: the delivery is somebody else's.
 */
export const recordAttempt = (
  deps: RecordAttemptDeps,
  claimed: ClaimedDelivery,
  tried: Tried,
): Promise<boolean> =>
  deps.db.transaction((tx) =>
    verdictOf(tried.result) === 'delivered'
      ? recordSuccess(tx, deps, claimed, tried)
      : recordFailure(tx, deps, claimed, tried),
  )

const recordSuccess = async (
  tx: Transaction,
  deps: RecordAttemptDeps,
  claimed: ClaimedDelivery,
  tried: Tried,
): Promise<boolean> => {
  const ended = await endLease(tx, deps.workerId, claimed, attemptFrom(claimed, tried), {
    state: 'delivered',
    dueAt: null,
  })
  if (!ended) return false
  const recovered = await noteSuccess(tx, claimed, tried.url)
  if (recovered) await resumeDeliveries(tx, claimed, deps.clock.now())
  return true
}

const recordFailure = async (
  tx: Transaction,
  deps: RecordAttemptDeps,
  claimed: ClaimedDelivery,
  tried: Tried,
): Promise<boolean> => {
  const now = deps.clock.now()
  // The endpoint is locked first, as a claim does, so that two failures of one endpoint cannot wait for each other.
  const health = await noteFailure(tx, claimed, tried.url, now)
  const reason = health.paused_at === null ? pauseReasonOf(health, tried, now) : null
  const waits = health.paused_at !== null || health.url === null || reason !== null
  const ended = await endLease(
    tx,
    deps.workerId,
    claimed,
    attemptFrom(claimed, tried),
    afterFailure(deps, claimed, tried.result, waits, now),
  )
  if (ended && reason !== null) {
    await pauseEndpoint(tx, claimed, reason, now)
    await pauseDeliveries(tx, claimed)
    await deps.addJob(tx, PAUSED_JOB, {
      merchantId: claimed.merchantId,
      mode: claimed.mode,
      url: tried.url,
      reason,
      failingSince: (health.failing_since ?? now).toISOString(),
    })
  }
  return ended
}

const pauseReasonOf = (
  health: { readonly url: string | null; readonly failing_since: Date | null },
  { url, result }: Tried,
  now: Date,
): PauseReason | null => {
  // What an address answered that the merchant has replaced says nothing about the new one.
  if (health.url !== url) return null
  if (verdictOf(result) === 'gone') return 'gone'
  return health.failing_since !== null && hasFailedTooLong(health.failing_since, now) ? 'failing' : null
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
