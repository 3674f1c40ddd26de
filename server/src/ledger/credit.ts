import type { CreditState } from '@galla/contract/credits'
import type { Paise } from '@galla/upi/rupees'

/**
 * A credit: this account received this amount, with this UTR, at this time, says this source. Told by three sources it is one
 * credit with three pieces of evidence. What it tells never changes; what it is taken for (its state) does, and each change is
 * kept with who and when.
 */
export type CreditSource = 'provider' | 'alert' | 'statement' | 'manual' | 'simulator'

export interface ReportedCredit {
  readonly merchantId: string
  readonly accountId: string
  readonly source: CreditSource
  /** What makes the same telling, told again, the same: a notification's id, a row's hash. */
  readonly sourceKey: string
  readonly utr: string | null
  readonly amount: Paise
  readonly receivedAt: Date
  /** A source that tells the day alone gives its beginning as `receivedAt` and its end here; null where the time is exact. */
  readonly receivedBefore?: Date | null
  /** The person who says so, where it is one; otherwise the source itself. */
  readonly by?: { readonly whom: string; readonly note: string | null }
  /** The UPI reference (`tr`) of the attempt, where the source tells it. */
  readonly reference: string | null
  readonly payerUpiId: string | null
  readonly payerName: string | null
  /** False where the source does not say that a customer paid: it is kept, and only a person may give it to an order. */
  readonly settlesByItself?: boolean
}

export interface Credit {
  readonly creditId: string
  readonly merchantId: string
  readonly accountId: string
  readonly utr: string | null
  readonly amount: Paise
  readonly receivedAt: Date
  readonly payerUpiId: string | null
  readonly state: CreditState
  readonly orderId: string | null
}

/** An order's id is the first 26 characters of the reference of each of its attempts: `ORDERID` or `ORDERID` + `R` + n. */
const REFERENCE = /^([0-9A-HJKMNP-TV-Z]{26})(?:R([2-9]))?$/

export const orderOfReference = (reference: string): { orderId: string; attempt: number } | undefined => {
  const parts = REFERENCE.exec(reference)
  if (parts?.[1] === undefined) return undefined
  return { orderId: parts[1], attempt: parts[2] === undefined ? 1 : Number(parts[2]) }
}

/** What an old credit may still become by itself when it is told again with more. Everything else waits for a person. */
export const MAY_STILL_MATCH = {
  matched: false,
  unmatched: true,
  ambiguous: true,
  amount_mismatch: false,
  duplicate: false,
  ignored: false,
  refunded: false,
} as const satisfies Record<CreditState, boolean>
