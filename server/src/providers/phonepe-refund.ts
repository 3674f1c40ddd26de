import { z } from 'zod'
import { type ProviderReply, toUnknown } from './call-provider.ts'
import {
  bankReference,
  invalidResponse,
  type RefundRequest,
  type RefundResult,
  toMessage,
} from './connector.ts'
import type { PhonePeCall, PhonePeCredentials } from './phonepe.ts'

const text = z.string().max(512).nullish()
const rail = z.object({ utr: text }).nullish()
const parts = z.array(z.object({ rail })).max(100).nullish()

/**
 * https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/refund
 * https://developer.phonepe.com/v1/reference/subscription-v2-refund-status has `rail`; PhonePe's SDKs have it in `paymentDetails`.
 */
const refund = z.object({
  refundId: z.string().min(1).max(64),
  merchantRefundId: text,
  originalMerchantOrderId: text,
  amount: z.number().int(),
  state: z.string().max(64),
  errorCode: text,
  rail,
  splitInstruments: parts,
  paymentDetails: z
    .array(z.object({ rail, splitInstruments: parts }))
    .max(100)
    .nullish(),
})
type Refund = z.output<typeof refund>
const refusal = z.object({ code: z.string().max(64), message: text })

const STATES: Readonly<Record<string, 'sent' | 'done' | 'refused'>> = {
  PENDING: 'sent',
  CONFIRMED: 'sent',
  COMPLETED: 'done',
  FAILED: 'refused',
}
const UNDOCUMENTED = 'PhonePe answered in a form that it does not document'
const PATH = '/payments/v2/refund'

const utrOf = (found: Refund): string | null => {
  const holders = [found, ...(found.paymentDetails ?? [])]
  const rails = holders.flatMap((each) => [each, ...(each.splitInstruments ?? [])].map((part) => part.rail))
  return bankReference(rails.find((each) => each?.utr)?.utr)
}

const resultOf = (
  reply: ProviderReply & { kind: 'answered' },
  request: RefundRequest,
): RefundResult | undefined => {
  const found = reply.status === 200 ? refund.safeParse(reply.json).data : undefined
  if (found === undefined) return undefined
  // PhonePe's examples have either name in `originalMerchantOrderId`, or none.
  const ours = [request.reference, request.refundId]
  const isThis =
    BigInt(found.amount) === request.amount &&
    (found.merchantRefundId || request.refundId) === request.refundId &&
    ours.includes(found.originalMerchantOrderId || request.reference)
  if (!isThis) return invalidResponse('PhonePe answered about another refund')
  const kind = STATES[found.state]
  const message = toMessage([found.state, found.errorCode].filter(Boolean).join(': '))
  if (kind === undefined) return invalidResponse(`PhonePe answered with an undocumented status: ${message}`)
  if (kind === 'refused') return { kind, message }
  return { kind, providerId: found.refundId, utr: utrOf(found), message }
}

/** What PhonePe documents for a bad request and for what it does not know: https://developer.phonepe.com/payment-gateway/error-codes */
const refusalOf = ({ status, json }: ProviderReply & { kind: 'answered' }) =>
  status === 400 || status === 404 ? refusal.safeParse(json).data : undefined

/** Its documents call the name unique; only the tests of its SDK for Node show a repeated one refused, so none is repeated. */
export const startPhonePeRefund = async (
  call: PhonePeCall,
  credentials: PhonePeCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const { reply, sent } = await call(credentials, {
    path: PATH,
    method: 'POST',
    body: JSON.stringify({
      merchantRefundId: request.refundId,
      originalMerchantOrderId: request.reference,
      amount: Number(request.amount),
    }),
  })
  if (reply.kind === 'failed') {
    const isUnsent = !sent || reply.status === 401 || reply.error.kind === 'not_sent'
    return isUnsent ? { kind: 'unsent', message: reply.message, error: reply.error } : toUnknown(reply)
  }
  const result = resultOf(reply, request)
  if (result !== undefined) return result
  const why = refusalOf(reply)
  if (why === undefined || /duplicat|already exist/i.test(`${why.code} ${why.message}`))
    return invalidResponse(why === undefined ? UNDOCUMENTED : `PhonePe answered: ${why.code}`)
  return { kind: 'refused', message: toMessage(`PhonePe made no refund: ${why.message || why.code}`) }
}

/** PhonePe does not document what it answers about a name that it does not know: its SDK for Java expects a 404 with a code. */
export const findPhonePeRefund = async (
  call: PhonePeCall,
  credentials: PhonePeCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const path = `${PATH}/${encodeURIComponent(request.refundId)}/status`
  const { reply } = await call(credentials, { path, method: 'GET' })
  if (reply.kind === 'failed') return toUnknown(reply)
  const result = resultOf(reply, request)
  if (result !== undefined) return result
  const why = refusalOf(reply)
  if (why === undefined) return invalidResponse(UNDOCUMENTED)
  return {
    kind: 'absent',
    message: toMessage(`PhonePe does not know the refund: ${why.message || why.code}`),
  }
}
