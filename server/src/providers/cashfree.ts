import { paise, toRupeeNumber } from '@galla/upi/rupees'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { equalInConstantTime, hmacSha256, sha256 } from '../platform/crypto/crypto.ts'
import { parseJson } from '../platform/json.ts'
import {
  callProvider,
  type ProviderNetwork,
  type ProviderReply,
  toCreateQrFailure,
  toUnknown,
  withoutTrailingSlash,
} from './call-provider.ts'
import { isMoneyReceived, messageOf, type Payment, payment, toReportedPayment } from './cashfree-payment.ts'
import { findCashfreeRefund, startCashfreeRefund } from './cashfree-refund.ts'
import {
  type CloseQrResult,
  type ConnectionTestResult,
  type Connector,
  type CreateQrRequest,
  type CreateQrResult,
  INVALID_RESPONSE,
  invalidResponse,
  type Limits,
  type NotificationResult,
  type ProviderNotification,
  parseProviderLink,
  pending,
  type StatusQuery,
  type StatusResult,
  toMessage,
} from './connector.ts'

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
const verifyCashfreeNotification = (
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

export interface CashfreeCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The API version whose fields this file reads. Cashfree keeps supporting it after newer versions. */
const API_VERSION = '2025-01-01'
const PAYMENTS_MAX = 200

const text = z.string().max(512).nullish()
const paymentsReply = z.array(payment.extend({ order_id: text })).max(PAYMENTS_MAX)
type OrderPayment = z.output<typeof paymentsReply>[number]

/** https://www.cashfree.com/docs/api-reference/payments/latest/orders/get */
const orderReply = z.object({ order_id: text, order_status: z.string().max(64) })

/** https://www.cashfree.com/docs/api-reference/payments/latest/orders/create-order */
const createReply = z.object({ order_id: text, payment_session_id: z.string().min(1).max(2_048) })

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/pay; of its links the one for any app is taken. */
const payReply = z.object({ data: z.object({ payload: z.object({ default: z.string().max(2_048) }) }) })

const refusal = z.object({ code: z.string().max(64), message: text })

/** The least window is written nowhere; 15 minutes is the least that its own examples ask for. */
const LIMITS: Limits = { amountMin: paise(100n), windowSecondsMin: 900 }

/** Cashfree requires a phone number, and documents that any will do if there is none. */
const NO_PHONE = '9999999999'
const NOTE_CHARACTERS_MAX = 200
const NAME_CHARACTERS_MAX = 100

/** Statuses of attempts that may still be paid. */
const OPEN = ['PENDING', 'NOT_ATTEMPTED', 'USER_DROPPED', 'FLAGGED'] as const
const FAILED = ['FAILED', 'CANCELLED', 'VOID'] as const
/** An order in one of these states cannot be paid. */
const ENDED: readonly string[] = ['PAID', 'EXPIRED', 'TERMINATED']
const isOneOf = (statuses: readonly string[], { payment_status }: OrderPayment): boolean =>
  statuses.includes(payment_status)

const paidBy = (success: OrderPayment, query: StatusQuery): StatusResult => {
  if (success.order_id !== query.reference) return invalidResponse('Cashfree answered about another order')
  const payment = toReportedPayment(success)
  if (payment === undefined)
    return invalidResponse('Cashfree reported a success without its amount or its payment ID')
  return { kind: 'paid', payment, message: messageOf(success) }
}

const orderFor = ({ reference, amount, note, closeAt, customer }: CreateQrRequest): string =>
  JSON.stringify({
    order_id: reference,
    order_amount: toRupeeNumber(amount),
    order_currency: 'INR',
    order_expiry_time: closeAt.toISOString(),
    order_note: note.slice(0, NOTE_CHARACTERS_MAX),
    customer_details: {
      customer_id: reference,
      customer_phone: /^\d{10}$/.test(customer.mobile) ? customer.mobile : NO_PHONE,
      ...(customer.name === '' ? {} : { customer_name: customer.name.slice(0, NAME_CHARACTERS_MAX) }),
      ...(customer.email === '' ? {} : { customer_email: customer.email }),
    },
  })

export type CashfreeCall = (
  credentials: CashfreeCredentials,
  request: { path: string; method: 'GET' | 'POST' | 'PATCH'; body?: string },
) => Promise<ProviderReply>

const createCall =
  (network: ProviderNetwork, base: string): CashfreeCall =>
  ({ clientId, clientSecret }, request) =>
    callProvider(network, {
      url: `${withoutTrailingSlash(base)}${request.path}`,
      method: request.method,
      headers: {
        'content-type': 'application/json',
        'x-api-version': API_VERSION,
        'x-client-id': clientId,
        'x-client-secret': clientSecret,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
    })

export const orderPath = (reference: string): string => `/orders/${encodeURIComponent(reference)}`

const refusedIn = (reply: ProviderReply & { kind: 'answered' }): StatusResult => {
  const parsed = refusal.safeParse(reply.json)
  if (!parsed.success) return invalidResponse('Cashfree answered in a form that it does not document')
  const { code, message } = parsed.data
  return reply.status === 404
    ? pending(`${code}: ${message ?? ''}`)
    : invalidResponse(`Cashfree answered: ${code}`)
}

/** After a failed attempt only the order shows whether another one is possible. */
const statusAfterFailure = async (
  call: CashfreeCall,
  credentials: CashfreeCredentials,
  query: StatusQuery,
  failed: OrderPayment,
): Promise<StatusResult> => {
  const reply = await call(credentials, { path: orderPath(query.reference), method: 'GET' })
  if (reply.kind === 'failed') return toUnknown(reply)
  const order = orderReply.safeParse(reply.json)
  if (!order.success) return refusedIn(reply)
  const { order_id, order_status } = order.data
  if (order_id !== query.reference) return invalidResponse('Cashfree answered about another order')
  switch (order_status) {
    case 'EXPIRED':
    case 'TERMINATED':
      return { kind: 'refused', message: messageOf(failed) }
    case 'ACTIVE':
    case 'TERMINATION_REQUESTED':
    case 'PAID':
      return pending(messageOf(failed))
    default:
      return invalidResponse(`Cashfree answered with an undocumented status: ${order_status}`)
  }
}

const refusedBy = (reply: ProviderReply & { kind: 'answered' }): CreateQrResult => {
  const parsed = refusal.safeParse(reply.json)
  if (reply.status < 400 || !parsed.success)
    return invalidResponse('Cashfree answered in a form that it does not document')
  const { code, message } = parsed.data
  // 409: an order with this name exists. It must be closed.
  const kind = reply.status === 409 ? 'unknown' : 'refused'
  return { kind, message: toMessage(`Cashfree made no QR code: ${message || code}`), error: INVALID_RESPONSE }
}

const create = async (
  call: CashfreeCall,
  credentials: CashfreeCredentials,
  request: CreateQrRequest,
): Promise<CreateQrResult> => {
  const reply = await call(credentials, { path: '/orders', method: 'POST', body: orderFor(request) })
  if (reply.kind === 'failed') return toCreateQrFailure(reply)
  const order = createReply.safeParse(reply.json)
  if (!order.success || order.data.order_id !== request.reference) return refusedBy(reply)
  const paying = await call(credentials, {
    path: '/orders/sessions',
    method: 'POST',
    body: JSON.stringify({
      payment_session_id: order.data.payment_session_id,
      payment_method: { upi: { channel: 'link' } },
    }),
  })
  // The order exists from here on, although its link was not received.
  if (paying.kind === 'failed') return toUnknown(paying)
  const link = parseProviderLink(
    payReply.safeParse(paying.json).data?.data.payload.default ?? '',
    request.amount,
  )
  if (link === undefined) return { ...refusedBy(paying), kind: 'unknown' } as CreateQrResult
  return { kind: 'created', qr: { providerId: request.reference, link } }
}

/** Cashfree closes an order as soon as no payment is in progress. */
const close = async (
  call: CashfreeCall,
  credentials: CashfreeCredentials,
  reference: string,
): Promise<CloseQrResult> => {
  const reply = await call(credentials, {
    path: orderPath(reference),
    method: 'PATCH',
    body: JSON.stringify({ order_status: 'TERMINATED' }),
  })
  if (reply.kind === 'failed') return toUnknown(reply)
  if (reply.status === 404) return { kind: 'closed', message: 'Cashfree knows no such order' }
  const current =
    reply.status < 400 ? reply : await call(credentials, { path: orderPath(reference), method: 'GET' })
  if (current.kind === 'failed') return toUnknown(current)
  const status = orderReply.safeParse(current.json).data?.order_status ?? `HTTP ${current.status}`
  const kind = ENDED.includes(status) ? 'closed' : 'unknown'
  const message = toMessage(`Cashfree says: ${status}`)
  return kind === 'closed' ? { kind, message } : { kind, message, error: null }
}

const check = async (
  call: CashfreeCall,
  credentials: CashfreeCredentials,
  query: StatusQuery,
): Promise<StatusResult> => {
  const path = `${orderPath(query.reference)}/payments`
  const reply = await call(credentials, { path, method: 'GET' })
  if (reply.kind === 'failed') return toUnknown(reply)
  const parsed = paymentsReply.safeParse(reply.json)
  if (!parsed.success) return refusedIn(reply)
  const success = parsed.data.find(isMoneyReceived)
  if (success !== undefined) return paidBy(success, query)
  const undocumented = parsed.data.find((each) => !isOneOf(['SUCCESS', ...OPEN, ...FAILED], each))
  if (undocumented !== undefined)
    return invalidResponse(`Cashfree answered with an undocumented status: ${undocumented.payment_status}`)
  const open = parsed.data.find((each) => !isOneOf(FAILED, each))
  const failed = parsed.data.find((each) => isOneOf(FAILED, each) && each.order_id === query.reference)
  if (open !== undefined || failed === undefined) return pending(open ? messageOf(open) : 'No payment yet')
  return statusAfterFailure(call, credentials, query, failed)
}

const test = async (
  call: CashfreeCall,
  credentials: CashfreeCredentials,
  unusedReference: string,
): Promise<ConnectionTestResult> => {
  const reply = await call(credentials, { path: orderPath(unusedReference), method: 'GET' })
  if (reply.kind === 'failed')
    return {
      works: false,
      detail: reply.status === 401 ? 'Cashfree refused the client ID or the client secret' : reply.message,
    }
  const parsed = refusal.safeParse(reply.json)
  if (reply.status === 404 && parsed.success)
    return { works: true, detail: 'Cashfree answers for this client ID' }
  const what = parsed.success ? parsed.data.message || parsed.data.code : `HTTP ${reply.status}`
  return { works: false, detail: toMessage(`Cashfree answered: ${what}`) }
}

/**
 * Cashfree Payments: Cashfree creates the QR, and each attempt is a separate order there. The account needs server-to-server (S2S)
 * calls switched on to get links.
 */
export const cashfree = (
  network: ProviderNetwork,
  base: string,
  clock: Pick<Clock, 'now'>,
): Connector<CashfreeCredentials> => {
  const call = createCall(network, base)
  return {
    limits: LIMITS,
    create: (credentials, request) => create(call, credentials, request),
    close: (credentials, { reference }) => close(call, credentials, reference),
    notification: ({ clientSecret }, notification) =>
      verifyCashfreeNotification(clientSecret, notification, clock.now()),
    startRefund: (credentials, request) => startCashfreeRefund(call, credentials, request),
    findRefund: (credentials, request) => findCashfreeRefund(call, credentials, request),
    check: (credentials, query) => check(call, credentials, query),
    test: (credentials, unusedReference) => test(call, credentials, unusedReference),
  }
}
