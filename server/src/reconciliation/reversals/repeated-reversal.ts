/** What a source says about money that was taken back, of which no payment is known. */
export interface ReversalReport {
  readonly accountId: string
  readonly source: 'alert' | 'statement'
  readonly utr: string | null
  readonly orderId: string | null
  readonly amount: number | null
  readonly at: Date
}

/** A statement may have the day on which the bank booked what its alert reported at once. */
const DAYS = 3
const DAY_MS = 86_400_000

const namesNone = ({ utr, orderId }: ReversalReport): boolean => utr === null && orderId === null

/**
 * Whether two sources may report the same reversal. Nobody can say that they do: a bank can take back two payments of one amount, and tell
 * one by SMS and the other in its statement. So both stay listed.
 */
export const mayBeSame = (one: ReversalReport, other: ReversalReport): boolean =>
  one.source !== other.source &&
  one.accountId === other.accountId &&
  (namesNone(one) || namesNone(other)) &&
  one.amount !== null &&
  one.amount === other.amount &&
  Math.abs(one.at.getTime() - other.at.getTime()) <= DAYS * DAY_MS
