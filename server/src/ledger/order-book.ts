import { lockOrders } from '../orders/order-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  type CandidateQuery,
  type Candidates,
  findCandidates,
  findCounterSales,
  receivedWithin,
} from './candidate-store.ts'
import { MAY_STILL_MATCH, orderOfReference, settlingRail } from './credit.ts'
import type { LockedReport } from './lock-credits.ts'
import type { OrderBook } from './match-credit.ts'
import { findTakenBack } from './taken-back-store.ts'

const mayMatch = ({ report, locked, isNews }: LockedReport): boolean =>
  isNews &&
  report.settlesByItself !== false &&
  (locked.isNew || (MAY_STILL_MATCH[locked.credit.state] && report.amount === locked.credit.amount))

/** Finds the orders that these reports may be for, and locks them. */
export const openOrderBook = async (
  tx: Transaction,
  reports: readonly LockedReport[],
): Promise<{ book: OrderBook; candidates: ReadonlyMap<LockedReport, Candidates> }> => {
  const byAmount: LockedReport[] = []
  const equalBefore: number[] = []
  const wanted = new Map<string, { merchantId: string; orderId: string }>()
  const seen = new Map<string, number>()
  const mayBeMatched = reports.filter(mayMatch)
  for (const each of mayBeMatched) {
    const { report, locked } = each
    const { merchantId, accountId, amount, utr } = locked.credit
    const key = `${merchantId} ${accountId} ${amount}`
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    const orderId = report.reference === null ? undefined : orderOfReference(report.reference)?.orderId
    if (orderId !== undefined) wanted.set(`${merchantId} ${orderId}`, { merchantId, orderId })
    if (report.reference !== null || utr === null) continue
    byAmount.push(each)
    equalBefore.push(before)
  }
  const queries = byAmount.map(
    ({ report, locked: { credit } }, n): CandidateQuery => ({
      credit,
      received: receivedWithin(credit, report),
      rail: settlingRail(credit, report),
      equalBefore: equalBefore[n] ?? 0,
    }),
  )
  const found = await findCandidates(tx, queries)
  const candidates = new Map<LockedReport, Candidates>()
  for (const [n, each] of byAmount.entries()) {
    const { merchantId } = each.locked.credit
    const of = found[n]
    if (of === undefined) throw new Error('a credit without an answer about its candidates')
    candidates.set(each, of)
    for (const orderId of [...of.open, ...(of.amountOwner === null ? [] : [of.amountOwner])])
      wanted.set(`${merchantId} ${orderId}`, { merchantId, orderId })
  }
  const orders = new Map((await lockOrders(tx, [...wanted.values()])).map((order) => [order.orderId, order]))
  const overtaken = new Set<string>()
  for (const { open } of found)
    for (const orderId of open) if (orders.get(orderId)?.status === 'success') overtaken.add(orderId)
  const credits = mayBeMatched.map(({ locked }) => locked.credit)
  const takenBack = await findTakenBack(tx, credits, [...orders.values()])
  // Only a later report of the set asks for them.
  const mayPayTwice = mayBeMatched.length > 1 && orders.size > 0
  const counterSales = mayPayTwice ? await findCounterSales(tx, [...orders.values()]) : new Set<string>()
  return { book: { orders, overtaken, takenBack, counterSales, settled: new Map() }, candidates }
}
