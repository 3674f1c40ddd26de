import { recordCreditWithin } from '../ledger/record-credit.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Order, OrderScope } from '../orders/order.ts'
import { findOrderInScope, lockMerchantOrder } from '../orders/order-store.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * Records the payment that the merchant saw in their bank account or UPI app, as a credit with the merchant as its source. Nothing is
 * recorded when the UTR belongs to another payment or amount. Without a UTR, the bank's later report asks whether it is this payment.
 */
export const confirmOrder = async (
  deps: OrderDeps,
  scope: OrderScope,
  orderId: string,
  { utr, note }: { readonly utr?: string | undefined; readonly note?: string | undefined },
): Promise<Order> => {
  const { merchantId } = scope
  const requested = await findOrderInScope(deps.db, scope, orderId)
  if (requested === undefined) throw new Refusal('order_not_found')
  const { email } = await findMerchant(deps, merchantId)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const recorded = await recordCreditWithin(tx, deps, {
      merchantId,
      accountId: requested.accountId,
      source: 'manual',
      sourceKey: `${orderId} ${utr ?? 'seen'}`,
      utr: utr ?? null,
      isUtrTyped: true,
      amount: requested.payable,
      rail: 'unknown',
      receivedAt: now,
      received: { from: now, to: now, named: 'nothing' },
      reference: orderId,
      payerUpiId: null,
      payerName: null,
      by: { whom: email, note: note ?? null },
    })
    const order = await lockMerchantOrder(tx, requested.merchantId, orderId)
    if (order === undefined) throw new Refusal('order_not_found')
    if (recorded.kind === 'known' && order.status === 'success') return order
    if (recorded.kind === 'recorded' && recorded.orderId === orderId) {
      if (recorded.state === 'matched') return order
      if (recorded.state === 'duplicate') throw new Refusal('not_payable')
    }
    throw new Refusal('utr_taken')
  })
}
