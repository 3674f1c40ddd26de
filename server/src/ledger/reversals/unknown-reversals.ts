import { UNKNOWN_REVERSALS_SHOWN, type UnknownReversal } from '@galla/contract/reconciliation/reversals'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import { Refusal } from '../../platform/refusal.ts'
import { mayBeSame } from './repeated-reversal.ts'
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
