import type { Outgoing } from '../platform/outgoing-http.ts'
import type { AttemptResult } from './delivery.ts'
import type { WebhookRequest } from './send-delivery.ts'

/** The way out for notifications: the guarded HTTP client of the platform, and of its answer what an attempt needs. */
export const postWebhook =
  (outgoing: Pick<Outgoing, 'send'>) =>
  async ({
    url,
    headers,
    body,
    connectTimeoutMs,
    totalTimeoutMs,
    answerBytesMax,
  }: WebhookRequest): Promise<AttemptResult> => {
    const answer = await outgoing.send({
      method: 'POST',
      url,
      headers,
      body,
      connectTimeoutMs,
      totalTimeoutMs,
      responseBytesMax: answerBytesMax,
    })
    return answer.kind === 'answered'
      ? {
          kind: 'answered',
          status: answer.status,
          retryAfter: answer.headers['retry-after'] ?? null,
          body: answer.body,
        }
      : { kind: 'unanswered', error: answer.error }
  }
