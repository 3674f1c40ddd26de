import { type ActivatePlanDeps, activatePlan } from './activate-plan.ts'
import { findPaid, listNotStarted } from './purchase-store.ts'

const SINCE_MS = 30 * 86_400_000
const LISTED_MAX = 1_000

/**
 * Starts plans that were paid and have no job that does it: in a backup of a distributed database the jobs are of a moment before the orders.
 * A plan whose job is about to run starts once all the same.
 */
export const startPaidPlans = async (deps: ActivatePlanDeps): Promise<{ readonly more: boolean }> => {
  const since = new Date(deps.clock.now().getTime() - SINCE_MS)
  const purchases = await listNotStarted(deps.db, since, LISTED_MAX)
  for (const [platformMerchantId, some] of Map.groupBy(purchases, (each) => each.platform_merchant_id)) {
    const orderIds = some.map((each) => each.order_id)
    for (const orderId of await findPaid(deps.db, platformMerchantId, orderIds))
      await activatePlan(deps, { orderId })
  }
  return { more: false }
}
