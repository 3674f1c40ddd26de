import type { CreditState } from '@galla/contract/reconciliation/credits'
import { paise } from '@galla/upi/rupees'
import type { Order } from '../orders/order.ts'
import { type OrderChange, type SettlingCredit, settleOrder } from '../orders/order-change.ts'
import type { Candidates } from './candidate-store.ts'
import { type Credit, isLowered, orderOfReference, type ReportedCredit } from './credit.ts'
import type { Received } from './received.ts'
import type { ReversedPayments } from './reversed-payment-store.ts'

/** What a credit becomes, and the change of the order that it settles. */
export interface Match {
  readonly state: CreditState
  readonly orderId: string | null
  readonly change?: OrderChange
  /** It may be this payment, which a person confirmed with another UTR. The merchant decides. */
  readonly mayRepeat?: string
  /** The order that it would have settled if its payment were not reversed. */
  readonly reversedOrderId?: string
}

/** The orders that a credit may pay, with their rows locked, and what is reversed among them. */
export interface CandidateOrders extends Candidates {
  readonly byId: ReadonlyMap<string, Order>
  /** Credits and orders that only a person may settle. */
  readonly reversed: ReversedPayments
}

/** A credit to match, and the report that caused it. The credit's row is locked. */
export interface MatchInput {
  readonly credit: Credit
  readonly report: ReportedCredit
  /** This is the first report of the credit. */
  readonly isNew: boolean
  /** Some source has reported a reference of it. */
  readonly hasReference: boolean
  /** When it came, as all its sources say. */
  readonly received: Received
  /** How many banks, apps and other sources have reported it. */
  readonly reporters: number
  readonly candidates: CandidateOrders
}

const UNMATCHED: Match = { state: 'unmatched', orderId: null }
const AMBIGUOUS: Match = { state: 'ambiguous', orderId: null }

/** Finds the order of a credit by its reference, else by its amount. Where neither is certain, the credit waits with a reason. */
export const matchCredit = (input: MatchInput, now: Date): Match => {
  const { credit, report, isNew } = input
  const asBefore: Match = { state: credit.state, orderId: null }
  if (report.settlesByItself === false) return isNew ? UNMATCHED : asBefore
  if (report.reference !== null)
    // The provider reports the UTR soon.
    return credit.utr === null && report.source !== 'manual'
      ? UNMATCHED
      : byReference(input, report.reference, now)
  // Another source reported a reference that fits no order. The amount alone does not overrule it.
  if (!isNew && input.hasReference) return asBefore
  return credit.utr === null ? byLoweredAmount(input, now) : byAmount(input, now)
}

/** Above this amount, a report without a UTR waits for a second source. */
export const ONE_SOURCE_MAX = paise(500_000n)

/**
 * A lowered amount proves its order without a UTR: if the origin and the account of the report are certain, and no other order of the
 * merchant, paid or not, had this amount when the money may have come.
 */
const byLoweredAmount = (input: MatchInput, now: Date): Match => {
  const { credit, report, reporters, candidates } = input
  const { open: fitting, notByAmount, ofAccount, confirmedByHand } = candidates
  const [orderId, other] = fitting
  const order = orderId === undefined ? undefined : candidates.byId.get(orderId)
  if (report.provesAmount !== true || order === undefined || !isLowered(order)) return UNMATCHED
  if (other !== undefined) return AMBIGUOUS
  if (notByAmount.includes(order.orderId) || !ofAccount.includes(order.orderId)) return UNMATCHED
  if (order.status === 'success')
    return order.settledByCreditId === confirmedByHand && confirmedByHand !== null
      ? { ...UNMATCHED, mayRepeat: confirmedByHand }
      : { state: 'duplicate', orderId: order.orderId }
  if (credit.amount > ONE_SOURCE_MAX && reporters < 2) return UNMATCHED
  return settleUnlessReversed(input, order, now)
}

