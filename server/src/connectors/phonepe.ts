import { paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { callProvider, type ProviderNetwork, type ProviderReply, unanswered } from './call-provider.ts'
import {
  type Answer,
  asSaid,
  bankReference,
  type Connector,
  nonsense,
  type Question,
  type Tested,
  waiting,
} from './connector.ts'
import { createPhonePeTokens, type PhonePeClient } from './phonepe-tokens.ts'

export interface PhonePeCredentials extends PhonePeClient {
  readonly webhook: { readonly username: string; readonly password: string } | null
}

export interface PhonePeHosts {
  /** With the path before `/payments`. */
  readonly gateway: string
  /** With the path before `/v1/oauth`. */
  readonly auth: string
}

const AMOUNT_MAX = 10 ** 13
const ATTEMPTS_MAX = 100

const text = z.string().max(512).nullish()
const amount = z.number().int().nonnegative().max(AMOUNT_MAX)
const rail = z.object({ type: text, utr: text, vpa: text }).nullish()

const attempt = z.object({
  transactionId: text,
  timestamp: z.number().int().nonnegative().max(8.64e15).nullish(),
  amount: amount.nullish(),
  state: z.string().max(64),
  rail,
  /** Newer answers carry the rail here, one for each part that was paid from another place. */
  splitInstruments: z.array(z.object({ rail })).max(ATTEMPTS_MAX).nullish(),
})

/** https://developer.phonepe.com/payment-gateway-custom-checkout/custom-website-integration/api-integration/order-status-api */
const orderReply = z.object({
  orderId: text,
  merchantOrderId: text,
  state: z.string().max(64),
  metaInfo: z.object({ udf1: text }).nullish(),
  errorCode: text,
  errorContext: z.object({ description: text }).nullish(),
  paymentDetails: z.array(attempt).max(ATTEMPTS_MAX).nullish(),
})
type Order = z.output<typeof orderReply>

const refusal = z.object({ code: z.string().max(64), message: text })

const UNKNOWN_ORDER = 'INVALID_MERCHANT_ORDER_ID'

const answerFrom = (order: Order, question: Question): Answer => {
  const said = asSaid(
    [order.state, order.errorContext?.description ?? order.errorCode].filter(Boolean).join(': '),
  )
  const names = [order.merchantOrderId, order.metaInfo?.udf1].filter(Boolean)
  if (names.some((name) => name !== question.reference))
    return nonsense('PhonePe answered about another order')
  const attempts = order.paymentDetails ?? []
  switch (order.state) {
    case 'PENDING':
    case 'CREATED':
      return waiting(said)
    case 'FAILED':
      // An order that ended without anybody having tried to pay it was refused by nobody.
      return attempts.some(({ state, transactionId }) => state === 'FAILED' && transactionId)
        ? { kind: 'refused', said }
        : waiting(said)
    case 'COMPLETED':
      return paidBy(attempts, said)
    default:
      return nonsense(`PhonePe answered with a word that it does not document: ${order.state}`)
  }
}

/** What was paid is what the transaction says, not what the order asked for. */
const paidBy = (attempts: readonly z.output<typeof attempt>[], said: string): Answer => {
  const paid = attempts.find(({ state }) => state === 'COMPLETED')
  if (!paid?.transactionId || !paid.amount)
    return nonsense('PhonePe told a success without its amount or its transaction')
  const rails = [paid.rail, ...(paid.splitInstruments ?? []).map((part) => part.rail)]
  const payment = {
    amount: paise(BigInt(paid.amount)),
    utr: bankReference(rails.find((each) => each?.utr)?.utr),
    providerId: paid.transactionId,
    receivedAt: paid.timestamp ? new Date(paid.timestamp) : null,
    payerUpiId: parseVpa(rails.find((each) => each?.vpa)?.vpa ?? '') ?? null,
  }
  return { kind: 'paid', payment, said }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/**
 * PhonePe Payment Gateway v2, Custom Checkout: PhonePe makes the QR, and each attempt is an order of its own there.
 * https://developer.phonepe.com/payment-gateway-custom-checkout/custom-website-integration/api-integration/api-integration-introduction
 */
export const phonePeV2 = (
  network: ProviderNetwork,
  hosts: PhonePeHosts,
  clock: Pick<Clock, 'now'>,
): Connector<PhonePeCredentials> => {
  const gateway = withoutSlash(hosts.gateway)
  const tokens = createPhonePeTokens(network, `${withoutSlash(hosts.auth)}/v1/oauth/token`, clock)

  /** A token that PhonePe takes no longer, whatever it said of its life, is replaced once. */
  const call = async (
    credentials: PhonePeCredentials,
    request: { path: string; method: 'GET' | 'POST'; body?: string },
  ): Promise<ProviderReply> => {
    const once = async (): Promise<{ reply: ProviderReply; token: string | null }> => {
      const asked = await tokens.get(credentials)
      if ('trouble' in asked) return { reply: asked.trouble, token: null }
      const reply = await callProvider(network, {
        url: `${gateway}${request.path}`,
        method: request.method,
        headers: { 'content-type': 'application/json', authorization: `O-Bearer ${asked.token}` },
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      return { reply, token: asked.token }
    }
    const first = await once()
    if (first.token === null || first.reply.kind === 'answered' || first.reply.status !== 401)
      return first.reply
    tokens.forget(credentials, first.token)
    return (await once()).reply
  }

  const statusOf = (credentials: PhonePeCredentials, reference: string): Promise<ProviderReply> =>
    call(credentials, {
      path: `/payments/v2/order/${encodeURIComponent(reference)}/status?details=true&errorContext=true`,
      method: 'GET',
    })

  return {
    check: async (credentials, question) => {
      const reply = await statusOf(credentials, question.reference)
      if (reply.kind === 'trouble') return unanswered(reply)
      const order = orderReply.safeParse(reply.json)
      if (order.success) return answerFrom(order.data, question)
      const said = refusal.safeParse(reply.json)
      if (!said.success) return nonsense('PhonePe answered in a form that it does not document')
      const { code, message } = said.data
      return code === UNKNOWN_ORDER
        ? waiting(`${code}: ${message ?? ''}`)
        : nonsense(`PhonePe answered: ${code}`)
    },
    test: async (credentials, unusedReference): Promise<Tested> => {
      const reply = await statusOf(credentials, unusedReference)
      if (reply.kind === 'trouble') {
        const isClosed = reply.trouble.kind === 'credentials' && reply.status === 403
        return {
          works: false,
          detail: isClosed
            ? 'PhonePe took the client ID, but has not opened Custom Checkout for it'
            : reply.said,
        }
      }
      const said = refusal.safeParse(reply.json)
      if (said.success && said.data.code === UNKNOWN_ORDER)
        return { works: true, detail: 'PhonePe answers for this client ID' }
      return {
        works: false,
        detail: said.success
          ? asSaid(`PhonePe answered: ${said.data.message || said.data.code}`)
          : 'PhonePe answered in a form that it does not document',
      }
    },
  }
}
