import { ATTEMPTS_MAX } from '@galla/contract/webhooks/webhook'
import { tell } from '../../notices/tell.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'
import { createFairQueue } from '../../platform/jobs/fair-queue.ts'
import { type EndpointKey, endpointName, type PauseReason } from '../endpoints/endpoint.ts'
import { type EndpointHealth, healthAfter } from '../endpoints/endpoint-health.ts'
import { lockEndpointHealth, updateEndpointHealth } from '../endpoints/endpoint-health-store.ts'
import { pauseDeliveries, resumeDeliveries } from '../endpoints/endpoint-store.ts'
import { type Attempt, type FinishedAttempt, finishClaims, recordDelivered } from './attempt-store.ts'
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
  /** False: its endpoint was failing or paused when it was claimed. */
  readonly wasHealthy: boolean
}

/** Transactions under way. */
const RECORDINGS_AT_ONCE = 3
/** More than can be in flight, so that no attempt is rejected. */
const WAITING_MAX = 10_000

interface WaitingAttempt {
  readonly sent: SentDelivery
  readonly resolve: (recorded: boolean) => void
  readonly reject: (error: unknown) => void
}

/** Records attempts. Those of an endpoint that end while one is being recorded are recorded together. */
export const createAttemptRecorder = (deps: RecordAttemptsDeps) => {
  const turns = createFairQueue({
    atOnceMax: RECORDINGS_AT_ONCE,
    atOncePerKeyMax: 1,
    waitingMax: WAITING_MAX,
    waitingPerKeyMax: 1,
    retryAfterSeconds: 1,
  })
  const waiting = new Map<string, WaitingAttempt[]>()

  const record = async (attempts: readonly WaitingAttempt[]): Promise<void> => {
    try {
      const recorded = await recordAttempts(
        deps,
        attempts.map(({ sent }) => sent),
      )
      for (const [n, { resolve }] of attempts.entries()) resolve(recorded[n] === true)
    } catch (error) {
      // One that cannot be recorded fails no other. If they were recorded after all, their leases are gone, and nothing is recorded twice.
      if (attempts.length > 1) for (const each of attempts) await record([each])
      else for (const { reject } of attempts) reject(error)
    }
  }

  return {
    /** Returns true unless the lease was lost. */
    add: (sent: SentDelivery): Promise<boolean> =>
      new Promise((resolve, reject) => {
        const name = endpointName(sent.claimed)
        const attempts = waiting.get(name) ?? []
        attempts.push({ sent, resolve, reject })
        if (attempts.length > 1) return
        waiting.set(name, attempts)
        void turns.run(name, () => {
          waiting.delete(name)
          return record(attempts)
        })
      }),
  }
}

/** Records attempts at one endpoint and updates its health, all or none. Returns for each whether its lease was still held. */
export const recordAttempts = (
  deps: RecordAttemptsDeps,
  attempts: readonly SentDelivery[],
): Promise<boolean[]> => {
  const [first] = attempts
  if (first === undefined) return Promise.resolve([])
  // Most are these, and change nothing of the health. If the endpoint failed meanwhile, the next success ends that.
  const changeNothing = attempts.every(
    ({ wasHealthy, result }) => wasHealthy && verdictOf(result) === 'delivered',
  )
  return changeNothing
    ? recordDelivered(
        deps.db,
        first.claimed,
        attempts.map((sent) => ({ claimed: sent.claimed, attempt: toAttempt(sent), next: DELIVERED })),
      )
    : recordWithHealth(deps, first.claimed, attempts)
}

const recordWithHealth = (
  deps: RecordAttemptsDeps,
  key: EndpointKey,
  attempts: readonly SentDelivery[],
): Promise<boolean[]> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    // Before the deliveries, as everywhere.
    const before = await lockEndpointHealth(tx, key)
    // It was removed while they were sent.
    if (before === undefined) return attempts.map(() => false)
    const after = healthAfter(before, attempts, now)
    const isPaused = after.pauseReason !== null || after.url === null
    const recorded = await finishClaims(
      tx,
      key,
      attempts.map((sent) => ({
        claimed: sent.claimed,
        attempt: toAttempt(sent),
        next: nextState(deps, sent, isPaused, now),
      })),
    )
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
  const { merchantId, mode, endpointId, url, failingSince, pauseReason } = after
  await updateEndpointHealth(tx, after, now)
  if (before.pauseReason !== null && pauseReason === null) await resumeDeliveries(tx, after, now)
  if (before.pauseReason !== null || pauseReason === null || url === null) return
  await pauseDeliveries(tx, after)
  const since = (failingSince ?? now).toISOString()
  await deps.addJob(tx, PAUSED_JOB, {
    merchantId,
    mode,
    endpointId,
    url,
    reason: pauseReason,
    failingSince: since,
  })
  await tell(tx, {
    merchantId,
    key: `webhook paused ${endpointName(after)} ${now.toISOString()}`,
    notice: { kind: 'webhook' },
  })
}

const DELIVERED = { state: 'delivered', dueAt: null } as const
const RANDOM_BITS = 32

const nextState = (
  { ids }: RecordAttemptsDeps,
  { claimed, result }: SentDelivery,
  isPaused: boolean,
  now: Date,
): FinishedAttempt['next'] => {
  if (verdictOf(result) === 'delivered') return DELIVERED
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
