import { paise } from '@galla/upi/rupees'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import {
  callProvider,
  type ProviderNetwork,
  type ProviderReply,
  toCreateQrFailure,
  toUnknown,
  withoutTrailingSlash,
} from './call-provider.ts'
import {
  type CloseQrResult,
  type ConnectionTestResult,
  type Connector,
  type CreateQrRequest,
  type CreateQrResult,
  INVALID_RESPONSE,
  invalidResponse,
  type Limits,
  parseProviderLink,
  pending,
  type StatusQuery,
  type StatusResult,
  toMessage,
} from './connector.ts'
import { type PhonePeWebhook, verifyPhonePeNotification } from './phonepe-notification.ts'
import { phonePeOrder, toStatusResult } from './phonepe-order.ts'
import { findPhonePeRefund, startPhonePeRefund } from './phonepe-refund.ts'
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

const text = z.string().max(512).nullish()

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

/** Sends our reference twice, to detect a response about another order. */
const orderFor = ({ reference, amount: paiseDue, closeAt, now }: CreateQrRequest): string =>
  JSON.stringify({
    merchantOrderId: reference,
    amount: Number(paiseDue),
    expireAfter: Math.min(Math.max(secondsUntil(closeAt, now), LIMITS.windowSecondsMin), EXPIRE_SECONDS_MAX),
    metaInfo: { udf1: reference },
    paymentFlow: { type: 'PG', paymentMode: { type: 'UPI_QR' } },
  })

const secondsUntil = (at: Date, now: Date): number => Math.ceil((at.getTime() - now.getTime()) / 1000)

/** `sent` is false if there was no token. */
export type PhonePeCall = (
  credentials: PhonePeCredentials,
  request: { path: string; method: 'GET' | 'POST'; body?: string },
) => Promise<{ readonly reply: ProviderReply; readonly sent: boolean }>

