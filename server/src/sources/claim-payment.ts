import { CLAIMS_PER_ORDER_MAX, type listClaims as endpoint } from '@galla/contract/claims'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { COUNTED_MAX } from '../credits/credit-list-store.ts'
import { paginationOf } from '../credits/list-credits.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { lockOrder } from '../orders/order-store.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  askSourcesNow,
  countClaims,
  decisionOn,
  findClaim,
  insertClaim,
  insertDecision,
  listClaims,
  stateOfUtr,
} from './claim-store.ts'

const RETURNS =
  'Money that left your account without reaching the merchant comes back from your bank within 5 working days (T+5).'

/** What a customer is told: what is known, and no more. */
export const CLAIM_WORDS = {
  paid: 'This payment has been received. Thank you!',
  arrived:
    'A payment with this UTR has reached the merchant, who was told of your order and has to assign it. It is not yet confirmed.',
  other_order: 'This UTR belongs to another payment. Please check the number in your UPI app.',
  not_seen: `The merchant was told of your UTR and we are looking again. So far no payment with it has been seen. ${RETURNS}`,
} as const

export interface Claimed {
  readonly order: Order
  readonly told: keyof typeof CLAIM_WORDS
}

/** "I have already paid": kept for the merchant, and a reason to ask the sources again. It never settles anything. */
export const claimPayment = (deps: OrderDeps, orderId: string, utr: string): Promise<Claimed> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order === undefined) throw new Refusal('order_not_found')
    if (order.status === 'success') return { order, told: 'paid' }
    const now = deps.clock.now()
    const claim = { merchantId: order.merchantId, orderId, utr, claimedAt: now }
    if (!(await insertClaim(tx, claim, CLAIMS_PER_ORDER_MAX)))
      throw new Refusal('too_many_requests', { retryAfterSeconds: 3600 })
    await askSourcesNow(tx, claim, now)
    const credit = await stateOfUtr(tx, order, utr)
    if (credit === undefined) return { order, told: 'not_seen' }
    return { order, told: credit.state === 'matched' ? 'other_order' : 'arrived' }
  })

export const readClaims = async (
  { db }: Pick<OrderDeps, 'db'>,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  query: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> => {
  const filter = { isOpen: query.state === 'open', word: query.search?.toLowerCase() ?? '' }
  const place = { offset: (query.page - 1) * query.limit, limit: query.limit }
  const [rows, counted] = await Promise.all([
    listClaims(db, merchantId, mode, filter, place),
    countClaims(db, merchantId, mode, filter, COUNTED_MAX),
  ])
  return {
    data: rows.map((row) => ({
      orderId: row.order_id,
      clientTransactionId: row.client_txn_id,
      utr: row.utr,
      claimedAt: row.claimed_at.toISOString(),
      amount: toRupeeNumber(row.payable_paise as Paise),
      customerName: row.customer_name,
      status: row.status,
      creditId: row.credit_id,
      creditState: row.credit_state,
      dismissed:
        row.decided_at === null || row.by_whom === null
          ? null
          : { at: row.decided_at.toISOString(), by: row.by_whom, note: row.note },
    })),
    pagination: paginationOf(counted, query),
  }
}

/** The merchant has looked: no such payment came. Kept with who and when; the order stays as it is, and so does the claim. */
export const dismissClaim = async (
  deps: OrderDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  { orderId, utr }: { readonly orderId: string; readonly utr: string },
  note: string | undefined,
): Promise<void> => {
  const { email: byWhom } = await findMerchant(deps, merchantId)
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const claim = await findClaim(tx, merchantId, orderId, utr)
    if (order === undefined || order.mode !== mode || claim === undefined)
      throw new Refusal('claim_not_found')
    const decision = await decisionOn(tx, merchantId, orderId, utr)
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
