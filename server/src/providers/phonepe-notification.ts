import { z } from 'zod'
import { equalInConstantTime, sha256 } from '../platform/crypto/crypto.ts'
import { asSaid, type Notice, type Noticed } from './connector.ts'

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

/** Refunds and mandates have orders of their own, which are none of ours. */
const ABOUT_A_PAYMENT = /^(?:pg|checkout)\.(?:order|transaction)\./

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * PhonePe proves itself by a hash of the two words that the merchant chose there. It says nothing of the body, so nothing in the
 * body is believed: it only names the order that PhonePe is asked about.
 */
export const noticeOfPhonePe = (webhook: PhonePeWebhook | null, { body, headers }: Notice): Noticed => {
  if (webhook === null || webhook.username === '' || webhook.password === '')
    return { kind: 'forged', said: 'No webhook username and password are known here' }
  const expected = sha256(`${webhook.username}:${webhook.password}`).toString('hex')
  const given = (headers.authorization ?? '').trim().toLowerCase()
  if (!equalInConstantTime(given, expected))
    return { kind: 'forged', said: 'The username or the password of the webhook is another one' }
  const told = notification.safeParse(parsed(body))
  const unreadable = {
    kind: 'signed',
    eventId: sha256(body).toString('hex'),
    said: 'PhonePe sent a notification that it does not document',
    about: null,
    payment: null,
  } as const
  if (!told.success) return unreadable
  const { event, payload } = told.data
  const { orderId, merchantOrderId, state } = payload
  const transactions = (payload.paymentDetails ?? []).map(({ transactionId }) => transactionId ?? '')
  const isAboutPayment = ABOUT_A_PAYMENT.test(event) && Boolean(merchantOrderId || orderId)
  return {
    kind: 'signed',
    // Sent again, it tells the same state of the same order; PhonePe gives its notifications no name of their own.
    eventId: sha256(JSON.stringify([event, orderId, merchantOrderId, state, transactions])).toString('hex'),
    said: asSaid(`${event}: ${state}`),
    about: isAboutPayment ? { reference: merchantOrderId || null, providerId: orderId || null } : null,
    payment: null,
  }
}
