import { SECOND_MS } from '@galla/contract/durations'
import type { Paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { z } from 'zod'
import { bankReference, type ReportedPayment } from './connector.ts'

const text = z.string().max(1_024)
const unixSeconds = z.number().int().min(0).max(4_102_444_800)

/** https://razorpay.com/docs/api/payments/entity */
export const razorpayPayment = z.object({
  id: z.string().regex(/^pay_[A-Za-z0-9]{4,40}$/),
  entity: z.literal('payment'),
  amount: z.number().int().positive().max(1e11),
  currency: z.literal('INR'),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  vpa: text.nullish(),
  acquirer_data: z.object({ rrn: text.nullish() }).nullish(),
  created_at: unixSeconds,
})

/** https://razorpay.com/docs/api/qr-codes/entity */
export const razorpayQr = z.object({
  id: z.string().regex(/^qr_[A-Za-z0-9]{4,40}$/),
  entity: z.literal('qr_code'),
  status: z.enum(['active', 'closed']),
  close_reason: text.nullish(),
  payments_count_received: z.number().int().min(0),
  image_content: text.nullish(),
  /** Razorpay sends empty notes as a list. */
  notes: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
})

export const toReportedPayment = (payment: z.output<typeof razorpayPayment>): ReportedPayment => ({
  amount: BigInt(payment.amount) as Paise,
  utr: bankReference(payment.acquirer_data?.rrn),
  providerId: payment.id,
  receivedAt: new Date(payment.created_at * SECOND_MS),
  payerUpiId: parseVpa(payment.vpa ?? '') ?? null,
})

/** Our reference of a QR, which it carries as a note. */
export const referenceOf = ({ notes }: z.output<typeof razorpayQr>): string | null => {
  const reference = Array.isArray(notes) ? undefined : notes?.reference
  return typeof reference === 'string' ? reference : null
}
