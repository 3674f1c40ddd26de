import { createConnectionPool } from '../../platform/http-client/connection-pool.ts'
import { sendHttp } from '../../platform/http-client/outgoing-http.ts'
import type { AttemptResult } from './delivery.ts'
import type { WebhookRequest } from './send-delivery.ts'

/** We had no socket left, so the receiver was never asked: no attempt is counted, and the lease lapses. */
export class NoSocketFree extends Error {
  override name = 'NoSocketFree'
}

/** The way out for notifications: the platform's guarded HTTP client, and of its answer what an attempt needs. */
export const postWebhook = ({ allowPrivate }: { readonly allowPrivate: boolean }) => {
  // Receivers recognise a repeated notification by its ID.
  const pool = createConnectionPool()
  return async ({ answerBytesMax, ...request }: WebhookRequest): Promise<AttemptResult> => {
    const reply = await sendHttp({
      ...request,
      method: 'POST',
      maxResponseBytes: answerBytesMax,
      allowPrivate,
      pool,
    })
    if (reply.error === 'busy') throw new NoSocketFree('every outgoing connection is in use')
    if (reply.error !== undefined) return { kind: 'unanswered', error: reply.error }
    const { status, headers, body } = reply
    return { kind: 'answered', status, retryAfter: headers['retry-after'] ?? null, body }
  }
}
