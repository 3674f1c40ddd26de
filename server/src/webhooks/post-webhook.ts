import { sendHttp } from '../platform/outgoing-http.ts'
import type { AttemptResult } from './delivery.ts'
import type { WebhookRequest } from './send-delivery.ts'

/** The way out for notifications; private addresses only in development. */
export const postWebhook =
  ({ allowPrivate }: { readonly allowPrivate: boolean }) =>
  async (request: WebhookRequest): Promise<AttemptResult> => {
    const reply = await sendHttp({
      url: request.url,
      method: 'POST',
      headers: request.headers,
      body: request.body,
      connectTimeoutMs: request.connectTimeoutMs,
      totalTimeoutMs: request.totalTimeoutMs,
      maxResponseBytes: request.answerBytesMax,
      allowPrivate,
    })
    if (reply.error !== undefined) return { kind: 'unanswered', error: reply.error }
    return {
      kind: 'answered',
      status: reply.status,
      retryAfter: reply.headers['retry-after'] ?? null,
      body: reply.body,
    }
  }
