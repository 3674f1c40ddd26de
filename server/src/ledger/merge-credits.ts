import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Credit, ReportedCredit } from './credit.ts'
import { lockAmounts, recordCreditHistory } from './credit-store.ts'
import { copyEvidence } from './evidence-store.ts'
import { rankSimilar } from './same-payment.ts'
import {
  type ComparableCredit,
  findComparable,
  findWithoutUtr,
  listResolvedRepeats,
  updateMergedCredit,
  updatePossibleRepeat,
} from './same-payment-store.ts'

type Deps = Pick<OrderDeps, 'clock' | 'ids'>

/** Merges a credit without a UTR into one of the same payment: its evidence is copied, and it no longer counts. */
const mergeCredit = async (
  tx: Transaction,
  deps: Deps,
  credit: Credit,
  to: string,
  byWhom: string,
): Promise<void> => {
  const merge = { merchantId: credit.merchantId, from: credit.creditId, to }
  await copyEvidence(tx, merge)
  await updateMergedCredit(tx, merge)
  const at = deps.clock.now()
  await recordCreditHistory(tx, {
    at,
    byWhom,
    entryId: deps.ids.ulid(at),
    credit: { ...credit, state: 'ignored' },
    detail: { action: 'join', joinedTo: to },
  })
}

/** Merges alerts that had no UTR into the payment that they and this report are of. */
export const mergeSimilar = async (
  tx: Transaction,
  deps: Deps,
  report: ReportedCredit,
  creditId: string,
): Promise<void> => {
  const alerts = await findWithoutUtr(tx, report)
  if (alerts.length === 0) return
  const [credit] = await findComparable(tx, report.merchantId, creditId)
  if (credit === undefined) return
  const { merged, possibleRepeats } = mergeInto(credit, alerts)
  for (const alert of merged) await mergeCredit(tx, deps, alert, creditId, report.source)
  for (const alert of possibleRepeats) await updatePossibleRepeat(tx, alert, creditId)
}

const withObservationsOf = (to: ComparableCredit, from: ComparableCredit): ComparableCredit => ({
  ...to,
  observations: [...to.observations, ...from.observations],
})

/** Finds the alerts of this payment, one of each reporter, and those that may be of it. */
const mergeInto = (credit: ComparableCredit, alerts: readonly ComparableCredit[]) => {
  const merged: ComparableCredit[] = []
  for (;;) {
    const { observations } = merged.reduce(withObservationsOf, credit)
    // Possible repeats rank last, so that one that is not merged becomes a possible repeat of this payment.
    const ranked = rankSimilar(
      observations,
      alerts.filter((alert) => !merged.includes(alert)),
    )
    const same = ranked.find(({ similarity }) => similarity === 'same')
    if (same === undefined) {
      const possibleRepeats = ranked
        .map((similar) => similar.credit)
        .filter((alert) => alert.possibleRepeatOf === null && !alert.isSeparate)
      return { merged, possibleRepeats }
    }
    merged.push(same.credit)
  }
}

/**
 * Merges the possible repeats that a statement resolves. It lists every payment of its period, so an alert that may repeat one of them
 * and has no row of its own is a repeat.
 */
export const mergeResolvedRepeats = async (
  deps: Pick<OrderDeps, 'db' | 'clock' | 'ids'>,
  account: Pick<Credit, 'merchantId' | 'accountId'>,
  covered: { readonly from: Date; readonly to: Date },
): Promise<void> => {
  for (let isDone = false; !isDone; )
    isDone = await deps.db.transaction(async (tx) => {
      const repeats = await listResolvedRepeats(tx, account, covered)
      if (repeats.length === 0) return true
      await lockAmounts(tx, repeats)
      const locked = new Set(repeats.map(({ creditId }) => creditId))
      for (const credit of await listResolvedRepeats(tx, account, covered))
        if (credit.possibleRepeatOf !== null && locked.has(credit.creditId))
          await mergeCredit(tx, deps, credit, credit.possibleRepeatOf, 'statement')
      return false
    })
}
