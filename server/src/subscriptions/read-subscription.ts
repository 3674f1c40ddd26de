import type { SubscriptionRecord, TrialLeft } from '@galla/contract/subscriptions/subscriptions'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { daysLeft, isActive } from './subscription.ts'
import { findSubscription, findTrialLeft } from './subscription-store.ts'

export interface ReadSubscriptionDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly trialQrRequests: number
}

/** Returns the subscription of a merchant. Without one, the refusal contains what is left of the free trial. */
export const readSubscription = async (
  { db, clock, trialQrRequests }: ReadSubscriptionDeps,
  merchantId: string,
): Promise<SubscriptionRecord> => {
  const row = await findSubscription(db, merchantId)
  if (row === undefined) {
    const trialRemaining = (await findTrialLeft(db, merchantId)) ?? trialQrRequests
    const details: TrialLeft = { trialLimit: Math.max(trialQrRequests, trialRemaining), trialRemaining }
    throw new Refusal('subscription_not_found', { details: { ...details } })
  }
  const now = clock.now()
  return {
    plan: row.plan_name,
    planAmount: toRupeeNumber(row.paid_paise as Paise),
    planStart: row.started_at.toISOString(),
    planExpiry: row.expires_at.toISOString(),
    isActive: isActive({ expiresAt: row.expires_at }, now),
    orderId: row.order_id,
    qrLimit: row.qr_limit,
    qrRemaining: row.qr_left,
    billingCycle: row.cycle_days,
    daysLeft: daysLeft(row.expires_at, now),
  }
}
