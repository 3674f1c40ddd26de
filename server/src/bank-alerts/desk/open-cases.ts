import { DAY_MS } from '@galla/contract/durations'
import { CASES_COUNTED_MAX, CLAIM_OPEN_DAYS, type OpenCases } from '@galla/contract/reconciliation/open-cases'
import { countReversed } from '../../ledger/reversals/reversal-store.ts'
import { countUnknownReversals } from '../../ledger/reversals/unknown-reversal-store.ts'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import { countOpenClaims } from '../../payment-claims/claim-store.ts'
import { countWaiting } from '../../reconciliation/credit-list-store.ts'
import { countAlerts } from '../alert-store.ts'

/** Counts the open cases for the badge, which is requested each minute: each kind by an index and up to a limit. */
export const readOpenCases = async (
  { db, clock }: Pick<OrderDeps, 'db' | 'clock'>,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
): Promise<OpenCases> => {
  const since = new Date(clock.now().getTime() - CLAIM_OPEN_DAYS * DAY_MS)
  const [waiting, claims, alerts, reversed, unknown] = await Promise.all([
    countWaiting(db, merchantId, mode, CASES_COUNTED_MAX),
    countOpenClaims(db, merchantId, mode, since, CASES_COUNTED_MAX),
    countAlerts(db, merchantId, mode, 'waiting', CASES_COUNTED_MAX - 1),
    countReversed(db, merchantId, mode, CASES_COUNTED_MAX),
    countUnknownReversals(db, merchantId, mode, CASES_COUNTED_MAX),
  ])
  const cases = {
    unmatched: 0,
    ambiguous: 0,
    amount_mismatch: 0,
    duplicate: 0,
    claims,
    alerts,
    reversed: reversed + unknown,
  }
  for (const { state, n } of waiting) cases[state] = n
  return { ...cases, total: Object.values(cases).reduce((sum, n) => sum + n, 0) }
}
