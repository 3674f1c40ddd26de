import { isPermanentFailure } from '../platform/database/database-errors.ts'
import { inEachMerchant } from '../platform/jobs/each-merchant.ts'
import { applyToOrder, changeOrder, type OrderDeps } from './change-order.ts'
import type { OrderEvent } from './order.ts'
import { listDueMerchants, lockDueOrders } from './order-store.ts'

export const EXPIRE_BATCH = 100
/** Reads more than one batch, because other processes may have locked the first orders. */
const READ_MAX = 10 * EXPIRE_BATCH
const PAGES_MAX = 10
const TIME: OrderEvent = { kind: 'time' }

const expireTogether = (deps: OrderDeps, merchantId: string): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const due = await lockDueOrders(tx, merchantId, deps.clock.now(), EXPIRE_BATCH)
    for (const order of due) await applyToOrder(tx, deps, order, TIME)
    return due.length
  })

/** Expires a merchant's due orders after the database refused their batch. What it refuses again stays due. */
const expireOneByOne = async (deps: OrderDeps, merchantId: string, refused: unknown[]): Promise<number> => {
  const due = await deps.db.transaction((tx) => lockDueOrders(tx, merchantId, deps.clock.now(), EXPIRE_BATCH))
  let expired = 0
  for (const { orderId } of due)
    try {
      await changeOrder(deps, orderId, () => TIME)
      expired += 1
    } catch (error) {
      if (!isPermanentFailure(error)) throw error
      refused.push(error)
    }
  return expired
}

/** Looks past the orders of the merchants that it has found: thousands of one merchant hide nobody. */
const listMerchants = async ({ db, clock }: OrderDeps): Promise<string[]> => {
  const merchants: string[] = []
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const found = await listDueMerchants(db, clock.now(), merchants, READ_MAX)
    if (found.length === 0) break
    merchants.push(...found)
  }
  return merchants
}

/**
 * Expires the orders that are due, up to a batch of each merchant, and returns how many; EXPIRE_BATCH of them mean that there may be more.
 * Fails after the others have expired when the database refuses one.
 */
export const expireOrders = async (deps: OrderDeps): Promise<number> => {
  const merchants = await listMerchants(deps)
  const refused: unknown[] = []
  const expired = await inEachMerchant(merchants, (merchantId) =>
    expireTogether(deps, merchantId).catch((error: unknown) => {
      if (!isPermanentFailure(error)) throw error
      return expireOneByOne(deps, merchantId, refused)
    }),
  )
  if (refused.length > 0) throw new AggregateError(refused, 'orders could not be expired')
  return expired.reduce((sum, count) => sum + count, 0)
}
