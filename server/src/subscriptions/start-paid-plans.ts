import { firstUlidAt } from '../platform/ids.ts'
import { type ActivatePlanDeps, activatePlan } from './activate-plan.ts'
import { listNotStarted, listPaidOrderIds } from './purchase-store.ts'

const SINCE_MS = 30 * 86_400_000
const LISTED_MAX = 1_000

/**
 * Starts paid plans whose job was lost. In a backup of a distributed database, the jobs may be older than the orders. A plan whose job
 * also runs starts once, and one that cannot start does not stop others.
 */
export const startPaidPlans = async (
  deps: ActivatePlanDeps,
  { limit = LISTED_MAX } = {},
): Promise<{ readonly more: boolean }> => {
  const failures: unknown[] = []
  let after = firstUlidAt(new Date(deps.clock.now().getTime() - SINCE_MS))
  for (let more = true; more; ) {
    const purchases = await listNotStarted(deps.db, after, limit)
    const byPlatform = Map.groupBy(purchases, (purchase) => purchase.platform_merchant_id)
    for (const [platformMerchantId, ofPlatform] of byPlatform) {
      const orderIds = ofPlatform.map((purchase) => purchase.order_id)
      for (const orderId of await listPaidOrderIds(deps.db, platformMerchantId, orderIds))
        await activatePlan(deps, { orderId }).catch((error: unknown) => failures.push(error))
    }
    after = purchases.at(-1)?.order_id ?? after
    more = purchases.length === limit
  }
  if (failures.length > 0) throw new AggregateError(failures, 'paid plans could not be started')
  return { more: false }
}
