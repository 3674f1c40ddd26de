import { CLAIMS_PER_ORDER_MAX, type listClaims as endpoint } from '@galla/contract/credits'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { COUNTED_MAX } from '../credits/credit-list-store.ts'
import { paginationOf } from '../credits/list-credits.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { lockOrder } from '../orders/order-store.ts'
import { Refusal } from '../platform/refusal.ts'
import { askSourcesNow, countClaims, insertClaim, listClaims, stateOfUtr } from './claim-store.ts'

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
  const place = { offset: (query.page - 1) * query.limit, limit: query.limit }
  const [rows, counted] = await Promise.all([
    listClaims(db, merchantId, mode, place),
    countClaims(db, merchantId, mode, COUNTED_MAX),
  ])
  return {
    data: rows.map((row) => ({
      orderId: row.order_id,
      clientTransactionId: row.client_txn_id,
      utr: row.utr,
      claimedAt: row.claimed_at.toISOString(),
      amount: toRupeeNumber(row.payable_paise as Paise),
      status: row.status,
      creditId: row.credit_id,
      creditState: row.credit_state,
    })),
    pagination: paginationOf(counted, query),
  }
}
