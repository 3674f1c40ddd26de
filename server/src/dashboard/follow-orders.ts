import {
  countRange,
  findNextRange,
  findOldestTransactionAt,
  listUncountedMerchants,
  lockTotalsWatermark,
} from '../orders/order-totals-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { insertSearchRows, mergeSearchIndex } from './order-search-store.ts'

/** The number of orders in one step. A step takes some hundred milliseconds, during which late changes of the merchant wait. */
const FOLLOW_BATCH = 2_000
/** The number of merchants in one round. */
const MERCHANTS_MAX = 500
/** Twice the age from which the triggers on orders treat a change as late; see migration 0014. */
const DISTANCE_MS = 2 * 60 * 60 * 1000

export type FollowDeps = Pick<Platform, 'db' | 'clock'>

const boundOf = async (db: Queryable, clock: Clock): Promise<string> => {
  const oldest = await findOldestTransactionAt(db, clock.now())
  return firstUlidAt(new Date(oldest.getTime() - DISTANCE_MS))
}

/**
 * Includes the next orders of a merchant in the totals and the search, in one transaction: an interrupted step changes nothing, and two
 * concurrent steps do not count an order twice. Returns the number of orders.
 */
const followMerchant = ({ db, clock }: FollowDeps, merchantId: string, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    // Takes the lock in a separate first statement, so that the statements after it see all that was committed before it.
    const after = await lockTotalsWatermark(tx, merchantId)
    const before = await boundOf(tx, clock)
    const { orders, upTo } = await findNextRange(tx, { merchantId, after, before }, limit)
    if (upTo === null) return 0
    await countRange(tx, { merchantId, after, upTo })
    await insertSearchRows(tx, { merchantId, after, upTo })
    return orders
  })

/** Includes the next `limit` orders of each merchant. A failure does not delay other merchants. Returns whether there may be more. */
export const followOrders = async (
  deps: FollowDeps,
  { limit = FOLLOW_BATCH } = {},
): Promise<{ readonly more: boolean }> => {
  const merchantIds = await listUncountedMerchants(deps.db, await boundOf(deps.db, deps.clock), MERCHANTS_MAX)
  let more = merchantIds.length === MERCHANTS_MAX
  const failures: unknown[] = []
  for (const merchantId of merchantIds)
    try {
      if ((await followMerchant(deps, merchantId, limit)) === limit) more = true
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `the orders of ${failures.length} merchants could not be followed`)
  if (!more) await mergeSearchIndex(deps.db)
  return { more }
}
