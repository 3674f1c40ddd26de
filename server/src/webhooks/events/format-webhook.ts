import { webhookFields, webhookForm } from '@galla/contract/gateway-compat/dialect-webhooks'
import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import { PAYMENT_REVERSED, type TestPingPayload, type WebhookPayload } from '@galla/contract/webhooks/webhook'
import type { WebhookEndpoint, WebhookFormat } from '../endpoints/endpoint.ts'

/** The body that is signed and sent. */
export interface FormattedWebhook {
  readonly contentType: string
  readonly body: string
}

/** The merchant's choice; until they choose, the dialect that the order was created in. */
export const formatOf = (
  { format, formatChosen }: Pick<WebhookEndpoint, 'format' | 'formatChosen'>,
  dialect: Dialect | null,
): WebhookFormat => (formatChosen ? format : (dialect ?? 'standard'))

const JSON_ONLY = ['{"id":', '{"event":"source.', `{"event":"${PAYMENT_REVERSED}"`]

/** Formats an event's stored payload when it is sent, so a changed format counts at once. Only EKQR's have an order number. */
export const formatWebhook = (
  format: WebhookFormat,
  payload: string,
  orderNumber: number | null,
): FormattedWebhook => {
  // Only changes of orders have a form.
  const isJsonOnly = JSON_ONLY.some((start) => payload.startsWith(start))
  if (format === 'standard' || isJsonOnly) return { contentType: 'application/json', body: payload }
  // Written by recordEvent or sendTestPing.
  const event = JSON.parse(payload) as WebhookPayload | TestPingPayload
  if (format === 'ekqr_json')
    return {
      contentType: 'application/json',
      body: JSON.stringify(webhookFields('ekqr', event, orderNumber)),
    }
  return {
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(webhookForm(format, event, orderNumber)).toString(),
  }
}
