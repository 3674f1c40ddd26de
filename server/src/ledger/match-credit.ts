import type { CreditState } from '@galla/contract/credits'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { lockOrder } from '../orders/order-store.ts'
import { settleOrder } from '../orders/settle-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  openOrdersOfAmount,
  orderOfTakenAmount,
  orderPaidBySamePayer,
  type Received,
} from './candidate-store.ts'
import { type Credit, orderOfReference } from './credit.ts'
import { hasReference } from './credit-store.ts'

/** Between finding an order and holding it somebody else may settle it; so often it is looked for anew. */
const TRIES_MAX = 5

export interface Match {
  readonly state: CreditState
  readonly order: Order | null
}

/** What a source told beside the credit itself. */
export interface Telling {
  readonly reference: string | null
  readonly receivedBefore: Date | null
  /** Nobody has told of this credit before. */
  readonly isFirst: boolean
  readonly settlesByItself: boolean
}

const UNMATCHED: Match = { state: 'unmatched', order: null }

/**
 * From a credit, whose row is held, to its order: by reference, else by amount, else nobody guesses and it waits with its reason.
 */
export const matchCredit = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  told: Telling,
): Promise<Match> => {
  if (!told.settlesByItself) return told.isFirst ? UNMATCHED : { state: credit.state, order: null }
  if (told.reference !== null) return byReference(tx, deps, credit, told.reference)
  // Somebody who knows better said that it is for something else; nobody guesses against him.
  if (!told.isFirst && (await hasReference(tx, credit))) return { state: credit.state, order: null }
  if (credit.utr === null) return UNMATCHED
  const received = { from: credit.receivedAt, to: told.receivedBefore ?? credit.receivedAt }
  return told.receivedBefore === null
    ? byAmount(tx, deps, credit, received)
    : byDayAndAmount(tx, deps, credit, received)
}

const byReference = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  reference: string,
): Promise<Match> => {
  const named = orderOfReference(reference)
  const order = named && (await lockOrder(tx, named.orderId))
  // A reference of somebody else's order, or one that was never handed out, is nobody's.
  if (!order || order.merchantId !== credit.merchantId || order.accountId !== credit.accountId)
    return UNMATCHED
  if (named.attempt > order.attempt) return UNMATCHED
  return settleWith(tx, deps, credit, order)
}

const byAmount = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  received: Received,
  owner?: string,
): Promise<Match> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const [candidate, other] = await openOrdersOfAmount(tx, credit, received)
    if (other !== undefined) return { state: 'ambiguous', order: null }
    if (candidate === undefined) return paidBefore(tx, credit, received)
    if (owner !== undefined && candidate.order_id !== owner) return UNMATCHED
    const order = await lockOrder(tx, candidate.order_id)
    if (order !== undefined && order.status !== 'success') return settleWith(tx, deps, credit, order)
  }
  return { state: 'ambiguous', order: null }
}

/**
 * A source that tells the day alone does not say whether the money came before or after an order of that day. It is enough only
 * where amounts are unique; otherwise a person has to look.
 */
const byDayAndAmount = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  received: Received,
): Promise<Match> => {
  const owner = await orderOfTakenAmount(tx, credit, received)
  if (owner === undefined) return UNMATCHED
  return byAmount(tx, deps, credit, received, owner)
}

/** No order waits for it: perhaps its customer had paid already. That is only a reason to show, and settles nothing. */
const paidBefore = async (tx: Transaction, credit: Credit, received: Received): Promise<Match> => {
  const orderId =
    (await orderOfTakenAmount(tx, credit, received)) ?? (await orderPaidBySamePayer(tx, credit, received))
  const order = orderId === undefined ? undefined : await lockOrder(tx, orderId)
  return order?.status === 'success' ? { state: 'duplicate', order } : UNMATCHED
}

/** The order's row is held. */
export const settleWith = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  order: Order,
  accepted: { readonly by: string; readonly why: string } | null = null,
): Promise<Match> => {
  if (credit.utr === null) return { state: 'unmatched', order }
  const settlement = await settleOrder(tx, deps, order, {
    creditId: credit.creditId,
    amount: credit.amount,
    utr: credit.utr,
    payerUpiId: credit.payerUpiId,
    receivedAt: credit.receivedAt,
    accepted,
  })
  switch (settlement.kind) {
    case 'settled':
    case 'unchanged':
      return { state: 'matched', order }
    case 'already_settled':
      return { state: 'duplicate', order }
    case 'other_amount':
      return { state: 'amount_mismatch', order }
  }
}
