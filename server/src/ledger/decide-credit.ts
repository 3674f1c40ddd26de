import { type OrderDeps, writeChange } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { lockOrders } from '../orders/order-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { findCandidates, NO_CANDIDATES } from './candidate-store.ts'
import {
  type Credit,
  MAY_STILL_MATCH,
  orderOfReference,
  type Recorded,
  type ReportedCredit,
  settlingRail,
} from './credit.ts'
import { entryOf } from './credit-entry.ts'
import { hasOpenCounter, recordCreditHistory, updateCreditState } from './credit-store.ts'
import { type CandidateOrders, type Match, type MatchInput, matchCredit } from './match-credit.ts'
import type { Received } from './received.ts'
import { findReversedPayments, linkReversedPayment } from './reversed-payment-store.ts'
import { updatePossibleRepeat } from './same-payment-store.ts'
import { recordCase, tellCase } from './tell-case.ts'

export interface Decision extends Match {
  /** Recorded in the history of the credit even where its state stays. */
  readonly detail?: Record<string, unknown>
}

/** Decides what a credit becomes after a report. Its amount is locked. */
export const decide = async (
  tx: Transaction,
  input: Omit<MatchInput, 'candidates'>,
  now: Date,
): Promise<Decision> => {
  const { credit, report } = input
  const { state, orderId } = credit
  const mayMatch = MAY_STILL_MATCH[state]
  // Two sources report different amounts of one payment: a person has to look, unless it has settled its order already.
  if (report.amount !== credit.amount)
    return {
      state: mayMatch ? 'amount_mismatch' : state,
      orderId,
      detail: { reportedPaise: report.amount.toString() },
    }
  if (!mayMatch) return { state, orderId }
  return matchCredit(
    { ...input, candidates: await findCandidateOrders(tx, credit, report, input.received) },
    now,
  )
}

/** The job of a payment that fits no order, at an account with an open counter. */
export const WALK_IN_JOB = 'credit.walk_in'

/** Whether a source that reports at once says that a customer paid without an order. */
const mayBeWalkIn = ({ utr, reference, source, settlesByItself }: ReportedCredit): boolean =>
  utr !== null &&
  reference === null &&
  source !== 'statement' &&
  source !== 'manual' &&
  settlesByItself !== false

/** Writes the order's change, the credit's state and its history. */
export const writeDecision = async (
  tx: Transaction,
  deps: OrderDeps,
  { credit, report, isNew }: Pick<MatchInput, 'credit' | 'report' | 'isNew'>,
  { state, orderId, change, reversedOrderId, mayRepeat, ...decision }: Decision,
  now: Date,
): Promise<Recorded> => {
  const { creditId, merchantId } = credit
  const decided: Credit = { ...credit, state, orderId }
  if (change === undefined) tx.afterCommit(() => deps.changed(merchantId))
  else await writeChange(tx, deps, change)
  if (isNew) tx.afterCommit(() => deps.count?.('credit_recorded'))
  const isChanged = state !== credit.state || orderId !== credit.orderId
  if (isChanged) await updateCreditState(tx, decided)
  if (mayRepeat !== undefined) await updatePossibleRepeat(tx, credit, mayRepeat)
  const detail = mayRepeat === undefined ? decision.detail : { asksAbout: mayRepeat }
  if (isChanged || isNew || detail !== undefined)
    await recordCreditHistory(tx, entryOf(deps, report, decided, detail))
  if (isNew && state === 'unmatched' && mayBeWalkIn(report) && (await hasOpenCounter(tx, credit)))
    // If it is no sale, the job notifies the merchant.
    await addJob(tx, WALK_IN_JOB, { merchantId, creditId })
  else if (isNew || isChanged) {
    if (isNew && state !== 'matched') await tellCase(tx, creditId, report)
    await recordCase(tx, deps, decided)
  }
  if (reversedOrderId !== undefined) await linkReversedPayment(tx, decided, reversedOrderId, now)
  return { kind: 'recorded', creditId, state, orderId }
}

/** Finds the orders that a credit may pay, by the report's reference or by amount, and locks them. */
const findCandidateOrders = async (
  tx: Transaction,
  credit: Credit,
  report: ReportedCredit,
  received: Received,
): Promise<CandidateOrders> => {
  const { merchantId, utr } = credit
  const { reference, accountId } = report
  const maySettle =
    (utr !== null || report.provesAmount === true) &&
    report.settlesByItself !== false &&
    report.source !== 'manual'
  const rail = settlingRail(credit, report)
  const found = maySettle
    ? await findCandidates(tx, { credit, accountId, received, rail, withPaid: utr === null })
    : NO_CANDIDATES
  const named = reference === null ? undefined : orderOfReference(reference)?.orderId
  const byAmount = reference === null ? [...found.open, found.amountOwner, ...found.paidBySamePayer] : []
  const orderIds = [named, ...byAmount].filter((orderId) => typeof orderId === 'string')
  const orders = await lockOrders(tx, merchantId, orderIds)
  const byId: ReadonlyMap<string, Order> = new Map(orders.map((order) => [order.orderId, order]))
  return { ...found, byId, reversed: await findReversedPayments(tx, credit, orders) }
}
