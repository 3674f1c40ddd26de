import { ATTEMPTS_MAX } from '@galla/contract/webhooks/webhook'
import type { Transaction } from '../../platform/database/database.ts'
import { shardOf } from '../../platform/distributed/merchant-shards.ts'
import type { Platform } from '../../platform/feature.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'
import { createMicroBatch, type MicroBatch } from '../../platform/jobs/micro-batch.ts'
import { type EndpointKey, endpointName, type PauseReason } from '../endpoints/endpoint.ts'
import { type EndpointHealth, healthAfter } from '../endpoints/endpoint-health.ts'
import { lockEndpointHealth, updateEndpointHealth } from '../endpoints/endpoint-health-store.ts'
import { pauseDeliveries, resumeDeliveries } from '../endpoints/endpoint-store.ts'
import { type Attempt, type FinishedAttempt, finishClaims } from './attempt-store.ts'
import {
  type AttemptResult,
  type ClaimedDelivery,
  nextAttemptAt,
  RETRY_AFTER_SECONDS_MAX,
  storedResponse,
  verdictOf,
} from './delivery.ts'

export const PAUSED_JOB = 'webhook.paused'

export interface WebhookPaused extends EndpointKey {
  readonly url: string
  readonly reason: PauseReason
  /** ISO 8601. */
  readonly failingSince: string
}

export interface RecordAttemptsDeps extends Pick<Platform, 'db' | 'clock' | 'ids'> {
  /** Adds the job that notifies the merchant by mail, in the transaction. */
  readonly addJob: (tx: Transaction, job: typeof PAUSED_JOB, payload: WebhookPaused) => Promise<unknown>
}

/** A claimed delivery and the attempt to send it. */
export interface SentDelivery {
  readonly claimed: ClaimedDelivery
  readonly url: string
  readonly startedAt: Date
  readonly durationMs: number
  readonly result: AttemptResult
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const BATCH_ATTEMPTS_MAX = 200
const BATCHES_IN_FLIGHT = 2
/** More than can be in flight, so that no attempt is rejected. */
const WAITING_MAX = 10_000

/** Records attempts that end at the same time in one transaction. Returns true unless the claim was lost. */
export const createAttemptRecorder = (deps: RecordAttemptsDeps): MicroBatch<SentDelivery, boolean> =>
  createMicroBatch({
    run: (attempts) => recordAttempts(deps, attempts),
    itemsMax: BATCH_ATTEMPTS_MAX,
    inFlightMax: BATCHES_IN_FLIGHT,
    waitingMax: WAITING_MAX,
    keyOf: ({ claimed }) => endpointName(claimed),
    groupOf: ({ claimed }) => shardOf(deps.db, claimed.merchantId),
  })

/** Records attempts and updates their deliveries and endpoints, all or none. Returns for each whether its claim was still held. */
export const recordAttempts = (
  deps: RecordAttemptsDeps,
  attempts: readonly SentDelivery[],
): Promise<boolean[]> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const attemptsOf = Map.groupBy(attempts, ({ claimed }) => endpointName(claimed))
    // Locked before the deliveries and in order, so that two batches cannot wait for each other.
    const endpoints = await lockEndpointHealth(
      tx,
      [...attemptsOf.values()].flatMap(([first]) => (first === undefined ? [] : [first.claimed])),
    )
    const changes = endpoints.map((before) => ({
      before,
      after: healthAfter(before, attemptsOf.get(endpointName(before)) ?? [], now),
    }))
    const healthOf = new Map(changes.map(({ after }) => [endpointName(after), after]))
    const recorded = await finishClaims(
      tx,
      attempts.map((each) => toFinished(deps, each, healthOf.get(endpointName(each.claimed)), now)),
    )
    for (const { before, after } of changes)
      if (before !== after) await applyHealth(tx, deps, before, after, now)
    return recorded
  })

const applyHealth = async (
  tx: Transaction,
  deps: RecordAttemptsDeps,
  before: EndpointHealth,
  after: EndpointHealth,
  now: Date,
): Promise<void> => {
  const { merchantId, mode, url, failingSince, pauseReason } = after
  await updateEndpointHealth(tx, after, now)
  if (before.pauseReason !== null && pauseReason === null) await resumeDeliveries(tx, after, now)
  if (before.pauseReason !== null || pauseReason === null || url === null) return
  await pauseDeliveries(tx, after, now)
  await deps.addJob(tx, PAUSED_JOB, {
    merchantId,
    mode,
    url,
    reason: pauseReason,
    failingSince: (failingSince ?? now).toISOString(),
  })
}

const toFinished = (
  deps: RecordAttemptsDeps,
  sent: SentDelivery,
  health: EndpointHealth | undefined,
  now: Date,
): FinishedAttempt => {
  // An endpoint is never deleted while a delivery has its merchant.
  if (health === undefined) throw new Error('a delivery without an endpoint')
  const isPaused = health.pauseReason !== null || health.url === null
  return { claimed: sent.claimed, attempt: toAttempt(sent), next: nextState(deps, sent, isPaused, now) }
}

const RANDOM_BITS = 32

const nextState = (
  { ids }: RecordAttemptsDeps,
  { claimed, result }: SentDelivery,
  isPaused: boolean,
  now: Date,
): FinishedAttempt['next'] => {
  if (verdictOf(result) === 'delivered') return { state: 'delivered', dueAt: null }
  const attemptsMade = claimed.attemptsMade + 1 - claimed.attemptsBefore
  if (attemptsMade >= ATTEMPTS_MAX) return { state: 'exhausted', dueAt: null }
  if (isPaused) return { state: 'paused', dueAt: null }
  const random = Buffer.from(ids.bytes(RANDOM_BITS / 8)).readUInt32BE() / 2 ** RANDOM_BITS
  const requested =
    result.kind === 'answered'
      ? retryAfterSeconds(result.retryAfter, now, RETRY_AFTER_SECONDS_MAX)
      : undefined
  return { state: 'failed', dueAt: nextAttemptAt(attemptsMade, now, random, requested) }
}

const ERROR_CHARACTERS_MAX = 500
const REQUEST_BODY_BYTES_MAX = 20_480

const toAttempt = ({
  claimed,
  url,
  startedAt,
  durationMs,
  result,
  headers,
  body,
}: SentDelivery): Attempt => ({
  at: startedAt,
  url,
  durationMs: Math.max(0, Math.round(durationMs)),
  status: result.kind === 'answered' ? result.status : null,
  error:
    result.kind === 'unanswered'
      ? result.error.replaceAll('\0', '').slice(0, ERROR_CHARACTERS_MAX).toWellFormed()
      : null,
  response: result.kind === 'answered' ? storedResponse(result.body) : null,
  requestHeaders: headers,
  // A form is ASCII, so characters are bytes; text in Indian scripts becomes up to three times as long.
  requestBody: body === claimed.payload ? null : body.slice(0, REQUEST_BODY_BYTES_MAX),
})
