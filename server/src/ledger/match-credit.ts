import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Order } from '../orders/order.ts'
import type { OrderChange, SettlingCredit } from '../orders/order-change.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { type Candidates, mayHavePaid, receivedWithin } from './candidate-store.ts'
import { type Credit, orderOfReference, type ReportedCredit } from './credit.ts'
import type { TakenBack } from './taken-back-store.ts'

/** What a credit becomes, and the change of the order that it settles. */
export interface Match {
  readonly state: CreditState
  readonly orderId: string | null
  readonly change?: OrderChange
  /** The order that it would have settled if no bank had taken its payment back. */
  readonly takenBackFrom?: string
}

/** The candidates changed between finding and locking them: find them again. */
export const LOOK_AGAIN = 'look_again'

/** The orders that a set of credits may be for. Their rows are locked; what the set settles is written here as it is decided. */
export interface OrderBook {
  readonly orders: Map<string, Order>
  /** Orders that others settled between finding and locking them. */
  readonly overtaken: ReadonlySet<string>
  /** Only a person may settle with these credits, and these orders. */
  readonly takenBack: TakenBack
  /** Orders that a counter sold; empty for a single report. */
  readonly counterSales: ReadonlySet<string>
  /** The changes of this set, by the order's id. */
  readonly settled: Map<string, { readonly change: OrderChange; readonly credit: Credit }>
}

/** The report of a reversal that names only the order is about the first credit that would have paid it, and about no later one. */
export const takeBackInBook = ({ takenBack }: OrderBook, orderId: string, { creditId }: Credit): void => {
  takenBack.orders.delete(orderId)
  takenBack.credits.add(creditId)
}

/** Makes a settlement visible to the credits that are matched after it. */
export const settleInBook = (book: OrderBook, change: OrderChange, credit: Credit): void => {
  book.orders.set(change.order.orderId, change.order)
  book.settled.set(change.order.orderId, { change, credit })
}

/** A reported credit on its way to an order. Its own row is locked. */
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
export const matchCredit = (input: MatchInput, book: OrderBook, now: Date): Match | typeof LOOK_AGAIN => {
  const { credit, report, isNew } = input
  const asBefore: Match = { state: credit.state, orderId: null }
  if (report.settlesByItself === false) return isNew ? UNMATCHED : asBefore
  if (report.reference !== null) return byReference(input, report.reference, book, now)
  // A source that knows more named something else; the amount alone does not overrule it.
  if (!isNew && input.hasReference) return asBefore
  if (credit.utr === null) return UNMATCHED
  if (!report.receivedBefore) return byAmount(input, book, now)
  // A day does not say whether the money came before or after an order of that day. It is enough only where amounts are unique.
  const owner = input.candidates.amountOwner
  return owner === null ? UNMATCHED : byAmount(input, book, now, owner)
}

/** What a bank is known to have taken back settles nothing, unless a person confirms the order. */
const settleByItself = (
  { credit, report }: MatchInput,
  order: Order,
  { takenBack }: OrderBook,
  now: Date,
): Match => {
  if (report.source === 'manual') return settleWith(credit, order, now)
  if (takenBack.credits.has(credit.creditId)) return UNMATCHED
  return takenBack.orders.has(order.orderId)
    ? { ...UNMATCHED, takenBackFrom: order.orderId }
    : settleWith(credit, order, now)
}

const byReference = (input: MatchInput, reference: string, book: OrderBook, now: Date): Match => {
  const { credit } = input
  const named = orderOfReference(reference)
  const order = named && book.orders.get(named.orderId)
  // A reference of another merchant's order, or one that was never handed out, belongs to nobody.
  if (!order || order.merchantId !== credit.merchantId || order.accountId !== credit.accountId)
    return UNMATCHED
  if (named.attempt > order.attempt) return UNMATCHED
  return settleByItself(input, order, book, now)
}

const byAmount = (
  input: MatchInput,
  book: OrderBook,
  now: Date,
  owner?: string,
): Match | typeof LOOK_AGAIN => {
  const { credit, candidates } = input
  const open = candidates.open.filter((orderId) => book.orders.get(orderId)?.status !== 'success')
  if (open.length > 1) return AMBIGUOUS
  if (candidates.isCut || candidates.open.some((orderId) => book.overtaken.has(orderId))) return LOOK_AGAIN
  const [orderId] = open
  if (orderId === undefined) return paidBefore(input, book)
  const order = book.orders.get(orderId)
  if (order === undefined || (owner !== undefined && orderId !== owner)) return UNMATCHED
  if (candidates.notByAmount.includes(orderId)) return UNMATCHED
  if (hasPaidElsewhere(credit, order, book)) return UNMATCHED
  return settleByItself(input, order, book, now)
}

/** Whether the set has settled an order of another account with the same payment. Earlier ones make a credit have no candidates. */
const hasPaidElsewhere = ({ utr, amount }: Credit, { merchantId, mode, accountId }: Order, book: OrderBook) =>
  [...book.settled.values()].some(
    ({ change, credit }) =>
      credit.utr === utr &&
      credit.amount === amount &&
      change.order.merchantId === merchantId &&
      change.order.mode === mode &&
      change.order.accountId !== accountId,
  )

/** No order waits for it; perhaps its customer had paid already. That is a reason to show, and settles nothing. */
const paidBefore = ({ credit, report, candidates }: MatchInput, book: OrderBook): Match => {
  const { amountOwner } = candidates
  if (amountOwner !== null)
    return book.orders.get(amountOwner)?.status === 'success'
      ? { state: 'duplicate', orderId: amountOwner }
      : UNMATCHED
  if (credit.payerUpiId === null) return UNMATCHED
  const received = receivedWithin(credit, report)
  const paid = new Set(candidates.paidBySamePayer)
  for (const [orderId, { change, credit: settling }] of book.settled)
    if (
      settling.payerUpiId === credit.payerUpiId &&
      !book.counterSales.has(orderId) &&
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
