import { z } from 'zod'
import { equalInConstantTime, sha256 } from '../platform/crypto/crypto.ts'
import { parseJson } from '../platform/json.ts'
import { type NotificationResult, type ProviderNotification, toMessage } from './connector.ts'

export interface PhonePeWebhook {
  readonly username: string
  readonly password: string
}

const text = z.string().max(512).nullish()

/** https://developer.phonepe.com/payment-gateway-custom-checkout/custom-website-integration/api-integration/webhook-2 */
const notification = z.object({
  event: z.string().max(64),
  payload: z.object({
    orderId: text,
    merchantOrderId: text,
    state: z.string().max(64),
    paymentDetails: z
      .array(z.object({ transactionId: text }))
      .max(100)
      .nullish(),
  }),
})

/** Refunds and mandates are separate orders at PhonePe. */
const ABOUT_A_PAYMENT = /^(?:pg|checkout)\.(?:order|transaction)\./

/**
 * Verifies the hash of the username and password that the merchant chose at PhonePe. The hash does not cover the body, so the body only
 * names the order whose status Galla then requests.
 */
export const verifyPhonePeNotification = (
  webhook: PhonePeWebhook | null,
  { body, headers }: ProviderNotification,
): NotificationResult => {
  if (webhook === null || webhook.username === '' || webhook.password === '')
    return { kind: 'forged', message: 'No webhook username and password are known here' }
  const expected = sha256(`${webhook.username}:${webhook.password}`).toString('hex')
  const received = (headers.authorization ?? '').trim().toLowerCase()
  if (!equalInConstantTime(received, expected))
    return { kind: 'forged', message: 'The username or the password of the webhook is another one' }
  const notified = notification.safeParse(parseJson(body))
  const unreadable = {
    kind: 'signed',
    eventId: sha256(body).toString('hex'),
    message: 'PhonePe sent a notification that it does not document',
    about: null,
    payment: null,
  } as const
  if (!notified.success) return unreadable
  const { event, payload } = notified.data
  const { orderId, merchantOrderId, state } = payload
  const transactions = (payload.paymentDetails ?? []).map(({ transactionId }) => transactionId ?? '')
  const isAboutPayment = ABOUT_A_PAYMENT.test(event) && Boolean(merchantOrderId || orderId)
  return {
    kind: 'signed',
    // PhonePe gives its notifications no ID; a repeated one has the same state of the same order.
    eventId: sha256(JSON.stringify([event, orderId, merchantOrderId, state, transactions])).toString('hex'),
    message: toMessage(`${event}: ${state}`),
    about: isAboutPayment ? { reference: merchantOrderId || null, providerId: orderId || null } : null,
    payment: null,
  }
}
