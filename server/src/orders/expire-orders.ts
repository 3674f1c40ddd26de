import { applyToOrder, type OrderDeps } from './change-order.ts'
import { lockDueOrders } from './order-store.ts'

const BATCH = 100

/** Closes the orders whose time has come. Gives how many; as many as a batch means that there may be more. */
export const expireOrders = (deps: OrderDeps): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const due = await lockDueOrders(tx, deps.clock.now(), BATCH)
    for (const order of due) await applyToOrder(tx, deps, order, { kind: 'time' })
    return due.length
  })

export const EXPIRE_BATCH = BATCH
