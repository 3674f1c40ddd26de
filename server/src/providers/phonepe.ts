import { paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import {
  callProvider,
  type ProviderNetwork,
  type ProviderReply,
  unanswered,
  unmade,
} from './call-provider.ts'
import {
  type Answer,
  asSaid,
  bankReference,
  type Closed,
  type Connector,
  type Limits,
  linkOfProvider,
  type Made,
  nonsense,
  type Question,
  type Tested,
  type Wanted,
  waiting,
} from './connector.ts'
import { noticeOfPhonePe, type PhonePeWebhook } from './phonepe-notice.ts'
import { createPhonePeTokens, type PhonePeClient } from './phonepe-tokens.ts'

export interface PhonePeCredentials extends PhonePeClient {
  readonly webhook: PhonePeWebhook | null
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

/** https://developer.phonepe.com/payment-gateway-custom-checkout/custom-website-integration/api-integration/initiate-payment/upi-qr */
const payReply = z.object({
  orderId: z.string().min(1).max(128),
  qrData: z.string().max(8_192).nullish(),
  intentUrl: z.string().max(8_192).nullish(),
})

const LIMITS: Limits = { amountMin: paise(100n), windowSecondsMin: 300 }
const EXPIRE_SECONDS_MAX = 5_184_000

const refusal = z.object({ code: z.string().max(64), message: text })

const UNKNOWN_ORDER = 'INVALID_MERCHANT_ORDER_ID'

const answerFrom = (order: Order, question: Question): Answer => {
  const said = asSaid(
    [order.state, order.errorContext?.description ?? order.errorCode].filter(Boolean).join(': '),
  )
  const names = [order.merchantOrderId, order.metaInfo?.udf1].filter(Boolean)
  const isAnother = question.providerId !== null && order.orderId !== question.providerId
  if (isAnother || names.some((name) => name !== question.reference))
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

/** Its own names for an order come back with each answer about it, so that an answer about another is noticed. */
const orderFor = ({ reference, amount: wanted, closeAt, now }: Wanted): string =>
  JSON.stringify({
    merchantOrderId: reference,
    amount: Number(wanted),
    expireAfter: Math.min(Math.max(secondsUntil(closeAt, now), LIMITS.windowSecondsMin), EXPIRE_SECONDS_MAX),
    metaInfo: { udf1: reference },
    paymentFlow: { type: 'PG', paymentMode: { type: 'UPI_QR' } },
  })

const secondsUntil = (at: Date, now: Date): number => Math.ceil((at.getTime() - now.getTime()) / 1000)

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

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

  /** A token that PhonePe takes no longer, whatever it said of its life, is replaced once. Without one, nothing is `sent`. */
  const call = async (
    credentials: PhonePeCredentials,
    request: { path: string; method: 'GET' | 'POST'; body?: string },
  ): Promise<{ readonly reply: ProviderReply; readonly sent: boolean }> => {
    const once = async () => {
      const asked = await tokens.get(credentials)
      if ('trouble' in asked) return { reply: asked.trouble, token: '', sent: false }
      const reply = await callProvider(network, {
        url: `${gateway}${request.path}`,
        method: request.method,
        headers: { 'content-type': 'application/json', authorization: `O-Bearer ${asked.token}` },
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      return { reply, token: asked.token, sent: true }
    }
    const first = await once()
    const isRefused = first.sent && first.reply.kind === 'trouble' && first.reply.status === 401
    if (!isRefused) return first
    tokens.forget(credentials, first.token)
    return once()
  }

  const statusOf = async (credentials: PhonePeCredentials, reference: string): Promise<ProviderReply> => {
    const path = `/payments/v2/order/${encodeURIComponent(reference)}/status?details=true&errorContext=true`
    return (await call(credentials, { path, method: 'GET' })).reply
  }

  const create = async (credentials: PhonePeCredentials, wanted: Wanted): Promise<Made> => {
    const body = orderFor(wanted)
    const { reply, sent } = await call(credentials, { path: '/payments/v2/pay', method: 'POST', body })
    if (reply.kind === 'trouble')
      return sent ? unmade(reply) : { kind: 'refused', said: reply.said, trouble: reply.trouble }
    const made = payReply.safeParse(reply.json)
    if (made.success) {
      const { orderId, qrData, intentUrl } = made.data
      const link =
        linkOfProvider(qrData ?? '', wanted.amount) ?? linkOfProvider(intentUrl ?? '', wanted.amount)
      if (link !== undefined) return { kind: 'made', qr: { providerId: orderId, link } }
    }
    const trouble = { kind: 'nonsense', retryAfterSeconds: null } as const
    const said = refusal.safeParse(reply.json)
    if (reply.status < 400 || !said.success)
      return { kind: 'unknown', said: 'PhonePe made a QR code without a UPI link that can be paid', trouble }
    const { code, message } = said.data
    // There is an order of this name, whoever made it.
    const kind = code === UNKNOWN_ORDER ? 'unknown' : 'refused'
    return { kind, said: asSaid(`PhonePe made no QR code: ${message || code}`), trouble }
  }

  /** PhonePe has no call for it: its QR ends by itself, so all that can be done is to see whether it has. */
  const close = async (credentials: PhonePeCredentials, reference: string): Promise<Closed> => {
    const reply = await statusOf(credentials, reference)
    if (reply.kind === 'trouble') return { kind: 'unknown', said: reply.said, trouble: reply.trouble }
    const state = orderReply.safeParse(reply.json).data?.state
    const code = refusal.safeParse(reply.json).data?.code
    if (state === 'COMPLETED' || state === 'FAILED') return { kind: 'closed', said: `PhonePe says: ${state}` }
    if (code === UNKNOWN_ORDER) return { kind: 'closed', said: 'PhonePe knows no such order' }
    return {
      kind: 'unknown',
      said: asSaid(`PhonePe says: ${state ?? code ?? 'nothing known'}`),
      trouble: null,
    }
  }

  return {
    limits: LIMITS,
    create,
    close: (credentials, { reference }) => close(credentials, reference),
    notification: ({ webhook }, notice) => noticeOfPhonePe(webhook, notice),
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
