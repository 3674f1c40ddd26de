import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { countNextOrders, lockTotalsWatermark, oldestTransactionAt } from './order-totals-store.ts'

/** Orders in one step: some tens of milliseconds, for which late changes wait. */
export const FOLLOW_BATCH = 10_000
/** Twice what the triggers on orders take for late; see migration 0005. */
const DISTANCE_MS = 2 * 60 * 60 * 1000

/**
 * Takes the next orders into the totals, a step in a transaction of its own: whoever is cut off half-way has done nothing, and two
 * at once do the work of one. Says whether there may be more.
 */
export const followOrders = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  limit = FOLLOW_BATCH,
): Promise<{ readonly more: boolean }> =>
  db.transaction(async (tx) => {
    // The lock comes first and by itself: the counting statement then sees all that was committed before it.
    const after = await lockTotalsWatermark(tx)
    const oldest = await oldestTransactionAt(tx, clock.now())
    const before = firstUlidAt(new Date(oldest.getTime() - DISTANCE_MS))
    return { more: (await countNextOrders(tx, after, before, limit)) === limit }
  })
