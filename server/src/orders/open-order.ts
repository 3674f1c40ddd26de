import { changeOrder, type OrderDeps } from './change-order.ts'
import { type Order, stageOf } from './order.ts'
import { findOrder } from './order-store.ts'

/**
 * A person opened the payment page, or (unless `retry` is false) wants to try a declined payment again. Reads first: of the many
 * calls that change nothing none takes a lock.
 */
export const openOrder = async (
  deps: OrderDeps,
  orderId: string,
  { retry }: { readonly retry: boolean } = { retry: true },
): Promise<Order | undefined> => {
  const order = await findOrder(deps.db, orderId)
  if (order === undefined) return undefined
  const stage = stageOf(order)
  if (stage !== 'created' && !(stage === 'declined' && retry)) return order
  return changeOrder(deps, orderId, () => ({ kind: retry ? 'retried' : 'opened' }))
}
