import { paise, toRupeeNumber } from '@galla/upi/rupees'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import {
  callProvider,
  type ProviderNetwork,
  type ProviderReply,
  unanswered,
  unmade,
} from './call-provider.ts'
import { noticeOfCashfree } from './cashfree-notice.ts'
import { isMoneyReceived, payment, saidOfPayment, toldPayment } from './cashfree-payment.ts'
import {
  type Answer,
  asSaid,
  type Closed,
  type Connector,
  type Limits,
  linkOfProvider,
  type Made,
  nonsense,
  type Question,
  type Wanted,
  waiting,
} from './connector.ts'

export interface CashfreeCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The version whose fields are read here; Cashfree goes on answering in it when a newer one comes. */
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

/** Cashfree asks for a phone number, and says to give any where the business has none. */
const NO_PHONE = '9999999999'
const NOTE_CHARACTERS_MAX = 200
const NAME_CHARACTERS_MAX = 100

/** Words that leave everything open; a customer whose attempt failed may scan again. */
const OPEN = ['PENDING', 'NOT_ATTEMPTED', 'USER_DROPPED', 'FLAGGED'] as const
const FAILED = ['FAILED', 'CANCELLED', 'VOID'] as const
/** Nobody can pay an order any more that says one of these. */
const ENDED: readonly string[] = ['PAID', 'EXPIRED', 'TERMINATED']
const isOneOf = (words: readonly string[], { payment_status }: OrderPayment): boolean =>
  words.includes(payment_status)

