import { formatRupees, parseRupees } from '@galla/upi/rupees'
import { z } from 'zod'
import {
  bankReference,
  invalidResponse,
  type RefundRequest,
  type RefundResult,
  toMessage,
} from './connector.ts'
import type { PaytmCall, PaytmCredentials } from './paytm.ts'

const text = z.string().max(512).nullish()

const refund = z.object({
  resultInfo: z.object({ resultStatus: z.string().max(64), resultCode: text, resultMsg: text }),
  mid: text,
  orderId: text,
  refId: text,
  refundId: z.string().max(64).nullish(),
  refundAmount: text,
  refundDetailInfoList: z
    .array(z.object({ rrn: text }))
    .max(100)
    .nullish(),
})

/**
 * Failures that say that no money goes. Others say that a refund with this name exists (617, 628, 629, 701, 703), that another one of the order
 * is under way (626), or nothing (501).
 */
const REFUSALS: ReadonlySet<string> = new Set(['600', '602', '607', '619', '620', '627', '635'])
const RECORD_NOT_FOUND = '631'
/** The checksum or the merchant ID is wrong. */
const CREDENTIALS: ReadonlySet<string> = new Set(['330', '335'])

const resultOf = async (
  called: ReturnType<PaytmCall>,
  { merchantId }: PaytmCredentials,
  request: RefundRequest,
): Promise<RefundResult & { readonly isNamed?: boolean }> => {
  const reply = await called
  if ('answer' in reply) return reply.answer
  const found = refund.safeParse(reply.body).data
  if (found === undefined) return invalidResponse('Paytm answered in a form that it does not document')
  if (!reply.isSigned) return invalidResponse('Paytm answered about a refund without a signature')
  const { mid, orderId, refId, refundId, refundAmount } = found
  const isAnother =
    (mid ?? merchantId) !== merchantId ||
    (orderId ?? request.reference) !== request.reference ||
    (refId ?? request.refundId) !== request.refundId ||
    (refundAmount ? parseRupees(refundAmount) : request.amount) !== request.amount
  if (isAnother) return invalidResponse('Paytm answered about another refund')
  const isNamed = Boolean(refId && refundId && refundAmount)
  const { resultStatus: state, resultCode, resultMsg } = found.resultInfo
  const code = resultCode ?? ''
  const message = toMessage([code || state, resultMsg].filter(Boolean).join(': '))
  switch (state) {
    case 'TXN_SUCCESS':
    case 'PENDING': {
      if (!isNamed || !refundId) return { kind: 'unknown', message, error: null }
      const [rrn] = (found.refundDetailInfoList ?? []).flatMap((part) => bankReference(part.rrn) ?? [])
      const kind = state === 'PENDING' ? 'sent' : 'done'
      return { kind, providerId: refundId, utr: rrn ?? null, message }
    }
    case 'TXN_FAILURE':
      if (code === RECORD_NOT_FOUND) return { kind: 'absent', message }
      if (REFUSALS.has(code))
        return { kind: 'refused', message: toMessage(`Paytm made no refund: ${message}`), isNamed }
      return {
        kind: 'unknown',
        message,
        error: CREDENTIALS.has(code) ? { kind: 'credentials', retryAfterSeconds: null } : null,
      }
    default:
      return invalidResponse(`Paytm answered with an undocumented status: ${toMessage(state)}`)
  }
}

/**
 * https://business.paytm.com/docs/api/refund-api: "Duplicate REFID will be rejected by the Paytm gateway". The answer only says that the refund
 * is registered.
 */
export const startPaytmRefund = async (
  call: PaytmCall,
  credentials: PaytmCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const asked = call(credentials, '/refund/apply', {
    txnType: 'REFUND',
    orderId: request.reference,
    txnId: request.paymentId,
    refId: request.refundId,
    refundAmount: formatRupees(request.amount),
  })
  const result = await resultOf(asked, credentials, request)
  return result.kind === 'done' ? { ...result, kind: 'sent' } : result
}

/** https://business.paytm.com/docs/api/refund-status-api */
export const findPaytmRefund = async (
  call: PaytmCall,
  credentials: PaytmCredentials,
  request: RefundRequest,
): Promise<RefundResult> => {
  const asked = call(credentials, '/v2/refund/status', {
    orderId: request.reference,
    refId: request.refundId,
  })
  const result = await resultOf(asked, credentials, request)
  // A failure that names no refund is one of the question.
  if (result.kind === 'refused' && !result.isNamed)
    return { kind: 'unknown', message: result.message, error: null }
  return result
}
