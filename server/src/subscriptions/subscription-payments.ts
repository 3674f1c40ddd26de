import type { OrderStatus } from '@galla/contract/orders/order-status'
import {
  SUBSCRIPTION_HISTORY_MAX,
  type SubscriptionPayment,
} from '@galla/contract/subscriptions/subscriptions'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { listPlanPayments } from './purchase-store.ts'

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
  return rows.map((row) => ({
    orderId: row.order_id,
    plan: row.plan_name,
    billingCycle: row.cycle_days,
    amount: toRupeeNumber(row.amount_paise as Paise),
    paymentMethod: 'UPI',
    paymentStatus: PAYMENT_STATUS[row.status],
    createdAt: row.created_at.toISOString(),
  }))
}