const paidBy = (success: OrderPayment, question: Question): Answer => {
  if (success.order_id !== question.reference) return nonsense('Cashfree answered about another order')
  const told = toldPayment(success)
  if (told === undefined) return nonsense('Cashfree told a success without its rupees or its payment')
  return { kind: 'paid', payment: told, said: saidOfPayment(success) }
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

const orderFor = ({ reference, amount, note, closeAt, customer }: Wanted): string =>
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

/**
 * Cashfree Payments: Cashfree makes the QR, and each attempt is an order of its own there. Its links come from a call that has to be
 * switched on for the account (server-to-server, S2S).
 */
export const cashfree = (
  network: ProviderNetwork,
  base: string,
  clock: Pick<Clock, 'now'>,
): Connector<CashfreeCredentials> => {
  const call = (
    { clientId, clientSecret }: CashfreeCredentials,
    request: { path: string; method: 'GET' | 'POST' | 'PATCH'; body?: string },
  ): Promise<ProviderReply> =>
    callProvider(network, {
      url: `${withoutSlash(base)}${request.path}`,
      method: request.method,
      headers: {
        'content-type': 'application/json',
        'x-api-version': API_VERSION,
        'x-client-id': clientId,
        'x-client-secret': clientSecret,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
  const orderPath = (reference: string): string => `/orders/${encodeURIComponent(reference)}`

  const refusedIn = (reply: ProviderReply & { kind: 'answered' }): Answer => {
    const said = refusal.safeParse(reply.json)
    if (!said.success) return nonsense('Cashfree answered in a form that it does not document')
    const { code, message } = said.data
    return reply.status === 404
      ? waiting(`${code}: ${message ?? ''}`)
      : nonsense(`Cashfree answered: ${code}`)
  }

  /** After a failed attempt only the order tells whether there can be another. */
  const answerOfOrder = async (
    credentials: CashfreeCredentials,
    question: Question,
    failed: OrderPayment,
  ): Promise<Answer> => {
    const reply = await call(credentials, { path: orderPath(question.reference), method: 'GET' })
    if (reply.kind === 'trouble') return unanswered(reply)
    const order = orderReply.safeParse(reply.json)
    if (!order.success) return refusedIn(reply)
    const { order_id, order_status } = order.data
    if (order_id !== question.reference) return nonsense('Cashfree answered about another order')
    switch (order_status) {
      case 'EXPIRED':
      case 'TERMINATED':
        return { kind: 'refused', said: saidOfPayment(failed) }
      case 'ACTIVE':
      case 'TERMINATION_REQUESTED':
      case 'PAID':
        return waiting(saidOfPayment(failed))
      default:
        return nonsense(`Cashfree answered with a word that it does not document: ${order_status}`)
    }
  }

  const refusedBy = (reply: ProviderReply & { kind: 'answered' }): Made => {
    const said = refusal.safeParse(reply.json)
    const trouble = { kind: 'nonsense', retryAfterSeconds: null } as const
    if (reply.status < 400 || !said.success)
      return { kind: 'unknown', said: 'Cashfree answered in a form that it does not document', trouble }
    const { code, message } = said.data
    // There is one of this name, whoever made it: it must not stay payable.
    const kind = reply.status === 409 ? 'unknown' : 'refused'
    return { kind, said: asSaid(`Cashfree made no QR code: ${message || code}`), trouble }
  }

  const create = async (credentials: CashfreeCredentials, wanted: Wanted): Promise<Made> => {
    const reply = await call(credentials, { path: '/orders', method: 'POST', body: orderFor(wanted) })
    if (reply.kind === 'trouble') return unmade(reply)
    const order = createReply.safeParse(reply.json)
    if (!order.success || order.data.order_id !== wanted.reference) return refusedBy(reply)
    const paying = await call(credentials, {
      path: '/orders/sessions',
      method: 'POST',
      body: JSON.stringify({
        payment_session_id: order.data.payment_session_id,
        payment_method: { upi: { channel: 'link' } },
      }),
    })
    // From here on there is an order, though nobody was given its link.
    if (paying.kind === 'trouble') return { kind: 'unknown', said: paying.said, trouble: paying.trouble }
    const link = linkOfProvider(
      payReply.safeParse(paying.json).data?.data.payload.default ?? '',
      wanted.amount,
    )
    if (link === undefined) return { ...refusedBy(paying), kind: 'unknown' } as Made
    return { kind: 'made', qr: { providerId: wanted.reference, link } }
  }

  /** Cashfree closes an order as soon as nobody is in the midst of paying it. */
  const close = async (credentials: CashfreeCredentials, reference: string): Promise<Closed> => {
    const reply = await call(credentials, {
      path: orderPath(reference),
      method: 'PATCH',
      body: JSON.stringify({ order_status: 'TERMINATED' }),
    })
    if (reply.kind === 'trouble') return { kind: 'unknown', said: reply.said, trouble: reply.trouble }
    if (reply.status === 404) return { kind: 'closed', said: 'Cashfree knows no such order' }
    const asked =
      reply.status < 400 ? reply : await call(credentials, { path: orderPath(reference), method: 'GET' })
    if (asked.kind === 'trouble') return { kind: 'unknown', said: asked.said, trouble: asked.trouble }
    const status = orderReply.safeParse(asked.json).data?.order_status ?? `HTTP ${asked.status}`
    const kind = ENDED.includes(status) ? 'closed' : 'unknown'
    const said = asSaid(`Cashfree says: ${status}`)
    return kind === 'closed' ? { kind, said } : { kind, said, trouble: null }
  }

  return {
    limits: LIMITS,
    create,
    close: (credentials, { reference }) => close(credentials, reference),
    notification: ({ clientSecret }, notice) => noticeOfCashfree(clientSecret, notice, clock.now()),
    check: async (credentials, question) => {
      const path = `${orderPath(question.reference)}/payments`
      const reply = await call(credentials, { path, method: 'GET' })
      if (reply.kind === 'trouble') return unanswered(reply)
      const parsed = paymentsReply.safeParse(reply.json)
      if (!parsed.success) return refusedIn(reply)
      const success = parsed.data.find(isMoneyReceived)
      if (success !== undefined) return paidBy(success, question)
      const strange = parsed.data.find((each) => !isOneOf(['SUCCESS', ...OPEN, ...FAILED], each))
      if (strange !== undefined)
        return nonsense(`Cashfree answered with a word that it does not document: ${strange.payment_status}`)
      const open = parsed.data.find((each) => !isOneOf(FAILED, each))
      const failed = parsed.data.find((each) => isOneOf(FAILED, each) && each.order_id === question.reference)
      if (open !== undefined || failed === undefined)
        return waiting(open ? saidOfPayment(open) : 'No payment yet')
      return answerOfOrder(credentials, question, failed)
    },
    test: async (credentials, unusedReference) => {
      const reply = await call(credentials, { path: orderPath(unusedReference), method: 'GET' })
      if (reply.kind === 'trouble')
        return {
          works: false,
          detail: reply.status === 401 ? 'Cashfree refused the client ID or the client secret' : reply.said,
        }
      const said = refusal.safeParse(reply.json)
      if (reply.status === 404 && said.success)
        return { works: true, detail: 'Cashfree answers for this client ID' }
      const what = said.success ? said.data.message || said.data.code : `HTTP ${reply.status}`
      return { works: false, detail: asSaid(`Cashfree answered: ${what}`) }
    },
  }
}
