import { inEachShard, splitByShard } from '../platform/distributed/merchant-shards.ts'
import { type OrderDeps, writeChanges } from './change-order.ts'
import { orderChange } from './order-change.ts'
import { listDueMerchants, lockDueOrders } from './order-store.ts'

export const EXPIRE_BATCH = 100
/** Reads more than one batch, because other processes may have locked the first orders. */
const READ_MAX = 10 * EXPIRE_BATCH

/** Expires the orders that are due and returns how many; EXPIRE_BATCH of them mean that there may be more. */
export const expireOrders = async (deps: OrderDeps): Promise<number> => {
  const merchants = await listDueMerchants(deps.db, deps.clock.now(), READ_MAX)
  const shards = splitByShard(deps.db, merchants, (merchantId) => merchantId)
  const expired = await inEachShard(shards, (shard) =>
    deps.db.transaction(async (tx) => {
      const due = await lockDueOrders(tx, shard, deps.clock.now(), EXPIRE_BATCH)
      const changes = due.map((order) => orderChange(order, { kind: 'time' }, deps.clock.now()))
      await writeChanges(
        tx,
        deps,
        changes.filter((change) => change !== undefined),
      )
      return due.length
    }),
  )
  return expired.reduce((sum, count) => sum + count, 0)
}
