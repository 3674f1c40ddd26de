import type { Paise } from '@galla/upi/rupees'

/** The payment that a report of a reversal names, by UTR or by order. */
export interface PaymentName {
  readonly merchantId: string
  readonly accountId: string
  readonly utr: string | null
  readonly orderId: string | null
}

/** A report that a bank reversed a payment. */
export interface ReportedReversal extends PaymentName {
  readonly source: 'alert' | 'statement'
  /** Identifies the record at its source. */
  readonly sourceKey: string
  /** Null where the report does not say. */
  readonly amount: Paise | null
  readonly at: Date
  /** The sentence of the bank. */
  readonly words: string | null
}
