import type { OrderDeps } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { lockOrder } from '../orders/order-store.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { sha256 } from '../platform/crypto.ts'
import type { Transaction } from '../platform/database.ts'
import {
  type Credit,
  type CreditState,
  MAY_STILL_MATCH,
  orderOfReference,
  type ReportedCredit,
} from './credit.ts'
import {
  addEvidence,
  hasReference,
  holdCredit,
  isKnown,
  ordersOfAmount,
  setCreditState,
} from './credit-store.ts'

/** A payment told without a reference may come this long after the window of the order it is for. */
const GRACE_SECONDS = 15 * 60

export type Recorded =
  | { readonly kind: 'known' }
  | {
      readonly kind: 'recorded'
      readonly creditId: string
      readonly state: CreditState
      readonly orderId: string | null
    }

interface Match {
  readonly state: CreditState
  readonly order: Order | null
}

/**
 * The one door through which every source tells of money. However often, in whichever order and at the same time it is told:
 * one credit, at most one settlement, one history entry, one notification. What is no clean match waits with its reason.
 */
export const recordCredit = async (deps: OrderDeps, told: ReportedCredit): Promise<Recorded> => {
  if (await isKnown(deps.db, told)) return { kind: 'known' }
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const { credit, isNew } = await holdCredit(tx, told, creditIdFor(deps, told, now), now)
    if (!(await addEvidence(tx, credit.creditId, told, now))) return { kind: 'known' }
    if (!isNew && told.amount !== credit.amount) return keepMismatch(tx, deps, credit, told)
    if (!isNew && !MAY_STILL_MATCH[credit.state]) return recorded(credit, credit.state, credit.orderId)
    const { state, order } = await match(tx, deps, credit, told)
    const orderId = order?.orderId ?? null
    if (isNew || state !== credit.state || orderId !== credit.orderId)
      await setCreditState(tx, credit, { state, orderId }, entryOf(deps, told))
    return recorded(credit, state, orderId)
  })
}

const recorded = (credit: Credit, state: CreditState, orderId: string | null): Recorded => ({
  kind: 'recorded',
  creditId: credit.creditId,
  state,
  orderId,
})

const entryOf = (deps: OrderDeps, told: ReportedCredit) => {
  const at = deps.clock.now()
  return { entryId: deps.ids.ulid(at), at, byWhom: told.source, detail: { sourceKey: told.sourceKey } }
}

/** Without a UTR the telling itself is all there is to know the credit by: told again, it is the same one. */
const creditIdFor = (deps: OrderDeps, told: ReportedCredit, now: Date): string =>
  told.utr === null
    ? `told_${sha256(`${told.accountId}\n${told.source}\n${told.sourceKey}`).toString('hex')}`
    : deps.ids.ulid(now)

/** Two sources disagree about the amount of one payment: a person has to look, unless it has settled its order already. */
const keepMismatch = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  told: ReportedCredit,
): Promise<Recorded> => {
  const state = MAY_STILL_MATCH[credit.state] ? 'amount_mismatch' : credit.state
  const entry = entryOf(deps, told)
  await setCreditState(
    tx,
    credit,
    { state, orderId: credit.orderId },
    { ...entry, detail: { ...entry.detail, toldPaise: told.amount.toString() } },
  )
  return recorded(credit, state, credit.orderId)
}

const match = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  told: ReportedCredit,
): Promise<Match> => {
  if (told.reference !== null) return byReference(tx, deps, credit, told.reference)
  // Somebody who knows better said that it is for something else; nobody guesses against him.
  if (await hasReference(tx, credit)) return { state: credit.state, order: null }
  return byAmount(tx, deps, credit)
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
    return { state: 'unmatched', order: null }
  if (named.attempt > order.attempt) return { state: 'unmatched', order: null }
  return settleWith(tx, deps, credit, order)
}

const byAmount = async (tx: Transaction, deps: OrderDeps, credit: Credit): Promise<Match> => {
  if (credit.utr === null) return { state: 'unmatched', order: null }
  const candidates = await ordersOfAmount(tx, credit, GRACE_SECONDS)
  if (candidates.length > 1) return { state: 'ambiguous', order: null }
  const [candidate] = candidates
  const order = candidate && (await lockOrder(tx, candidate.order_id))
  if (!order || order.status === 'success') return { state: 'unmatched', order: null }
  return settleWith(tx, deps, credit, order)
}

const settleWith = async (tx: Transaction, deps: OrderDeps, credit: Credit, order: Order): Promise<Match> => {
  if (credit.utr === null) return { state: 'unmatched', order }
  const settlement = await settleOrder(tx, deps, order, {
    creditId: credit.creditId,
    amount: credit.amount,
    utr: credit.utr,
    payerUpiId: credit.payerUpiId,
    receivedAt: credit.receivedAt,
    accepted: null,
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
