import type { OrderStatus } from '@galla/contract/orders/order-status'
import {
  SUBSCRIPTION_HISTORY_MAX,
  type SubscriptionPayment,
  type SubscriptionRecord,
  type TrialLeft,
} from '@galla/contract/subscriptions/subscriptions'
import { toRupeeNumber } from '@galla/upi/rupees'
import type { Database } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import { listPlanPayments } from './purchase-store.ts'
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
    plan: row.planName,
    planAmount: toRupeeNumber(row.paidPaise),
    planStart: row.startedAt.toISOString(),
    planExpiry: row.expiresAt.toISOString(),
    isActive: isActive(row, now),
    orderId: row.orderId,
    qrLimit: row.qrLimit,
    qrRemaining: row.qrLeft,
    billingCycle: row.cycleDays,
    daysLeft: daysLeft(row.expiresAt, now),
  }
}

const PAYMENT_STATUS = {
  created: 'pending',
  pending: 'pending',
  success: 'success',
  failed: 'failed',
} as const satisfies Record<OrderStatus, SubscriptionPayment['paymentStatus']>

/** Lists the merchant's payments and payment attempts for plans, newest first. */
export const subscriptionPayments = async (
  { db }: { readonly db: Database },
  merchantId: string,
): Promise<SubscriptionPayment[]> => {
  const rows = await listPlanPayments(db, merchantId, SUBSCRIPTION_HISTORY_MAX)
  if (rows.length === 0) throw new Refusal('no_subscription_payments')
  return rows.map(({ amountPaise, status, ...row }) => ({
    ...isoDates(row),
    amount: toRupeeNumber(amountPaise),
    paymentMethod: 'UPI',
    paymentStatus: PAYMENT_STATUS[status],
  }))
}
