import { rupeesFromNumber } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { z } from 'zod'
import { bankReference, type ReportedPayment, toMessage } from './connector.ts'

const text = z.string().max(512).nullish()

/**
 * One attempt to pay an order, as a status response or a notification reports it.
 * https://www.cashfree.com/docs/api-reference/payments/latest/payments/get-payments-for-an-order
 */
export const payment = z.object({
  /** Older versions gave numbers. */
  cf_payment_id: z.union([z.string().max(64), z.number().int().transform(String)]).nullish(),
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
export type Payment = z.output<typeof payment>

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** The first of these that is a time with a zone. */
const instant = (...texts: readonly (string | null | undefined)[]): Date | null => {
  const at = texts.filter((each) => INSTANT.test(each ?? '')).map((each) => new Date(each ?? ''))
  return at.find((each) => !Number.isNaN(each.getTime())) ?? null
}

export const isMoneyReceived = ({ payment_status, is_captured }: Payment): boolean =>
  payment_status === 'SUCCESS' && is_captured !== false

export const messageOf = ({ payment_status, payment_message }: Payment): string =>
  toMessage([payment_status, payment_message].filter(Boolean).join(': '))

/** Undefined without a payment ID and an amount in rupees that is exact to the paisa. */
export const toReportedPayment = (paid: Payment): ReportedPayment | undefined => {
  const amount = rupeesFromNumber(paid.payment_amount ?? Number.NaN)
  const isInRupees = !paid.payment_currency || paid.payment_currency === 'INR'
  if (amount === undefined || !isInRupees || !paid.cf_payment_id) return undefined
  return {
    amount,
    utr: bankReference(paid.bank_reference),
    providerId: paid.cf_payment_id,
    receivedAt: instant(paid.payment_completion_time, paid.payment_time),
    payerUpiId: parseVpa(paid.payment_method?.upi?.upi_id ?? '') ?? null,
  }
}
