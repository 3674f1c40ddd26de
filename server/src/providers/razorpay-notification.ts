import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { equalInConstantTime, sha256 } from '../platform/crypto/crypto.ts'
import { asSaid, type Notice, type Noticed } from './connector.ts'
import { razorpayPayment, razorpayQr, referenceOf, toldBy } from './razorpay-entities.ts'

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
 * What a webhook of Razorpay tells: its documents take a signed `qr_code.credited` for the news itself, so its payment counts. The
 * name of the event is in a header that nobody signed; the payment it could hide or repeat is known by its own reference.
 */
export const razorpayNotification = (secret: string | null, { body, headers }: Notice): Noticed => {
  // Without a secret everybody's signature would be right.
  if (secret === null || secret === '')
    return { kind: 'forged', said: 'No webhook secret is kept for this account' }
  if (!equalInConstantTime(headers['x-razorpay-signature'] ?? '', signRazorpay(secret, body)))
    return { kind: 'forged', said: 'The notification is not signed with the webhook secret' }
  const named = headers['x-razorpay-event-id'] ?? ''
  const eventId = EVENT_ID.test(named) ? named : `sha256_${sha256(body).toString('hex')}`
  const told = event.safeParse(jsonOf(body)).data
  const qr = told?.payload.qr_code?.entity
  const payment = told?.payload.payment?.entity
  if (told === undefined || qr === undefined)
    return { kind: 'signed', eventId, said: asSaid(told?.event ?? 'unreadable'), about: null, payment: null }
  const counts = told.event === 'qr_code.credited' && payment?.status === 'captured'
  return {
    kind: 'signed',
    eventId,
    said: asSaid(told.event),
    about: { reference: referenceOf(qr), providerId: qr.id },
    payment: counts ? toldBy(payment) : null,
  }
}

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
