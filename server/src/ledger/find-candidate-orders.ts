import type { Order } from '../orders/order.ts'
import { lockOrders } from '../orders/order-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { findCandidates, NO_CANDIDATES } from './candidate-store.ts'
import { type Credit, orderOfReference, type ReportedCredit, settlingRail } from './credit.ts'
import type { CandidateOrders } from './match-credit.ts'
import type { Received } from './received.ts'
import { findReversedPayments } from './reversed-payment-store.ts'

/** Finds the orders that a credit may pay, by the report's reference or by amount, and locks them. */
export const findCandidateOrders = async (
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
