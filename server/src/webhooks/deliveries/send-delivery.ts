import { CONNECT_TIMEOUT_MS, TOTAL_TIMEOUT_MS } from '@galla/contract/webhook'
import { type Clock, monotonicMs } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/crypto/crypto.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.ts'
import { signWebhook } from '../endpoints/sign-webhook.ts'
import { type FailureToTellDeps, isFailureToTell } from '../events/failure-to-tell.ts'
import { formatOf, type WordedNotification, wordedNotification } from '../events/worded-notification.ts'
import { type AttemptResult, type LeasedDelivery, verdictOf } from './delivery.ts'
import { pauseClaimed } from './delivery-store.ts'
import { QUICK_ANSWER_MS } from './endpoint-rooms.ts'
import { endLease } from './lease-store.ts'
import type { TriedDelivery } from './record-attempt.ts'

export const ANSWER_BYTES_MAX = 64 * 1024

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connectTimeoutMs: number
  readonly totalTimeoutMs: number
  readonly answerBytesMax: number
}

export interface SendDeliveryDeps extends FailureToTellDeps {
  /** The integer by which EKQR's receivers know an order; asked of orders, which stand above. */
  readonly numberOrder: (merchantId: string, orderId: string) => Promise<number>
  readonly clock: Clock
  readonly secrets: Secrets
  /** One POST to an address that was checked as it was resolved; follows no redirect, never throws for what the other side did. */
  readonly post: (request: WebhookRequest) => Promise<AttemptResult>
}

/** What came of an attempt, and whether the receiver took it at once. */
export interface SentDelivery extends TriedDelivery {
  readonly wasQuick: boolean
}

/**
 * Signs and sends a leased delivery to where its endpoint is now, outside any transaction. Null when there was nothing to send;
 * then its lease is ended, and otherwise what came of it is still to be recorded.
 */
export const sendDelivery = async (
  deps: SendDeliveryDeps,
  claimed: LeasedDelivery,
  endpoint: WebhookEndpoint,
): Promise<SentDelivery | null> => {
  const { url } = endpoint
  if (url === null) {
    await deps.db.transaction(async (tx) => {
      if (await endLease(tx, deps.workerId, claimed)) await pauseClaimed(tx, claimed)
    })
    return null
  }
  const format = formatOf(endpoint, claimed.dialect)
  if (format !== 'standard' && claimed.event === 'order.failed') {
    if (!(await isFailureToTell(deps, claimed, endpoint))) return null
  }
  const hasNumber = format === 'ekqr' && claimed.orderId !== null
  const orderNumber = hasNumber ? await deps.numberOrder(claimed.merchantId, claimed.orderId) : 0
  const worded = wordedNotification(format, claimed.payload, orderNumber)
  const { body } = worded
  const startedAt = deps.clock.now()
  const startedMs = monotonicMs()
  const headers = webhookHeaders(claimed.eventId, startedAt, worded, signingSecrets(endpoint, startedAt))
  const result = await deps.post({
    url,
    headers,
    body,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  })
  const durationMs = monotonicMs() - startedMs
  const wasQuick = deps.clock.now().getTime() - startedAt.getTime() < QUICK_ANSWER_MS
  return {
    claimed,
    tried: { url, startedAt, durationMs, result, headers, body },
    wasQuick: wasQuick && verdictOf(result) === 'delivered',
  }
}

export const webhookHeaders = (
  webhookId: string,
  at: Date,
  { contentType, body }: WordedNotification,
  secrets: readonly string[],
): Record<string, string> => ({
  'content-type': contentType,
  'user-agent': 'Galla-Webhooks/1.0',
  ...signWebhook({ webhookId, at, body, secrets }),
})

const signingSecrets = ({ secret, previousSecret }: WebhookEndpoint, now: Date): string[] =>
  previousSecret !== null && now < previousSecret.until ? [secret, previousSecret.secret] : [secret]
