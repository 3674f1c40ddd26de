import { z } from 'zod'
import { type ProviderReply, toUnknown } from './call-provider.ts'
import {
  bankReference,
  invalidResponse,
  type RefundRequest,
  type RefundResult,
  toMessage,
} from './connector.ts'
import type { RazorpayCall, RazorpayCredentials } from './razorpay.ts'

const text = z.string().max(512).nullish()

/** https://razorpay.com/docs/api/refunds/entity */
const refund = z.object({
  id: z.string().min(1).max(64),
  payment_id: z.string().max(64),
  amount: z.number().int(),
  receipt: text,
  status: z.string().max(64),
  acquirer_data: z.object({ rrn: text, arn: text }).nullish(),
})
const refunds = z.object({ entity: z.literal('collection'), items: z.array(refund).max(100) })
const failure = z.object({ error: z.object({ description: z.string().max(1_024) }) })

const STATUSES: Readonly<Record<string, 'sent' | 'done' | 'refused'>> = {
  processed: 'done',
  pending: 'sent',
  failed: 'refused',
}
const UNDOCUMENTED = 'Razorpay answered in a form that it does not document'

const pathOf = ({ paymentId }: RefundRequest): string => `/v1/payments/${encodeURIComponent(paymentId)}`

const resultOf = (found: z.output<typeof refund>, request: RefundRequest): RefundResult => {
  const isThis =
    found.receipt === request.refundId &&
    found.payment_id === request.paymentId &&
    BigInt(found.amount) === request.amount
  if (!isThis) return invalidResponse('Razorpay answered about another refund')
  const kind = STATUSES[found.status]
  const message = toMessage(found.status)
  if (kind === undefined) return invalidResponse(`Razorpay answered with an undocumented status: ${message}`)
  if (kind === 'refused') return { kind, message }
  const { rrn, arn } = found.acquirer_data ?? {}
  return { kind, providerId: found.id, utr: bankReference(rrn) ?? bankReference(arn), message }
}

const described = (reply: ProviderReply & { kind: 'answered' }): string | undefined =>
  failure.safeParse(reply.json).data?.error.description

/** https://razorpay.com/docs/api/refunds/normal-refunds-idempotent: the header makes a repeated request the same refund. */
export const startRazorpayRefund = async (
  call: RazorpayCall,
  credentials: RazorpayCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const body = { amount: Number(request.amount), speed: 'normal', receipt: request.refundId }
  const headers = { 'x-refund-idempotency': request.refundId }
  const reply = await call(credentials, 'POST', `${pathOf(request)}/refund`, body, headers)
  if (reply.kind === 'failed') return toUnknown(reply)
  const made = refund.safeParse(reply.json).data
  if (made !== undefined) return resultOf(made, request)
  const why = described(reply)
  // 409: the same request is being worked on.
  if (reply.status === 409) return { kind: 'unknown', message: toMessage(why ?? UNDOCUMENTED), error: null }
  if (why === undefined || reply.status < 400) return invalidResponse(UNDOCUMENTED)
  return { kind: 'refused', message: toMessage(`Razorpay made no refund: ${why}`) }
}

export const findRazorpayRefund = async (
  call: RazorpayCall,
  credentials: RazorpayCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const reply = await call(credentials, 'GET', `${pathOf(request)}/refunds?count=100`)
  if (reply.kind === 'failed') return toUnknown(reply)
  const listed = refunds.safeParse(reply.json).data
  if (listed === undefined) return invalidResponse(described(reply) ?? UNDOCUMENTED)
  const found = listed.items.find(({ receipt }) => receipt === request.refundId)
  if (found !== undefined) return resultOf(found, request)
  return { kind: 'absent', message: 'Razorpay knows no refund of this name' }
}
