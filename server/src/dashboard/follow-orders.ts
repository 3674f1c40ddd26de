import { countNextOrders, lockTotalsWatermark, oldestTransactionAt } from '../orders/order-totals-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { addUpLateChanges } from './late-changes-store.ts'
import { listNextOrders, SLICE_ORDERS, sortInListed } from './order-listing-store.ts'

/** Orders in one step: some hundred milliseconds, for which late changes wait. */
export const FOLLOW_BATCH = 2_000
/** Twice what the triggers on orders take for late; see migration 0005. */
const DISTANCE_MS = 2 * 60 * 60 * 1000

/**
 * Takes the next orders into the totals and the listing, a step in a transaction of its own: whoever is cut off half-way has done
 * nothing, and two at once do the work of one. Says whether there may be more.
 */
export const followOrders = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { limit = FOLLOW_BATCH, sliceOrders = SLICE_ORDERS } = {},
): Promise<{ readonly more: boolean }> => {
  const followed = await db.transaction(async (tx) => {
    // The lock comes first and by itself: the statements after it then see all that was committed before it.
    const after = await lockTotalsWatermark(tx)
    const oldest = await oldestTransactionAt(tx, clock.now())
    const before = firstUlidAt(new Date(oldest.getTime() - DISTANCE_MS))
    const { counted, upTo } = await countNextOrders(tx, after, before, limit)
    if (upTo !== null) await listNextOrders(tx, after, upTo, sliceOrders)
    await addUpLateChanges(tx)
    return counted
  })
  const more = followed === limit
  // Each time takes about as long, however much there is.
  if (!more) await sortInListed(db)
  return { more }
}
