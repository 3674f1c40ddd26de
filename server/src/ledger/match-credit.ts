import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Order } from '../orders/order.ts'
import { type OrderChange, type SettlingCredit, settleOrder } from '../orders/order-change.ts'
import { type Candidates, mayHavePaid, receivedWithin } from './candidate-store.ts'
import { type Credit, orderOfReference, type ReportedCredit } from './credit.ts'
import type { ReversedPayments } from './reversed-payment-store.ts'

/** What a credit becomes, and the change of the order that it settles. */
export interface Match {
  readonly state: CreditState
  readonly orderId: string | null
  readonly change?: OrderChange
  /** The order that it would have settled if its payment were not reversed. */
  readonly reversedOrderId?: string
}

/** Other transactions settled candidates before they were locked: find the candidates again. */
export const CANDIDATES_CHANGED = 'candidates_changed'

/** The orders that a batch of credits may pay. Their rows are locked. Settlements are added as they are decided. */
export interface CandidateOrders {
  readonly byId: Map<string, Order>
  /** Orders that other transactions settled before they were locked. */
  readonly settledByOthers: ReadonlySet<string>
  /** Credits and orders that only a person may settle. */
  readonly reversed: ReversedPayments
  /** Orders that a counter sold. Empty for a single report. */
  readonly counterSales: ReadonlySet<string>
  /** The settlements of this batch, by order. */
  readonly settled: Map<string, { readonly change: OrderChange; readonly credit: Credit }>
}

/** A reversal that names only an order is assigned to the first credit that would have paid it. Later credits may settle the order. */
export const assignReversal = (
  { reversed }: CandidateOrders,
  orderId: string,
  { creditId }: Credit,
): void => {
  reversed.orders.delete(orderId)
  reversed.credits.add(creditId)
}

/** Makes a settlement visible to the credits that are matched after it. */
export const addSettlement = (orders: CandidateOrders, change: OrderChange, credit: Credit): void => {
  orders.byId.set(change.order.orderId, change.order)
  orders.settled.set(change.order.orderId, { change, credit })
}

/** A credit to match, and the report that caused it. The credit's row is locked. */
export interface MatchInput {
  readonly credit: Credit
  readonly report: ReportedCredit
  /** This is the first report of the credit. */
  readonly isNew: boolean
  /** Some source has reported a reference of it. */
  readonly hasReference: boolean
  readonly candidates: Candidates
}

const UNMATCHED: Match = { state: 'unmatched', orderId: null }
export const AMBIGUOUS: Match = { state: 'ambiguous', orderId: null }

/** Finds the order of a credit by its reference, else by its amount. Where neither is certain, the credit waits with a reason. */
export const matchCredit = (
  input: MatchInput,
  orders: CandidateOrders,
  now: Date,
): Match | typeof CANDIDATES_CHANGED => {
  const { credit, report, isNew } = input
  const asBefore: Match = { state: credit.state, orderId: null }
  if (report.settlesByItself === false) return isNew ? UNMATCHED : asBefore
  if (report.reference !== null) return byReference(input, report.reference, orders, now)
  // Another source reported a reference that fits no order. The amount alone does not overrule it.
  if (!isNew && input.hasReference) return asBefore
  if (credit.utr === null) return UNMATCHED
  if (!report.receivedBefore) return byAmount(input, orders, now)
  // With only the day known, the money may have come before the order was created. Only a unique amount is certain.
  const owner = input.candidates.amountOwner
  return owner === null ? UNMATCHED : byAmount(input, orders, now, owner)
}

/** Settles the order unless its payment was reversed. A person may settle it even then. */
const settleUnlessReversed = (
  { credit, report }: MatchInput,
  order: Order,
  { reversed }: CandidateOrders,
  now: Date,
): Match => {
  if (report.source === 'manual') return settleWith(credit, order, now)
  if (reversed.credits.has(credit.creditId)) return UNMATCHED
  return reversed.orders.has(order.orderId)
    ? { ...UNMATCHED, reversedOrderId: order.orderId }
    : settleWith(credit, order, now)
}

