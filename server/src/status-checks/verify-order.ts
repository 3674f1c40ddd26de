import { changeOrder, type OrderDeps } from '../orders/change-order.ts'
import type { Order, OrderScope } from '../orders/order.ts'
import { findOrderInScope } from '../orders/order-store.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Checks } from './checks.ts'

/**
 * Verifies an order for the merchant: checks it at the account's provider if there is one, and expires it if its window is over.
 */
export const verifyOrder = async (
  deps: OrderDeps,
  checks: Pick<Checks, 'now'>,
  scope: OrderScope,
  orderId: string,
): Promise<Order> => {
  const order = await findOrderInScope(deps.db, scope, orderId)
  if (order === undefined) throw new Refusal('order_not_found')
  if (order.status !== 'success' && order.mode === 'live') await checks.now(order)
  return (await changeOrder(deps, orderId, () => ({ kind: 'time' }))) ?? order
}
