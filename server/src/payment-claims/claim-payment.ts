import { SECOND_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import {
  CLAIMS_PER_ORDER_MAX,
  type ClaimOutcome,
  type listClaims as endpoint,
} from '@galla/contract/payment-claims/claims'
import { toRupeeNumber } from '@galla/upi/rupees'
import { type Author, authorOf } from '../merchants/author-of.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { findOrder, lockMerchantOrder } from '../orders/order-store.ts'
import { COUNTED_MAX, paginationOf } from '../platform/cursor.ts'
import type { Transaction } from '../platform/database/database.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Checks } from '../status-checks/checks.ts'
import { VERIFY_EVERY_SECONDS } from '../status-checks/claim-checks.ts'
import {
  countClaims,
  findClaim,
  findClaimDecision,
  findCreditStateOfUtr,
  insertClaim,
  insertDecision,
  listClaims,
  requestCheckBy,
} from './claim-store.ts'

/** How long the customer waits for the provider before the page says that the check continues. */
export const PROVIDER_WAIT_MS = 3 * SECOND_MS

export interface Claimed {
  readonly order: Order
  readonly outcome: ClaimOutcome
}

export interface ClaimDeps {
  readonly orders: OrderDeps
  readonly checks: Pick<Checks, 'now'>
}

/**
 * Records a customer's "I have already paid", and checks the order at its provider, unless that was done within the last 10 seconds. `mayCheck` is
 * false for a customer who claims too often. A claim never settles an order; only sources do.
 */
export const claimPayment = async (
  { orders, checks }: ClaimDeps,
  orderId: string,
  utr: string,
  mayCheck = true,
): Promise<Claimed> => {
  const order = await findOrder(orders.db, orderId)
  if (order === undefined) throw new Refusal('order_not_found')
  const known = await recordClaim(orders, order, utr, mayCheck)
  if (known.outcome !== 'not_seen' || !mayCheck || known.order.mode === 'test') return known
  const isAnswered = await withTimeout(orders, PROVIDER_WAIT_MS, checks.now(known.order))
  if (isAnswered === 'late') return { ...known, outcome: 'asking' }
  const after = await orders.db.transaction((tx) => findOutcome(tx, order, utr))
  return after.outcome === 'not_seen' && isAnswered ? { ...after, outcome: 'asked' } : after
}

const recordClaim = (deps: OrderDeps, key: OrderKey, utr: string, mayCheck: boolean): Promise<Claimed> =>
  deps.db.transaction(async (tx) => {
    const known = await findOutcome(tx, key, utr)
    if (known.outcome === 'paid') return known
    const now = deps.clock.now()
    const claim = { merchantId: key.merchantId, orderId: key.orderId, utr, claimedAt: now }
    if (!(await insertClaim(tx, claim, CLAIMS_PER_ORDER_MAX)))
      throw new Refusal('too_many_requests', { msg: CLAIMS_USED_UP, retryAfterSeconds: 3600 })
    const soon = new Date(now.getTime() + VERIFY_EVERY_SECONDS * SECOND_MS)
    if (mayCheck) await requestCheckBy(tx, claim, soon)
    return known
  })

export const CLAIMS_USED_UP = `${CLAIMS_PER_ORDER_MAX} UTRs were sent for this payment already. Please ask the merchant.`

type OrderKey = Pick<Order, 'merchantId' | 'orderId'>

const findOutcome = async (tx: Transaction, key: OrderKey, utr: string): Promise<Claimed> => {
  const order = await lockMerchantOrder(tx, key.merchantId, key.orderId)
  if (order === undefined) throw new Refusal('order_not_found')
  if (order.status === 'success') return { order, outcome: 'paid' }
  const credit = await findCreditStateOfUtr(tx, order, utr)
  if (credit === undefined) return { order, outcome: 'not_seen' }
  return { order, outcome: credit.state === 'matched' ? 'other_order' : 'arrived' }
}

/** The result of the work, or 'late'. The work continues in any case. */
const withTimeout = async <Result>(
  { clock }: Pick<OrderDeps, 'clock'>,
  ms: number,
  work: Promise<Result>,
): Promise<Result | 'late'> => {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = clock.after(ms, () => resolve('late'))
  try {
    return await Promise.race([work, promise])
  } finally {
    timer.stop()
  }
}

export const readClaims = async (
  { db }: Pick<OrderDeps, 'db'>,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  query: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> => {
  const filter = { isOpen: query.state === 'open', word: query.search?.toLowerCase() ?? '' }
  const page = { offset: (query.page - 1) * query.limit, limit: query.limit }
  const rows = await listClaims(db, merchantId, mode, filter, page)
  const counted = await countClaims(db, merchantId, mode, filter, COUNTED_MAX)
  return {
    data: rows.map(({ dismissed, ...row }) => ({
      ...isoDates(row),
      amount: toRupeeNumber(row.amount),
      dismissed: dismissed && { ...dismissed, at: new Date(dismissed.at).toISOString() },
    })),
    pagination: paginationOf(counted, query),
  }
}

/** Dismisses a claim after the merchant found no such payment. Records who and when; order and claim stay as they are. */
export const dismissClaim = async (
  deps: OrderDeps,
  caller: Author & Pick<SessionCaller, 'mode'>,
  { orderId, utr }: { readonly orderId: string; readonly utr: string },
  note: string | undefined,
): Promise<void> => {
  const { merchantId, mode } = caller
  const byWhom = await authorOf(deps, caller)
  await deps.db.transaction(async (tx) => {
    const order = await lockMerchantOrder(tx, merchantId, orderId)
    const claim = await findClaim(tx, merchantId, orderId, utr)
    if (order === undefined || order.mode !== mode || claim === undefined)
      throw new Refusal('claim_not_found')
    const decision = await findClaimDecision(tx, merchantId, orderId, utr)
    if (order.status === 'success' || (decision !== undefined && decision.note !== (note ?? null)))
      throw new Refusal('claim_decided')
    if (decision !== undefined) return
    await insertDecision(tx, {
      merchantId,
      orderId,
      utr,
      decidedAt: deps.clock.now(),
      byWhom,
      note: note ?? null,
    })
  })
}