const byReference = (input: MatchInput, reference: string, orders: CandidateOrders, now: Date): Match => {
  const { credit } = input
  const named = orderOfReference(reference)
  const order = named && orders.byId.get(named.orderId)
  // A reference of another merchant's order, or of no order.
  if (!order || order.merchantId !== credit.merchantId || order.accountId !== credit.accountId)
    return UNMATCHED
  if (named.attempt > order.attempt) return UNMATCHED
  return settleUnlessReversed(input, order, orders, now)
}

const byAmount = (
  input: MatchInput,
  orders: CandidateOrders,
  now: Date,
  owner?: string,
): Match | typeof CANDIDATES_CHANGED => {
  const { credit, candidates } = input
  const open = candidates.open.filter((orderId) => orders.byId.get(orderId)?.status !== 'success')
  if (open.length > 1) return AMBIGUOUS
  if (candidates.isTruncated || candidates.open.some((orderId) => orders.settledByOthers.has(orderId)))
    return CANDIDATES_CHANGED
  const [orderId] = open
  if (orderId === undefined) return paidBefore(input, orders)
  const order = orders.byId.get(orderId)
  if (order === undefined || (owner !== undefined && orderId !== owner)) return UNMATCHED
  if (candidates.notByAmount.includes(orderId)) return UNMATCHED
  if (hasPaidElsewhere(credit, order, orders)) return UNMATCHED
  return settleUnlessReversed(input, order, orders, now)
}

/** Whether this batch has settled an order of another account with the same payment. Earlier settlements exclude all candidates. */
const hasPaidElsewhere = (
  { utr, amount }: Credit,
  { merchantId, mode, accountId }: Order,
  orders: CandidateOrders,
) =>
  [...orders.settled.values()].some(
    ({ change, credit }) =>
      credit.utr === utr &&
      credit.amount === amount &&
      change.order.merchantId === merchantId &&
      change.order.mode === mode &&
      change.order.accountId !== accountId,
  )

/** No open order fits. If the payer has already paid exactly one order like it, the credit is its duplicate. It settles nothing. */
const paidBefore = ({ credit, report, candidates }: MatchInput, orders: CandidateOrders): Match => {
  const { amountOwner } = candidates
  if (amountOwner !== null)
    return orders.byId.get(amountOwner)?.status === 'success'
      ? { state: 'duplicate', orderId: amountOwner }
      : UNMATCHED
  if (credit.payerUpiId === null) return UNMATCHED
  const received = receivedWithin(credit, report)
  const paid = new Set(candidates.paidBySamePayer)
  for (const [orderId, { change, credit: settling }] of orders.settled)
    if (
      settling.payerUpiId === credit.payerUpiId &&
      !orders.counterSales.has(orderId) &&
      mayHavePaid(credit, received, change.order)
    )
      paid.add(orderId)
  const [orderId] = paid
  return orderId !== undefined && paid.size === 1 ? { state: 'duplicate', orderId } : UNMATCHED
}

/** Settles an order with a credit, both locked, where the rules allow it; `accepted` names the person who took another amount. */
export const settleWith = (
  credit: Credit,
  order: Order,
  now: Date,
  accepted: SettlingCredit['accepted'] = null,
): Match => {
  const { orderId } = order
  const { creditId, amount, utr, payerUpiId, receivedAt } = credit
  if (utr === null) return { state: 'unmatched', orderId }
  const settlement = settleOrder(order, { creditId, amount, utr, payerUpiId, receivedAt, accepted }, now)
  switch (settlement.kind) {
    case 'settled':
      return { state: 'matched', orderId, change: settlement.change }
    case 'unchanged':
      return { state: 'matched', orderId }
    case 'already_settled':
      return { state: 'duplicate', orderId }
    case 'other_amount':
      return { state: 'amount_mismatch', orderId }
  }
}
