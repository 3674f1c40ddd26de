import { rupeesFromNumber } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { z } from 'zod'
import { callProvider, type ProviderNetwork, type ProviderReply, unanswered } from './call-provider.ts'
import {
  type Answer,
  asSaid,
  bankReference,
  type Connector,
  nonsense,
  type Question,
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
/** Older versions gave numbers. */
const identifier = z.union([z.string().max(64), z.number().int().transform(String)]).nullish()

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/get-payments-for-an-order */
const payment = z.object({
  cf_payment_id: identifier,
  order_id: text,
  payment_status: z.string().max(64),
  payment_amount: z.number().nullish(),
  payment_currency: text,
  payment_time: text,
  payment_completion_time: text,
  payment_message: text,
  bank_reference: text,
  is_captured: z.boolean().nullish(),
  payment_method: z.object({ upi: z.object({ upi_id: text }).nullish() }).nullish(),
})
type Payment = z.output<typeof payment>
const paymentsReply = z.array(payment).max(PAYMENTS_MAX)

/** https://www.cashfree.com/docs/api-reference/payments/latest/orders/get */
const orderReply = z.object({ order_id: text, order_status: z.string().max(64) })

const refusal = z.object({ code: z.string().max(64), message: text })

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** The first of these that is a time with its zone. */
const instant = (...texts: readonly (string | null | undefined)[]): Date | null => {
  const at = texts.filter((each) => INSTANT.test(each ?? '')).map((each) => new Date(each ?? ''))
  return at.find((each) => !Number.isNaN(each.getTime())) ?? null
}

/** Words that leave everything open; a customer whose attempt failed may scan again. */
const OPEN = ['PENDING', 'NOT_ATTEMPTED', 'USER_DROPPED', 'FLAGGED'] as const
const FAILED = ['FAILED', 'CANCELLED', 'VOID'] as const
const isOneOf = (words: readonly string[], { payment_status }: Payment): boolean =>
  words.includes(payment_status)

const saidOf = ({ payment_status, payment_message }: Payment): string =>
  asSaid([payment_status, payment_message].filter(Boolean).join(': '))

const paidBy = (success: Payment, question: Question): Answer => {
  const said = saidOf(success)
  const { order_id, payment_amount, payment_currency, cf_payment_id } = success
  if (order_id !== question.reference) return nonsense('Cashfree answered about another order')
  if (payment_currency && payment_currency !== 'INR') return nonsense('Cashfree told a payment in no rupees')
  const amount = rupeesFromNumber(payment_amount ?? Number.NaN)
  if (amount === undefined || !cf_payment_id)
    return nonsense('Cashfree told a success without its amount or its payment')
  const told = {
    amount,
    utr: bankReference(success.bank_reference),
    providerId: cf_payment_id,
    receivedAt: instant(success.payment_completion_time, success.payment_time),
    payerUpiId: parseVpa(success.payment_method?.upi?.upi_id ?? '') ?? null,
  }
  return { kind: 'paid', payment: told, said }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Cashfree Payments: Cashfree makes the QR, and each attempt is an order of its own there. */
export const cashfree = (network: ProviderNetwork, base: string): Connector<CashfreeCredentials> => {
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
    failed: Payment,
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
        return { kind: 'refused', said: saidOf(failed) }
      case 'ACTIVE':
      case 'TERMINATION_REQUESTED':
      case 'PAID':
        return waiting(saidOf(failed))
      default:
        return nonsense(`Cashfree answered with a word that it does not document: ${order_status}`)
    }
  }

  return {
    check: async (credentials, question) => {
      const path = `${orderPath(question.reference)}/payments`
      const reply = await call(credentials, { path, method: 'GET' })
      if (reply.kind === 'trouble') return unanswered(reply)
      const parsed = paymentsReply.safeParse(reply.json)
      if (!parsed.success) return refusedIn(reply)
      const success = parsed.data.find(
        ({ payment_status, is_captured }) => payment_status === 'SUCCESS' && is_captured !== false,
      )
      if (success !== undefined) return paidBy(success, question)
      const strange = parsed.data.find((each) => !isOneOf(['SUCCESS', ...OPEN, ...FAILED], each))
      if (strange !== undefined)
        return nonsense(`Cashfree answered with a word that it does not document: ${strange.payment_status}`)
      const open = parsed.data.find((each) => !isOneOf(FAILED, each))
      const failed = parsed.data.find((each) => isOneOf(FAILED, each) && each.order_id === question.reference)
      if (open !== undefined || failed === undefined) return waiting(open ? saidOf(open) : 'No payment yet')
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
