import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Credit, ReportedCredit } from './credit.ts'
import { lockAmounts, recordCreditHistory } from './credit-store.ts'
import { copyEvidence } from './evidence-store.ts'
import { rankSimilar } from './same-payment.ts'
import {
  type ComparableCredit,
  findComparableById,
  findWithoutUtr,
  listResolvedRepeats,
  updateMergedCredits,
  updatePossibleRepeats,
} from './same-payment-store.ts'

type Deps = Pick<OrderDeps, 'clock' | 'ids'>

interface Merge {
  readonly credit: Credit
  /** The credit of the same payment that still counts. */
  readonly to: string
  readonly byWhom: string
}

/** Merges credits without a UTR into credits of the same payment: the evidence is copied, and the merged credit no longer counts. */
const mergeCredits = async (tx: Transaction, deps: Deps, merges: readonly Merge[]): Promise<void> => {
  const ids = merges.map(({ credit: { merchantId, creditId: from }, to }) => ({ merchantId, from, to }))
  await copyEvidence(tx, ids)
  await updateMergedCredits(tx, ids)
  const at = deps.clock.now()
  await recordCreditHistory(
    tx,
    merges.map(({ credit, to, byWhom }) => ({
      at,
      byWhom,
      entryId: deps.ids.ulid(at),
      credit: { ...credit, state: 'ignored' },
      detail: { action: 'join', joinedTo: to },
    })),
  )
}

interface ReportedPayment {
  readonly report: ReportedCredit
  readonly creditId: string
}

/** Merges alerts that had no UTR into the payments that they report. */
export const mergeSimilar = async (
  tx: Transaction,
  deps: Deps,
  payments: readonly ReportedPayment[],
): Promise<void> => {
  if (payments.length === 0) return
  const similar = await findWithoutUtr(tx, payments)
  const withSimilar = payments.flatMap(({ report, creditId }, index) => {
    const alerts = similar[index] ?? []
    return alerts.length === 0 ? [] : [{ report, creditId, alerts }]
  })
  if (withSimilar.length === 0) return
  const ids = withSimilar.map(({ report: { merchantId }, creditId }) => ({ merchantId, creditId }))
  const credits = new Map((await findComparableById(tx, ids)).map((credit) => [credit.creditId, credit]))
  const merges = new Map<string, Merge>()
  const repeats = new Map<string, { merchantId: string; creditId: string; of: string }>()
  for (const { report, creditId, alerts } of withSimilar) {
    const credit = credits.get(creditId)
    if (credit === undefined) continue
    const { merged, possibleRepeats } = mergeInto(
      credit,
      alerts.filter((alert) => !merges.has(alert.creditId)),
    )
    credits.set(creditId, merged.reduce(withObservationsOf, credit))
    for (const alert of merged)
      merges.set(alert.creditId, { credit: alert, to: creditId, byWhom: report.source })
    for (const { merchantId, creditId: repeatId } of possibleRepeats)
      repeats.set(repeatId, { merchantId, creditId: repeatId, of: creditId })
  }
  if (merges.size > 0) await mergeCredits(tx, deps, [...merges.values()])
  const unmerged = [...repeats.values()].filter(({ creditId }) => !merges.has(creditId))
  if (unmerged.length > 0) await updatePossibleRepeats(tx, unmerged)
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
      const merges = (await listResolvedRepeats(tx, account, covered)).flatMap((credit) =>
        credit.possibleRepeatOf === null || !locked.has(credit.creditId)
          ? []
          : [{ credit, to: credit.possibleRepeatOf, byWhom: 'statement' }],
      )
      if (merges.length > 0) await mergeCredits(tx, deps, merges)
      return false
    })
}
