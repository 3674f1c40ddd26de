import { z } from 'zod'
import { equalInConstantTime, hmacSha256, sha256 } from '../platform/crypto/crypto.ts'
import { parseJson } from '../platform/json.ts'
import { isMoneyReceived, type Payment, payment, toReportedPayment } from './cashfree-payment.ts'
import { type NotificationResult, type ProviderNotification, toMessage } from './connector.ts'

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/webhooks */
const notification = z.object({
  type: z.string().max(64),
  data: z.object({
    order: z.object({ order_id: z.string().min(1).max(64) }),
    payment,
  }),
})

/** Cashfree retries for half an hour; an older notification is a replay. */
const AGE_MS_MAX = 3_600_000
/** Cashfree's clock may be ahead of ours. */
const AHEAD_MS_MAX = 300_000

/**
 * Verifies the signature over the time and the raw body. Cashfree documents a signed success as final: https://www.cashfree.com/docs/api-reference/payments/latest/webhooks/idempotency
 */
export const verifyCashfreeNotification = (
  clientSecret: string,
  { body, headers }: ProviderNotification,
  now: Date,
): NotificationResult => {
  const timestamp = headers['x-webhook-timestamp'] ?? ''
  if (clientSecret === '') return { kind: 'forged', message: 'No client secret is known here' }
  const expected = hmacSha256(clientSecret, Buffer.concat([Buffer.from(timestamp), body])).toString('base64')
  if (!equalInConstantTime((headers['x-webhook-signature'] ?? '').trim(), expected))
    return { kind: 'forged', message: 'It is not signed with the client secret' }
  const age = now.getTime() - (/^\d{13}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (!(age <= AGE_MS_MAX && age >= -AHEAD_MS_MAX))
    return { kind: 'forged', message: 'It was signed at another time' }
  const notified = notification.safeParse(parseJson(body))
  if (!notified.success)
    return {
      kind: 'signed',
      eventId: sha256(body).toString('hex'),
      message: 'Cashfree sent a notification about no payment',
      about: null,
      payment: null,
    }
  const { type, data } = notified.data
  return {
    kind: 'signed',
    eventId: sha256(
      JSON.stringify([type, data.order.order_id, data.payment.cf_payment_id, data.payment.payment_status]),
    ).toString('hex'),
    message: toMessage(`${type}: ${data.payment.payment_status}`),
    about: { reference: data.order.order_id, providerId: null },
    payment: receivedPayment(data.payment),
  }
}

const receivedPayment = (paid: Payment) => (isMoneyReceived(paid) ? (toReportedPayment(paid) ?? null) : null)
