import { DAY_MS } from '@galla/contract/durations'

/** A report of a reversal whose payment is not known. */
export interface ReversalReport {
  readonly accountId: string
  readonly source: 'alert' | 'statement'
  readonly utr: string | null
  readonly orderId: string | null
  readonly amount: number | null
  readonly at: Date
}

/** The bank may book a reversal days after its alert. */
const DAYS = 3

const namesNoPayment = ({ utr, orderId }: ReversalReport): boolean => utr === null && orderId === null

/**
 * Whether two sources may report the same reversal. It is never certain: a bank can reverse two payments of one amount and report one by
 * SMS and the other in its statement. So both stay listed.
 */
export const mayBeSame = (one: ReversalReport, other: ReversalReport): boolean =>
  one.source !== other.source &&
  one.accountId === other.accountId &&
  (namesNoPayment(one) || namesNoPayment(other)) &&
  one.amount !== null &&
  one.amount === other.amount &&
  Math.abs(one.at.getTime() - other.at.getTime()) <= DAYS * DAY_MS
