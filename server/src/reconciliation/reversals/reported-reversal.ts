import type { Paise } from '@galla/upi/rupees'

/** A payment as reports of reversals name it: by its UTR, or by the order whose reference they carry. */
export interface PaymentName {
  readonly merchantId: string
  readonly accountId: string
  readonly utr: string | null
  readonly orderId: string | null
}

/** What a source says about a payment that a bank took back. */
export interface ReportedReversal extends PaymentName {
  readonly source: 'alert' | 'statement'
  /** Identifies the record at its source. */
  readonly sourceKey: string
  /** Null where the message does not say. */
  readonly amount: Paise | null
  readonly at: Date
  /** The bank's own. */
  readonly words: string | null
}

/** Of a credit with a reversal. */
export interface ReversalKey {
  merchant_id: string
  credit_id: string
}
