import { webhookForm } from '@galla/contract/dialect-webhooks'
import type { Dialect } from '@galla/contract/dialects'
import type { TestPingPayload, WebhookPayload } from '@galla/contract/webhook'
import type { WebhookEndpoint, WebhookFormat } from '../endpoints/endpoint.ts'

/** What is signed and sent. */
export interface WordedNotification {
  readonly contentType: string
  readonly body: string
}

/** As its merchant chose; until he does, an order is told in the dialect that it was made in. */
export const formatOf = (
  { format, formatChosen }: Pick<WebhookEndpoint, 'format' | 'formatChosen'>,
  dialect: Dialect | null,
): WebhookFormat => (formatChosen ? format : (dialect ?? 'standard'))

/** An event's stored payload in the words of a format. It is worded when it is sent, so a changed format counts at once. */
export const wordedNotification = (
  format: WebhookFormat,
  payload: string,
  orderNumber = 0,
): WordedNotification => {
  if (format === 'standard') return { contentType: 'application/json', body: payload }
  // Our own text: written by recordEvent or sendTestPing.
  const told = JSON.parse(payload) as WebhookPayload | TestPingPayload
  return {
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(webhookForm(format, told, orderNumber)).toString(),
  }
}
