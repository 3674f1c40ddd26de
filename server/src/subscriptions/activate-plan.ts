import { z } from 'zod'
import { lockQuota } from '../orders/create/quota-store.ts'
import type { Platform } from '../platform/feature.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { recordMerchantEvent } from '../webhooks/events/record-merchant-event.ts'
import { issueInvoice } from './issue-invoice.ts'
import { listNotStarted, listPaidOrderIds } from './purchase-store.ts'
import { afterPurchase, type Started } from './subscription.ts'
import { findSubscription, lockPurchase, saveStarted } from './subscription-store.ts'

export interface ActivatePlanDeps extends Pick<Platform, 'db'>, RecordEventDeps {
  readonly trialQrRequests: number
}

const settledOrder = z.object({ orderId: z.string() })

/**
 * Starts the plan that a settled order of the platform merchant paid for. Called twice, or by two processes at once, it starts once: the
 * purchase's row is locked and remembers. Orders that pay for no plan are ignored.
 */
export const activatePlan = async (
  deps: ActivatePlanDeps,
  payload: unknown,
): Promise<Started | undefined> => {
  const { orderId } = settledOrder.parse(payload)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, orderId)
    if (purchase === undefined || purchase.activatedAt !== null) return undefined
    const { merchantId } = purchase
    await lockQuota(tx, merchantId, deps.trialQrRequests)
    const last = await findSubscription(tx, merchantId)
    const started = afterPurchase(last, purchase, now)
    await saveStarted(tx, merchantId, orderId, started, now)
    await issueInvoice(tx, purchase, started, now)
    await recordMerchantEvent(tx, deps, {
      merchantId,
      mode: 'live',
      type: 'subscription.started',
      about: orderId,
      data: {
        plan: purchase.planName,
        expiresAt: started.expiresAt.toISOString(),
        requestsLeft: started.qrLeft,
      },
    })
    return started
  })
}

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
