import { paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { z } from 'zod'
import {
  bankReference,
  invalidResponse,
  pending,
  type StatusQuery,
  type StatusResult,
  toMessage,
} from './connector.ts'

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
  /** Newer responses carry the rail here, one for each part of a split payment. */
  splitInstruments: z.array(z.object({ rail })).max(ATTEMPTS_MAX).nullish(),
})

/** https://developer.phonepe.com/payment-gateway-custom-checkout/custom-website-integration/api-integration/order-status-api */
export const phonePeOrder = z.object({
  orderId: text,
  merchantOrderId: text,
  state: z.string().max(64),
  metaInfo: z.object({ udf1: text }).nullish(),
  errorCode: text,
  errorContext: z.object({ description: text }).nullish(),
  paymentDetails: z.array(attempt).max(ATTEMPTS_MAX).nullish(),
})
type PhonePeOrder = z.output<typeof phonePeOrder>

/** The fields of a PhonePe order that describe its payment. */
export const toStatusResult = (order: PhonePeOrder, query: StatusQuery): StatusResult => {
  const message = toMessage(
    [order.state, order.errorContext?.description ?? order.errorCode].filter(Boolean).join(': '),
  )
  const names = [order.merchantOrderId, order.metaInfo?.udf1].filter(Boolean)
  const isAnother = query.providerId !== null && order.orderId !== query.providerId
  if (isAnother || names.some((name) => name !== query.reference))
    return invalidResponse('PhonePe answered about another order')
  const attempts = order.paymentDetails ?? []
  switch (order.state) {
    case 'PENDING':
    case 'CREATED':
      return pending(message)
    case 'FAILED':
      // An order that expired without an attempt is not a refusal.
      return attempts.some(({ state, transactionId }) => state === 'FAILED' && transactionId)
        ? { kind: 'refused', message }
        : pending(message)
    case 'COMPLETED':
      return paidBy(attempts, message)
    default:
      return invalidResponse(`PhonePe answered with an undocumented status: ${order.state}`)
  }
}

/** Takes the amount of the transaction, not the amount of the order. */
const paidBy = (attempts: readonly z.output<typeof attempt>[], message: string): StatusResult => {
  const paid = attempts.find(({ state }) => state === 'COMPLETED')
  if (!paid?.transactionId || !paid.amount)
    return invalidResponse('PhonePe reported a success without its amount or its transaction')
  const rails = [paid.rail, ...(paid.splitInstruments ?? []).map((part) => part.rail)]
  const payment = {
    amount: paise(BigInt(paid.amount)),
    utr: bankReference(rails.find((each) => each?.utr)?.utr),
    providerId: paid.transactionId,
    receivedAt: paid.timestamp ? new Date(paid.timestamp) : null,
    payerUpiId: parseVpa(rails.find((each) => each?.vpa)?.vpa ?? '') ?? null,
  }
  return { kind: 'paid', payment, message }
}
