import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { findCandidates } from './candidate-store.ts'
import { orderOfReference, type Recorded, type ReportedCredit, receivedOf } from './credit.ts'
import { entryOf, idOfCredit } from './credit-entry.ts'
import { isUtrKnown, recordCreditHistory, updateMissingPayer, updateUtr } from './credit-store.ts'
import { insertCredit, insertEvidence } from './evidence-store.ts'
import { hasReport, observationOf, rankSimilar } from './same-payment.ts'
import { type ComparableCredit, findOverlapping, updatePossibleRepeat } from './same-payment-store.ts'
import { recordCase, tellCase } from './tell-case.ts'

/** A lowered amount is never a whole rupee, so only such a credit can have settled an order without a UTR. */
const mayJoin = ({ amount, source }: ReportedCredit): boolean =>
  amount % 100n !== 0n && (source === 'alert' || source === 'statement' || source === 'provider')

/**
 * Holds a report against payments that have settled an order by a lowered amount. Another source of the same payment fills in its UTR and
 * payer. Where it may also be another payment, the merchant is asked. Undefined: it is none of them.
 */
export const joinSettled = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
): Promise<Recorded | undefined> => {
  if (!mayJoin(report)) return undefined
  const { utr } = report
  const settled = await findOverlapping(tx, report, receivedOf(report), ['matched'])
  if (settled.length === 0 || (utr !== null && (await isUtrKnown(tx, report, utr)))) return undefined
  const reported = settled.find((credit) => hasReport(credit, report))
  if (reported !== undefined) return { kind: 'known', creditId: reported.creditId }
  const found = payedBy(report, settled)
  if (found === undefined) return undefined
  if (found.similarity !== 'same' || (await maySettleAnother(tx, report)))
    return askAbout(tx, deps, report, found.credit.creditId)
  // Another transaction has recorded this UTR just now.
  if (utr !== null && !(await updateUtr(tx, found.credit, utr))) return undefined
  return addReport(tx, deps, report, found.credit)
}

/** Their times overlap, so only what else distinguishes payments is compared. */
const payedBy = (report: ReportedCredit, settled: readonly ComparableCredit[]) => {
  const named = report.reference === null ? undefined : orderOfReference(report.reference)?.orderId
  if (named !== undefined) {
    const credit = settled.find(({ orderId }) => orderId === named)
    return credit && { credit, similarity: 'same' as const }
  }
  const own = observationOf(report)
  if (own === undefined) return undefined
  const atOneTime = settled.map((credit) => ({
    ...credit,
    observations: credit.observations.map((each) => ({ ...each, from: own.from, to: own.to })),
  }))
  const [first, other] = rankSimilar([own], atOneTime)
  // Of two that it may be of, none is certain.
  return first && { credit: first.credit, similarity: other === undefined ? first.similarity : 'unsure' }
}

/** An unpaid order that the report may be for. */
const maySettleAnother = async (tx: Transaction, report: ReportedCredit): Promise<boolean> => {
  if (report.reference !== null) return false
  const { merchantId, accountId, amount, utr, payerUpiId, rail } = report
  const credit = { merchantId, creditId: '', amount, utr, payerUpiId }
  const received = receivedOf(report)
  const { open } = await findCandidates(tx, { credit, accountId, received, rail, withPaid: false })
  return open.length > 0
}

const addReport = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
  credit: ComparableCredit,
): Promise<Recorded> => {
  const { creditId, state, orderId } = credit
  if (!(await insertEvidence(tx, credit, report, deps.clock.now()))) return { kind: 'known', creditId }
  await updateMissingPayer(tx, credit, report)
  const known = { ...credit, utr: credit.utr ?? report.utr }
  await recordCreditHistory(tx, entryOf(deps, report, known, report.utr === null ? {} : { utr: report.utr }))
  tx.afterCommit(() => deps.changed(report.merchantId))
  return { kind: 'recorded', creditId, state, orderId }
}

/** Records a credit that may be the payment of another one. The merchant decides. */
export const askAbout = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
  asksAbout: string,
): Promise<Recorded> => {
  const creditId = idOfCredit(deps, report)
  const credit = await insertCredit(tx, creditId, report, deps.clock.now())
  if (credit === undefined) return { kind: 'known', creditId }
  await updatePossibleRepeat(tx, credit, asksAbout)
  await tellCase(tx, creditId, report)
  await recordCase(tx, deps, credit)
  await recordCreditHistory(tx, entryOf(deps, report, credit, { asksAbout }))
  tx.afterCommit(() => deps.changed(report.merchantId))
  return { kind: 'recorded', creditId, state: credit.state, orderId: credit.orderId }
}
