import { CONNECT_TIMEOUT_MS, TOTAL_TIMEOUT_MS } from '@galla/contract/webhooks/webhook'
import { monotonicMs } from '../../platform/clock.ts'
import type { Platform } from '../../platform/feature.ts'
import { createConnectionPool } from '../../platform/http-client/connection-pool.ts'
import { type OutgoingRequest, sendHttp } from '../../platform/http-client/outgoing-http.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.ts'
import { signWebhook } from '../endpoints/sign-webhook.ts'
import { type FormattedWebhook, formatOf, formatWebhook } from '../events/format-webhook.ts'
import { shouldNotifyFailure } from '../events/should-notify-failure.ts'
import type { AttemptResult, ClaimedDelivery } from './delivery.ts'
import { pauseClaimed } from './delivery-store.ts'
import type { SentDelivery } from './record-attempts.ts'

export const RESPONSE_READ_BYTES_MAX = 64 * 1024

type WebhookRequest = Omit<OutgoingRequest, 'method' | 'allowPrivate' | 'pool'>

export interface SendDeliveryDeps extends Pick<Platform, 'db' | 'clock' | 'secrets'> {
  /** Sends one POST to a checked address. Follows no redirect and never throws for what the receiver does. */
  readonly post: (request: WebhookRequest) => Promise<AttemptResult>
}

/**
 * Signs and posts a claimed delivery to its endpoint's current URL, outside any transaction. Returns null if there was nothing to
 * send; the claim has then ended. Otherwise the attempt has to be recorded.
 */
export const sendDelivery = async (
  deps: SendDeliveryDeps,
  claimed: ClaimedDelivery,
  endpoint: WebhookEndpoint,
): Promise<SentDelivery | null> => {
  const { url } = endpoint
  // An event whose transaction began before the pause does not wait for its end.
  const isHeld = endpoint.paused?.reason === 'by_hand' && !claimed.isRevived && claimed.event !== 'test.ping'
  if (url === null || isHeld) {
    await pauseClaimed(deps.db, claimed)
    return null
  }
  const format = formatOf(endpoint, claimed.dialect)
  if (format !== 'standard' && claimed.event === 'order.failed') {
    if (!(await shouldNotifyFailure(deps, claimed, endpoint))) return null
  }
  const webhook = formatWebhook(format, claimed.payload, claimed.orderNumber)
  const { body } = webhook
  const startedAt = deps.clock.now()
  const startedMs = monotonicMs()
  const headers = webhookHeaders(claimed.eventId, startedAt, webhook, signingSecrets(endpoint, startedAt))
  const answer = await deps.post({
    url,
    headers,
    body,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxResponseBytes: RESPONSE_READ_BYTES_MAX,
  })
  const result = { ...answer, takesAny2xx: endpoint.takesAny2xx }
  const wasHealthy = endpoint.failingSince === null && endpoint.paused === null
  return { claimed, url, startedAt, durationMs: monotonicMs() - startedMs, result, headers, body, wasHealthy }
}

export const webhookHeaders = (
  webhookId: string,
  at: Date,
  { contentType, body }: FormattedWebhook,
  secrets: readonly string[],
): Record<string, string> => ({
  'content-type': contentType,
  'user-agent': 'Galla-Webhooks/1.0',
  ...signWebhook({ webhookId, at, body, secrets }),
})

const signingSecrets = ({ secret, previousSecret }: WebhookEndpoint, now: Date): string[] =>
  previousSecret !== null && now < previousSecret.until ? [secret, previousSecret.secret] : [secret]

/** No connection was free, so nothing was sent: no attempt is counted, and the claim expires. */
export class NoConnectionFree extends Error {
  override name = 'NoConnectionFree'
}

/** Posts webhooks with the guarded HTTP client. */
export const postWebhook = ({ allowPrivate }: { readonly allowPrivate: boolean }) => {
  // Receivers recognise a repeated notification by its ID.
  const pool = createConnectionPool()
  return async (request: WebhookRequest): Promise<AttemptResult> => {
    const reply = await sendHttp({ ...request, method: 'POST', allowPrivate, pool })
    if (reply.error === 'busy') throw new NoConnectionFree('every outgoing connection is in use')
    if (reply.error !== undefined) return { kind: 'unanswered', error: reply.error }
    const { status, headers, body } = reply
    return { kind: 'answered', status, retryAfter: headers['retry-after'] ?? null, body }
  }
}
