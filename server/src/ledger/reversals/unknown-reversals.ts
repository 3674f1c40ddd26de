import { DAY_MS } from '@galla/contract/durations'
import { UNKNOWN_REVERSALS_SHOWN, type UnknownReversal } from '@galla/contract/reconciliation/reversals'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listUnknownReversals, updateReversalSeenAt } from './unknown-reversal-store.ts'

type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

/** Lists reversals whose payment is not known. */
export const readUnknownReversals = async (
  { db }: Pick<OrderDeps, 'db'>,
  { merchantId, mode }: Caller,
): Promise<UnknownReversal[]> => {
  const rows = await listUnknownReversals(db, merchantId, mode, UNKNOWN_REVERSALS_SHOWN)
  const reports = rows.map(({ paise, ...row }) => ({
    ...row,
    amount: paise === null ? null : toRupeeNumber(paise as Paise),
  }))
  return reports.map((report) => ({
    ...report,
    at: report.at.toISOString(),
    mayBeRepeated: reports.some((other) => mayBeSame(report, other)),
  }))
}

/** Marks a reversal as seen. A second call changes nothing. */
export const seeUnknownReversal = async (
  { db, clock }: Pick<OrderDeps, 'db' | 'clock'>,
  { merchantId, mode }: Caller,
  key: Pick<UnknownReversal, 'accountId' | 'source' | 'sourceKey'>,
): Promise<void> => {
  const seen = await db.transaction((tx) => updateReversalSeenAt(tx, merchantId, mode, key, clock.now()))
  if (seen === 0) throw new Refusal('not_found')
}

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