/** Settles the order unless its payment was reversed or money of it goes back. A person may settle it even then. */
const settleUnlessReversed = (
  { credit, report, candidates: { reversed } }: MatchInput,
  order: Order,
  now: Date,
): Match => {
  if (report.source === 'manual') return settleWith(credit, order, now)
  if (reversed.credits.has(credit.creditId) || credit.refunding > 0n) return UNMATCHED
  return reversed.orders.has(order.orderId)
    ? { ...UNMATCHED, reversedOrderId: order.orderId }
    : settleWith(credit, order, now)
}

const byReference = (input: MatchInput, reference: string, now: Date): Match => {
  const { credit, report, candidates } = input
  const named = orderOfReference(reference)
  const order = named && candidates.byId.get(named.orderId)
  // A reference of another merchant's order, or of no order.
  if (!order || order.merchantId !== credit.merchantId || order.accountId !== report.accountId)
    return UNMATCHED
  if (named.attempt > order.attempt) return UNMATCHED
  const { confirmedByHand } = candidates
  if (confirmedByHand !== null && order.settledByCreditId === confirmedByHand)
    return { ...UNMATCHED, mayRepeat: confirmedByHand }
  return settleUnlessReversed(input, order, now)
}

const byAmount = (input: MatchInput, now: Date): Match => {
  const { report, received, candidates } = input
  const { amountOwner, confirmedByHand } = candidates
  // The account does not accept this rail by amount. Only a lowered amount is certain then.
  if (!candidates.acceptsRail && !isOnlyLowered(candidates)) return UNMATCHED
  // With only the day known, the money may have come before the order was created. Only a unique amount is certain.
  if (received.named === 'day' && amountOwner === null) return UNMATCHED
  if (confirmedByHand !== null) return { ...UNMATCHED, mayRepeat: confirmedByHand }
  // A person may have settled some of them before they were locked. Then others may be among those that were not read.
  const open = candidates.open.filter((orderId) => candidates.byId.get(orderId)?.status !== 'success')
  const [orderId] = open
  if (open.length > 1 || (orderId !== undefined && candidates.open.length > 1)) return AMBIGUOUS
  if (orderId === undefined) return paidBefore(input)
  const order = candidates.byId.get(orderId)
  if (order === undefined || (received.named === 'day' && orderId !== amountOwner)) return UNMATCHED
  if (candidates.notByAmount.includes(orderId) || !candidates.ofAccount.includes(orderId)) return UNMATCHED
  // In a long time the money may be for another order that a wrong payment settled, or it is a second payment of the same customer.
  const isUnsure = candidates.hasPaid && !(received.named === 'day' && report.source === 'statement')
  if (isUnsure || candidates.paidBySamePayer.length > 0) return AMBIGUOUS
  return settleUnlessReversed(input, order, now)
}

const isOnlyLowered = ({ open: [orderId, other], byId }: CandidateOrders): boolean => {
  const order = orderId === undefined ? undefined : byId.get(orderId)
  return order !== undefined && other === undefined && isLowered(order)
}

/** No open order fits. If the payer has already paid exactly one order like it, the credit is its duplicate. It settles nothing. */
const paidBefore = ({ credit, report, candidates }: MatchInput): Match => {
  const { amountOwner } = candidates
  const paidBySamePayer = candidates.paidBySamePayer.filter(
    (orderId) => candidates.byId.get(orderId)?.accountId === report.accountId,
  )
  if (amountOwner !== null)
    return candidates.byId.get(amountOwner)?.status === 'success'
      ? { state: 'duplicate', orderId: amountOwner }
      : UNMATCHED
  const [orderId] = paidBySamePayer
  return credit.payerUpiId !== null && orderId !== undefined && paidBySamePayer.length === 1
    ? { state: 'duplicate', orderId }
    : UNMATCHED
}

/** Settles an order with a credit, both locked, where the rules allow it; `accepted` names the person who took another amount. */
export const settleWith = (
  credit: Credit,
  order: Order,
  now: Date,
  accepted: SettlingCredit['accepted'] = null,
): Match => {
  const { orderId } = order
  const { creditId, amount, utr, isUtrTyped, payerUpiId, receivedAt } = credit
  if (utr === null && amount % 100n === 0n && !isUtrTyped) return { state: 'unmatched', orderId }
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
