import { countNextOrders, lockTotalsWatermark, oldestTransactionAt } from '../orders/order-totals-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { addToSearch, mergeSearchIndex } from './order-search-store.ts'

/** Orders in one step: some hundred milliseconds, for which late changes wait. */
const FOLLOW_BATCH = 2_000
/** Twice the age from which the triggers on orders treat a change as late; see migration 0014. */
const DISTANCE_MS = 2 * 60 * 60 * 1000

/**
 * Includes the next orders in the totals and the search, a step in a transaction of its own: a step that is cut off has done nothing,
 * and two at once do the work of one. Says whether there may be more.
 */
export const followOrders = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { limit = FOLLOW_BATCH } = {},
): Promise<{ readonly more: boolean }> => {
  const followed = await db.transaction(async (tx) => {
    // The lock comes first and by itself: the statements after it then see all that was committed before it.
    const after = await lockTotalsWatermark(tx)
    const oldest = await oldestTransactionAt(tx, clock.now())
    const before = firstUlidAt(new Date(oldest.getTime() - DISTANCE_MS))
    const { counted, upTo } = await countNextOrders(tx, after, before, limit)
    if (upTo !== null) await addToSearch(tx, after, upTo)
    return counted
  })
  const more = followed === limit
  if (!more) await mergeSearchIndex(db)
  return { more }
}
