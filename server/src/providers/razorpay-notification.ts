import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { equalInConstantTime, sha256 } from '../platform/crypto/crypto.ts'
import { parseJson } from '../platform/json.ts'
import { type NotificationResult, type ProviderNotification, toMessage } from './connector.ts'
import { razorpayPayment, razorpayQr, referenceOf, toReportedPayment } from './razorpay-entities.ts'

/** https://razorpay.com/docs/webhooks/qr-codes */
const event = z.object({
  event: z.string().max(64),
  payload: z.object({
    qr_code: z.object({ entity: razorpayQr }).optional(),
    payment: z.object({ entity: razorpayPayment }).optional(),
  }),
})

const EVENT_ID = /^[A-Za-z0-9_-]{1,64}$/

export const signRazorpay = (secret: string, body: Uint8Array | string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/**
 * Verifies a Razorpay webhook. Razorpay documents a signed `qr_code.credited` as final, so its payment counts. The event ID comes in a
 * header that the signature does not cover; a payment is still recognised by its own reference.
 */
export const verifyRazorpayNotification = (
  secret: string | null,
  { body, headers }: ProviderNotification,
): NotificationResult => {
  // With an empty secret anyone could sign.
  if (secret === null || secret === '')
    return { kind: 'forged', message: 'This account has no webhook secret' }
  if (!equalInConstantTime(headers['x-razorpay-signature'] ?? '', signRazorpay(secret, body)))
    return { kind: 'forged', message: 'The notification is not signed with the webhook secret' }
  const named = headers['x-razorpay-event-id'] ?? ''
  const eventId = EVENT_ID.test(named) ? named : `sha256_${sha256(body).toString('hex')}`
  const notified = event.safeParse(parseJson(body)).data
  const qr = notified?.payload.qr_code?.entity
  const payment = notified?.payload.payment?.entity
  if (notified === undefined || qr === undefined)
    return {
      kind: 'signed',
      eventId,
      message: toMessage(notified?.event ?? 'unreadable'),
      about: null,
      payment: null,
    }
  const counts = notified.event === 'qr_code.credited' && payment?.status === 'captured'
  return {
    kind: 'signed',
    eventId,
    message: toMessage(notified.event),
    about: { reference: referenceOf(qr), providerId: qr.id },
    payment: counts ? toReportedPayment(payment) : null,
  }
}
