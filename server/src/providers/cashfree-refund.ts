import { rupeesFromNumber, toRupeeNumber } from '@galla/upi/rupees'
import { z } from 'zod'
import { type ProviderReply, toUnknown } from './call-provider.ts'
import type { CashfreeCall, CashfreeCredentials } from './cashfree.ts'
import {
  bankReference,
  invalidResponse,
  type RefundRequest,
  type RefundResult,
  toMessage,
} from './connector.ts'

const text = z.string().max(512).nullish()

/** https://www.cashfree.com/docs/api-reference/payments/latest/refunds/get */
const refund = z.object({
  refund_id: z.string().max(64),
  order_id: z.string().max(64),
  cf_refund_id: z.union([z.string().min(1).max(64), z.number().int().transform(String)]),
  refund_amount: z.number(),
  refund_status: z.string().max(64),
  refund_arn: text,
  status_description: text,
})
const refusal = z.object({ code: z.string().max(64), message: text })

const STATUSES: Readonly<Record<string, 'sent' | 'done' | 'refused'>> = {
  SUCCESS: 'done',
  PENDING: 'sent',
  ONHOLD: 'sent',
  CANCELLED: 'refused',
  FAILED: 'refused',
}

const pathOf = ({ reference }: RefundRequest): string => `/orders/${encodeURIComponent(reference)}/refunds`

const resultOf = (
  reply: ProviderReply & { kind: 'answered' },
  request: RefundRequest,
): RefundResult | undefined => {
  const found = refund.safeParse(reply.json).data
  if (found === undefined) return undefined
  const isThis =
    found.refund_id === request.refundId &&
    found.order_id === request.reference &&
    rupeesFromNumber(found.refund_amount) === request.amount
  if (!isThis) return invalidResponse('Cashfree answered about another refund')
  const kind = STATUSES[found.refund_status]
  const message = toMessage([found.refund_status, found.status_description].filter(Boolean).join(': '))
  if (kind === undefined) return invalidResponse(`Cashfree answered with an undocumented status: ${message}`)
  if (kind === 'refused') return { kind, message }
  return { kind, providerId: found.cf_refund_id, utr: bankReference(found.refund_arn), message }
}

/** https://www.cashfree.com/docs/api-reference/payments/latest/refunds/create: a name is used once. */
export const startCashfreeRefund = async (
  call: CashfreeCall,
  credentials: CashfreeCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const reply = await call(credentials, {
    path: pathOf(request),
    method: 'POST',
    body: JSON.stringify({
      refund_amount: toRupeeNumber(request.amount),
      refund_id: request.refundId,
      refund_speed: 'STANDARD',
    }),
  })
  if (reply.kind === 'failed') return toUnknown(reply)
  const result = resultOf(reply, request)
  if (result !== undefined) return result
  const { code, message } = refusal.safeParse(reply.json).data ?? {}
  if (code === undefined || reply.status < 400)
    return invalidResponse('Cashfree answered in a form that it does not document')
  // 409: a refund with this name exists. It is asked for.
  if (reply.status === 409)
    return { kind: 'unknown', message: toMessage(`${code}: ${message ?? ''}`), error: null }
  return { kind: 'refused', message: toMessage(`Cashfree made no refund: ${message || code}`) }
}

export const findCashfreeRefund = async (
  call: CashfreeCall,
  credentials: CashfreeCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const path = `${pathOf(request)}/${encodeURIComponent(request.refundId)}`
  const reply = await call(credentials, { path, method: 'GET' })
  if (reply.kind === 'failed') return toUnknown(reply)
  const result = resultOf(reply, request)
  if (result !== undefined) return result
  const { code } = refusal.safeParse(reply.json).data ?? {}
  if (reply.status === 404 && code !== undefined)
    return { kind: 'absent', message: 'Cashfree knows no refund of this name' }
  return invalidResponse(`Cashfree answered: ${code ?? 'in a form that it does not document'}`)
}
