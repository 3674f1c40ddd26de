import { applyToOrder, type OrderDeps } from './change-order.ts'
import { type Order, stageOf } from './order.ts'
import { startChecks } from './order-check-store.ts'
import { findOrder, lockOrder } from './order-store.ts'

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
  return deps.db.transaction(async (tx) => {
    const before = await lockOrder(tx, orderId)
    if (before === undefined) return undefined
    const opened = await applyToOrder(tx, deps, before, { kind: retry ? 'retried' : 'opened' })
    if (opened.changed && opened.order.mode === 'live')
      await startChecks(tx, opened.order, deps.clock.now(), { again: true })
    return opened.order
  })
}
