import type { Order } from '../orders/order.ts'
import { lockOrders } from '../orders/order-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  type CandidateQuery,
  type Candidates,
  findCandidates,
  findCounterSales,
  NO_CANDIDATES,
  receivedWithin,
} from './candidate-store.ts'
import { MAY_STILL_MATCH, orderOfReference, settlingRail } from './credit.ts'
import type { LockedReport } from './lock-credits.ts'
import type { CandidateOrders } from './match-credit.ts'
import { findReversedPayments } from './reversed-payment-store.ts'

const mayMatch = ({ report, locked, isNewReport }: LockedReport): boolean =>
  isNewReport &&
  report.settlesByItself !== false &&
  (locked.isNew || (MAY_STILL_MATCH[locked.credit.state] && report.amount === locked.credit.amount))

type OrderKey = Pick<Order, 'merchantId' | 'orderId'>

/** Finds the orders that these reports may pay, by reference or by amount, and locks them. */
export const lockCandidateOrders = async (
  tx: Transaction,
  reports: readonly LockedReport[],
): Promise<{ orders: CandidateOrders; candidates: ReadonlyMap<LockedReport, Candidates> }> => {
  const matchable = reports.filter(mayMatch)
  const candidates = await candidatesByAmount(tx, matchable)
  const orderKeys = [
    ...matchable.flatMap(namedOrder),
    ...[...candidates].flatMap(
      ([
        {
          report: { merchantId },
        },
        { open, amountOwner },
      ]) =>
        [...open, ...(amountOwner === null ? [] : [amountOwner])].map((orderId) => ({ merchantId, orderId })),
    ),
  ]
  const orders = await lockOrders(tx, orderKeys)
  const byId = new Map(orders.map((order) => [order.orderId, order]))
  const settledByOthers = [...candidates.values()]
    .flatMap(({ open }) => open)
    .filter((orderId) => byId.get(orderId)?.status === 'success')
  const credits = matchable.map(({ locked }) => locked.credit)
  const reversed = await findReversedPayments(tx, credits, orders)
  // Only a later report of the same batch reads them.
  const mayPayTwice = matchable.length > 1 && orders.length > 0
  const counterSales = mayPayTwice ? await findCounterSales(tx, orders) : new Set<string>()
  return {
    orders: { byId, settledByOthers: new Set(settledByOthers), reversed, counterSales, settled: new Map() },
    candidates,
  }
}

const namedOrder = ({ report: { merchantId, reference } }: LockedReport): OrderKey[] => {
  const orderId = reference === null ? undefined : orderOfReference(reference)?.orderId
  return orderId === undefined ? [] : [{ merchantId, orderId }]
}

/** Finds the candidates of reports with a UTR and without a reference. */
const candidatesByAmount = async (
  tx: Transaction,
  reports: readonly LockedReport[],
): Promise<ReadonlyMap<LockedReport, Candidates>> => {
  const reportsOfAmount = new Map<string, number>()
  const queries = new Map<LockedReport, CandidateQuery>()
  for (const lockedReport of reports) {
    const { report, locked } = lockedReport
    const { credit } = locked
    const key = `${credit.merchantId} ${credit.accountId} ${credit.amount}`
    const earlierReports = reportsOfAmount.get(key) ?? 0
    reportsOfAmount.set(key, earlierReports + 1)
    if (report.reference !== null || credit.utr === null) continue
    const [received, rail] = [receivedWithin(credit, report), settlingRail(credit, report)]
    queries.set(lockedReport, { credit, received, rail, earlierReports })
  }
  const found = await findCandidates(tx, [...queries.values()])
  if (found.length !== queries.size) throw new Error('a credit without a result about its candidates')
  return new Map(
    [...queries.keys()].map((lockedReport, index) => [lockedReport, found[index] ?? NO_CANDIDATES]),
  )
}