/** Replaces a refused token once. */
const createCall = (
  network: ProviderNetwork,
  hosts: PhonePeHosts,
  clock: Pick<Clock, 'now'>,
): PhonePeCall => {
  const gateway = withoutTrailingSlash(hosts.gateway)
  const tokens = createPhonePeTokens(network, `${withoutTrailingSlash(hosts.auth)}/v1/oauth/token`, clock)
  return async (credentials, request) => {
    const once = async () => {
      const result = await tokens.get(credentials)
      if ('error' in result) return { reply: result.error, token: '', sent: false }
      const reply = await callProvider(network, {
        url: `${gateway}${request.path}`,
        method: request.method,
        headers: { 'content-type': 'application/json', authorization: `O-Bearer ${result.token}` },
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      return { reply, token: result.token, sent: true }
    }
    const first = await once()
    const isRefused = first.sent && first.reply.kind === 'failed' && first.reply.status === 401
    if (!isRefused) return first
    tokens.forget(credentials, first.token)
    return once()
  }
}

const statusOf = async (
  call: PhonePeCall,
  credentials: PhonePeCredentials,
  reference: string,
): Promise<ProviderReply> => {
  const path = `/payments/v2/order/${encodeURIComponent(reference)}/status?details=true&errorContext=true`
  return (await call(credentials, { path, method: 'GET' })).reply
}

const create = async (
  call: PhonePeCall,
  credentials: PhonePeCredentials,
  request: CreateQrRequest,
): Promise<CreateQrResult> => {
  const body = orderFor(request)
  const { reply, sent } = await call(credentials, { path: '/payments/v2/pay', method: 'POST', body })
  if (reply.kind === 'failed')
    return sent ? toCreateQrFailure(reply) : { kind: 'refused', message: reply.message, error: reply.error }
  const created = payReply.safeParse(reply.json)
  if (created.success) {
    const { orderId, qrData, intentUrl } = created.data
    const link =
      parseProviderLink(qrData ?? '', request.amount) ?? parseProviderLink(intentUrl ?? '', request.amount)
    if (link !== undefined) return { kind: 'created', qr: { providerId: orderId, link } }
  }
  const parsed = refusal.safeParse(reply.json)
  if (reply.status < 400 || !parsed.success)
    return invalidResponse('PhonePe created a QR code without a UPI link that can be paid')
  const { code, message } = parsed.data
  // An order with this name exists.
  const kind = code === UNKNOWN_ORDER ? 'unknown' : 'refused'
  return {
    kind,
    message: toMessage(`PhonePe created no QR code: ${message || code}`),
    error: INVALID_RESPONSE,
  }
}

/** PhonePe cannot close a QR, so this checks whether it has expired. */
const close = async (
  call: PhonePeCall,
  credentials: PhonePeCredentials,
  reference: string,
): Promise<CloseQrResult> => {
  const reply = await statusOf(call, credentials, reference)
  if (reply.kind === 'failed') return toUnknown(reply)
  const state = phonePeOrder.safeParse(reply.json).data?.state
  const code = refusal.safeParse(reply.json).data?.code
  if (state === 'COMPLETED' || state === 'FAILED')
    return { kind: 'closed', message: `PhonePe says: ${state}` }
  if (code === UNKNOWN_ORDER) return { kind: 'closed', message: 'PhonePe knows no such order' }
  return {
    kind: 'unknown',
    message: toMessage(`PhonePe says: ${state ?? code ?? 'nothing known'}`),
    error: null,
  }
}

const check = async (
  call: PhonePeCall,
  credentials: PhonePeCredentials,
  query: StatusQuery,
): Promise<StatusResult> => {
  const reply = await statusOf(call, credentials, query.reference)
  if (reply.kind === 'failed') return toUnknown(reply)
  const order = phonePeOrder.safeParse(reply.json)
  if (order.success) return toStatusResult(order.data, query)
  const parsed = refusal.safeParse(reply.json)
  if (!parsed.success) return invalidResponse('PhonePe answered in a form that it does not document')
  const { code, message } = parsed.data
  return code === UNKNOWN_ORDER
    ? pending(`${code}: ${message ?? ''}`)
    : invalidResponse(`PhonePe answered: ${code}`)
}

const test = async (
  call: PhonePeCall,
  credentials: PhonePeCredentials,
  unusedReference: string,
): Promise<ConnectionTestResult> => {
  const reply = await statusOf(call, credentials, unusedReference)
  if (reply.kind === 'failed') {
    const isClosed = reply.error.kind === 'credentials' && reply.status === 403
    return {
      works: false,
      detail: isClosed
        ? 'PhonePe took the client ID, but has not opened Custom Checkout for it'
        : reply.message,
    }
  }
  const parsed = refusal.safeParse(reply.json)
  if (parsed.success && parsed.data.code === UNKNOWN_ORDER)
    return { works: true, detail: 'PhonePe answers for this client ID' }
  return {
    works: false,
    detail: parsed.success
      ? toMessage(`PhonePe answered: ${parsed.data.message || parsed.data.code}`)
      : 'PhonePe answered in a form that it does not document',
  }
}

/**
 * PhonePe Payment Gateway v2, Custom Checkout: PhonePe creates the QR, and each attempt is a separate order there.
 * https://developer.phonepe.com/payment-gateway-custom-checkout/custom-website-integration/api-integration/api-integration-introduction
 */
export const phonePeV2 = (
  network: ProviderNetwork,
  hosts: PhonePeHosts,
  clock: Pick<Clock, 'now'>,
): Connector<PhonePeCredentials> => {
  const call = createCall(network, hosts, clock)
  return {
    limits: LIMITS,
    refundsOnce: true,
    startRefund: (credentials, request) => startPhonePeRefund(call, credentials, request),
    findRefund: (credentials, request) => findPhonePeRefund(call, credentials, request),
    create: (credentials, request) => create(call, credentials, request),
    close: (credentials, { reference }) => close(call, credentials, reference),
    notification: ({ webhook }, notification) => verifyPhonePeNotification(webhook, notification),
    check: (credentials, query) => check(call, credentials, query),
    test: (credentials, unusedReference) => test(call, credentials, unusedReference),
  }
}
