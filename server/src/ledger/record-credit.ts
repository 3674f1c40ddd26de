import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  type Credit,
  MAY_STILL_MATCH,
  orderOfReference,
  type Recorded,
  type ReportedCredit,
  receivedOf,
} from './credit.ts'
import { idOfCredit } from './credit-entry.ts'
import { findKnown, lockAmounts, lockKnown, updateMissingUtr, updateReportedUtr } from './credit-store.ts'
import { decide, writeDecision } from './decide-credit.ts'
import { findEvidence, insertCredit, insertEvidence, NO_EVIDENCE } from './evidence-store.ts'
import { joinSettled } from './join-settled.ts'
import { mergeSimilar } from './merge-credits.ts'
import { bothReceived } from './received.ts'
import { recordWithoutUtr } from './record-without-utr.ts'
import { isComparable, reporterOf } from './same-payment.ts'

/**
 * Records reported payments, one after the other: the only way into the ledger. However often, in whatever order and at whatever time a
 * payment is reported, it is one credit, at most one settlement, one history entry and one notification. A credit that matches no order
 * clearly waits with the reason.
 *
 * Only rows of one statement share a transaction. It locks all their amounts first, then credits, then orders, so that concurrent
 * transactions wait for each other.
 */
export const recordCredits = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly ReportedCredit[],
): Promise<Recorded[]> => {
  const known = await findKnown(tx, reports)
  await lockAmounts(
    tx,
    reports.filter((_report, n) => known[n] === undefined),
  )
  const results: Recorded[] = []
  for (const [n, report] of reports.entries()) {
    const creditId = known[n]
    results.push(creditId === undefined ? await recordReport(tx, deps, report) : { kind: 'known', creditId })
  }
  return results
}

/** Records one credit in a transaction that has something else to commit or to undo with it. */
export const recordCreditWithin = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
): Promise<Recorded> => {
  await lockAmounts(tx, [report])
  return recordReport(tx, deps, report)
}

/** Records one credit in a transaction of its own. */
export const recordCredit = (deps: OrderDeps, report: ReportedCredit): Promise<Recorded> =>
  deps.db.transaction((tx) => recordCreditWithin(tx, deps, report))

/** Records a report whose amount is locked. */
const recordReport = (tx: Transaction, deps: OrderDeps, report: ReportedCredit): Promise<Recorded> =>
  isComparable(report) ? recordWithoutUtr(tx, deps, report) : recordPayment(tx, deps, report)

const recordPayment = async (tx: Transaction, deps: OrderDeps, report: ReportedCredit): Promise<Recorded> => {
  const joined = await joinSettled(tx, deps, report)
  if (joined !== undefined) {
    if (report.utr !== null) await mergeSimilar(tx, deps, report, joined.creditId)
    return joined
  }
  const now = deps.clock.now()
  const creditId = idOfCredit(deps, report)
  // The provider may have reported the payment before it knew the UTR.
  const isCompleted = report.source === 'provider' && (await updateMissingUtr(tx, report))
  const inserted = await insertCredit(tx, creditId, report, now)
  const known = inserted === undefined ? await lockKnown(tx, creditId, report) : undefined
  const copy =
    known && isForOtherOrder(known, report) && (await insertCredit(tx, creditId, report, now, known.creditId))
  const credit = copy || known || inserted
  if (credit === undefined) throw new Error('a credit was neither inserted nor found')
  const isNew = credit !== known
  const evidence = isNew ? NO_EVIDENCE : await findEvidence(tx, credit)
  if (!isNew && !(await insertEvidence(tx, credit, report, now)) && !isCompleted)
    return { kind: 'known', creditId: credit.creditId }
  if (credit.isUtrTyped && !isNew && !report.isUtrTyped) await updateReportedUtr(tx, credit)
  const { hasReference } = evidence
  const reporters = new Set([...evidence.reporters, reporterOf(report)]).size
  const own = receivedOf(report)
  const received = evidence.received === null ? own : bothReceived(evidence.received, own)
  const decision = await decide(tx, { credit, report, isNew, hasReference, received, reporters }, now)
  const recorded = await writeDecision(tx, deps, { credit, report, isNew }, decision, now)
  // Alerts without a UTR may report the same payment.
  if (report.amount === credit.amount && (report.utr !== null || report.source === 'statement'))
    await mergeSimilar(tx, deps, report, credit.creditId)
  return recorded
}

/**
 * Whether a report says by our reference that the payment is for another account's order than the one that it settled. That order is settled
 * too, by a copy that is in no sum. Without a reference, a report to another account is evidence of the one payment.
 */
const isForOtherOrder = (known: Credit, { accountId, reference, source }: ReportedCredit): boolean =>
  reference !== null &&
  source !== 'manual' &&
  accountId !== known.accountId &&
  !MAY_STILL_MATCH[known.state] &&
  orderOfReference(reference)?.orderId !== known.orderId
