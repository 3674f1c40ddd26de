import { isPermanentFailure } from '../platform/database/database-errors.ts'
import { inEachShard, splitByShard } from '../platform/distributed/merchant-shards.ts'
import { changeOrder, type OrderDeps, writeChanges } from './change-order.ts'
import type { OrderEvent } from './order.ts'
import { orderChange } from './order-change.ts'
import { listDueMerchants, lockDueOrders } from './order-store.ts'

export const EXPIRE_BATCH = 100
/** Reads more than one batch, because other processes may have locked the first orders. */
const READ_MAX = 10 * EXPIRE_BATCH
const TIME: OrderEvent = { kind: 'time' }

const expireTogether = (deps: OrderDeps, merchantIds: readonly string[]): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const due = await lockDueOrders(tx, merchantIds, deps.clock.now(), EXPIRE_BATCH)
    const changes = due.map((order) => orderChange(order, TIME, deps.clock.now()))
    await writeChanges(
      tx,
      deps,
      changes.filter((change) => change !== undefined),
    )
    return due.length
  })

/**
 * Expires due orders after the database refused a batch, up to a batch of each merchant, so that many refused orders of one merchant do not
 * delay those of others. What it refuses again stays due.
 */
const expireOneByOne = async (deps: OrderDeps, merchantIds: readonly string[], refused: unknown[]) => {
  let expired = 0
  for (const merchantId of merchantIds) {
    if (expired >= EXPIRE_BATCH || refused.length >= READ_MAX) break
    const due = await deps.db.transaction((tx) =>
      lockDueOrders(tx, [merchantId], deps.clock.now(), EXPIRE_BATCH),
    )
    for (const { orderId } of due)
      try {
        await changeOrder(deps, orderId, () => TIME)
        expired += 1
      } catch (error) {
        if (!isPermanentFailure(error)) throw error
        refused.push(error)
      }
  }
  return expired
}

/**
 * Expires the orders that are due and returns how many; EXPIRE_BATCH of them mean that there may be more. Fails after the others have
 * expired when the database refuses one.
 */
export const expireOrders = async (deps: OrderDeps): Promise<number> => {
  const merchants = await listDueMerchants(deps.db, deps.clock.now(), READ_MAX)
  const shards = splitByShard(deps.db, merchants, (merchantId) => merchantId)
  const refused: unknown[] = []
  const expired = await inEachShard(shards, (shard) =>
    expireTogether(deps, shard).catch((error: unknown) => {
      if (!isPermanentFailure(error)) throw error
      return expireOneByOne(deps, shard, refused)
    }),
  )
  if (refused.length > 0) throw new AggregateError(refused, 'orders could not be expired')
  return expired.reduce((sum, count) => sum + count, 0)
}
