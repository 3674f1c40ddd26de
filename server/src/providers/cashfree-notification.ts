import { z } from 'zod'
import { equalInConstantTime, hmacSha256, sha256 } from '../platform/crypto/crypto.ts'
import { isMoneyReceived, type Payment, payment, toldPayment } from './cashfree-payment.ts'
import { asSaid, type Notice, type Noticed } from './connector.ts'

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/webhooks */
const notification = z.object({
  type: z.string().max(64),
  data: z.object({
    order: z.object({ order_id: z.string().min(1).max(64) }),
    payment,
  }),
})

/** Cashfree sends again for half an hour; what is older than that was kept by somebody to be sent once more. */
const AGE_MS_MAX = 3_600_000
/** Whose clock is ahead of ours. */
const AHEAD_MS_MAX = 300_000

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Cashfree signs the time and the very bytes of the body with the client secret, and says that a signed success is the final word on
 * a payment: https://www.cashfree.com/docs/api-reference/payments/latest/webhooks/idempotency
 */
export const noticeOfCashfree = (clientSecret: string, { body, headers }: Notice, now: Date): Noticed => {
  const timestamp = headers['x-webhook-timestamp'] ?? ''
  if (clientSecret === '') return { kind: 'forged', said: 'No client secret is known here' }
  const expected = hmacSha256(clientSecret, Buffer.concat([Buffer.from(timestamp), body])).toString('base64')
  if (!equalInConstantTime((headers['x-webhook-signature'] ?? '').trim(), expected))
    return { kind: 'forged', said: 'It is not signed with the client secret' }
  const age = now.getTime() - (/^\d{13}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (!(age <= AGE_MS_MAX && age >= -AHEAD_MS_MAX))
    return { kind: 'forged', said: 'It was signed at another time' }
  const told = notification.safeParse(parsed(body))
  if (!told.success)
    return {
      kind: 'signed',
      eventId: sha256(body).toString('hex'),
      said: 'Cashfree sent a notification about no payment',
      about: null,
      payment: null,
    }
  const { type, data } = told.data
  return {
    kind: 'signed',
    eventId: sha256(
      JSON.stringify([type, data.order.order_id, data.payment.cf_payment_id, data.payment.payment_status]),
    ).toString('hex'),
    said: asSaid(`${type}: ${data.payment.payment_status}`),
    about: { reference: data.order.order_id, providerId: null },
    payment: moneyIn(data.payment),
  }
}

const moneyIn = (told: Payment) => (isMoneyReceived(told) ? (toldPayment(told) ?? null) : null)
