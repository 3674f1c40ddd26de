import { keptConnections } from '../../platform/http-client/kept-connections.ts'
import { sendHttp } from '../../platform/http-client/outgoing-http.ts'
import type { AttemptResult } from './delivery.ts'
import type { WebhookRequest } from './send-delivery.ts'

/** We had no socket left, so the receiver was never asked: no attempt is counted, and the lease lapses. */
export class NoSocketFree extends Error {
  override name = 'NoSocketFree'
}

/** The way out for notifications: the platform's guarded HTTP client, and of its answer what an attempt needs. */
export const postWebhook = ({ allowPrivate }: { readonly allowPrivate: boolean }) => {
  // A receiver knows a notification that comes twice by its id.
  const kept = keptConnections()
  return async ({ answerBytesMax, ...request }: WebhookRequest): Promise<AttemptResult> => {
    const reply = await sendHttp({
      ...request,
      method: 'POST',
      maxResponseBytes: answerBytesMax,
      allowPrivate,
      kept,
    })
    if (reply.error === 'busy') throw new NoSocketFree('every outgoing connection is in use')
    if (reply.error !== undefined) return { kind: 'unanswered', error: reply.error }
    const { status, headers, body } = reply
    return { kind: 'answered', status, retryAfter: headers['retry-after'] ?? null, body }
  }
}
