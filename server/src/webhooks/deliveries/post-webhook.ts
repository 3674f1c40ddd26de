import { createConnectionPool } from '../../platform/http-client/connection-pool.ts'
import { sendHttp } from '../../platform/http-client/outgoing-http.ts'
import { type Tracing, traced } from '../../platform/telemetry/tracing.ts'
import type { AttemptResult } from './delivery.ts'
import type { WebhookRequest } from './send-delivery.ts'

/** No connection was free, so nothing was sent: no attempt is counted, and the claim expires. */
export class NoConnectionFree extends Error {
  override name = 'NoConnectionFree'
}

/** Posts webhooks with the guarded HTTP client. */
export const postWebhook = ({
  allowPrivate,
  tracing,
}: {
  readonly allowPrivate: boolean
  readonly tracing?: Tracing | undefined
}) => {
  // Receivers recognise a repeated notification by its ID.
  const pool = createConnectionPool()
  return async (request: WebhookRequest): Promise<AttemptResult> => {
    const reply = await traced(tracing, 'send webhook', async (set) => {
      const sent = await sendHttp({ ...request, method: 'POST', allowPrivate, pool })
      set(
        sent.error === undefined
          ? { 'http.response.status_code': sent.status }
          : { 'error.type': sent.error },
      )
      return sent
    })
    if (reply.error === 'busy') throw new NoConnectionFree('every outgoing connection is in use')
    if (reply.error !== undefined) return { kind: 'unanswered', error: reply.error }
    const { status, headers, body } = reply
    return { kind: 'answered', status, retryAfter: headers['retry-after'] ?? null, body }
  }
}
