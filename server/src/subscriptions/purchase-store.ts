import type { Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'
import type { PlanPurchase } from './subscription.ts'

/** Only the latest purchases are checked, because an order is open for a short time. */
const RECENT_MAX = 100

/** Finds an open order for the same offer. The purchase belongs to the merchant, its order to the platform merchant. */
export const findOpenPurchase = async (
  db: Queryable,
  plan: Pick<PlanPurchase, 'planName' | 'billingCycle' | 'pricePaise' | 'qrRequests'> & {
    readonly merchantId: string
  },
  platform: { merchantId: string; mode: Mode },
  now: Date,
): Promise<string | undefined> => {
  const purchases = await db.rows<{ order_id: string }>(sql`
    select order_id from plan_purchases
    where merchant_id = ${plan.merchantId} and plan_name = ${plan.planName}
      and billing_cycle = ${plan.billingCycle} and price_paise = ${plan.pricePaise} and qr_requests = ${plan.qrRequests}
      and platform_merchant_id = ${platform.merchantId}
    order by order_id desc limit ${RECENT_MAX}`)
  return db.maybeValue<string>(sql`
    select order_id from orders
    where merchant_id = ${platform.merchantId} and mode = ${platform.mode}
      and order_id = any(${purchases.map((row) => row.order_id)}::text[])
      and status in ('created', 'pending') and expires_at > ${now}
    order by order_id desc limit 1`)
}

export interface PaymentRow
  extends WithDates<
    Pick<SubscriptionPayment, 'orderId' | 'plan' | 'billingCycle' | 'createdAt'>,
    'createdAt'
  > {
  /** What was received, or is to be paid. */
  readonly amountPaise: Paise
  readonly status: OrderStatus
}

/** Lists the merchant's purchases, newest first, with the status of their orders, which are the platform merchant's. */
export const listPlanPayments = async (
  db: Queryable,
  merchantId: string,
  limit: number,
): Promise<PaymentRow[]> => {
  const purchases = await db.rows<Omit<PaymentRow, 'status' | 'amountPaise'> & { sellerId: string }>(sql`
    select order_id as "orderId", platform_merchant_id as "sellerId", plan_name as plan, cycle_days as "billingCycle",
      created_at as "createdAt"
    from plan_purchases where merchant_id = ${merchantId} order by order_id desc limit ${limit}`)
  const orders = await db.rows<Pick<PaymentRow, 'orderId' | 'status' | 'amountPaise'>>(sql`
    select order_id as "orderId", status, coalesce(settled_paise, payable_paise) as "amountPaise" from orders
    where merchant_id = any(${[...new Set(purchases.map(({ sellerId }) => sellerId))]}::text[])
      and order_id = any(${purchases.map(({ orderId }) => orderId)}::text[])`)
  const orderOf = new Map(orders.map((order) => [order.orderId, order]))
  return purchases.flatMap(({ sellerId: _, ...purchase }) => {
    const order = orderOf.get(purchase.orderId)
    return order === undefined ? [] : [{ ...purchase, ...order }]
  })
}

/** Lists purchases that started no plan, oldest first. Most were never paid. */
export const listNotStarted = (
  db: Queryable,
  after: string,
  max: number,
): Promise<{ order_id: string; platform_merchant_id: string }[]> =>
  db.rows(sql`
    select order_id, platform_merchant_id from plan_purchases
    where activated_at is null and order_id > ${after}
    order by order_id limit ${max}`)

/** Lists the paid orders among these of the platform merchant. */
export const listPaidOrderIds = (
  db: Queryable,
  platformMerchantId: string,
  orderIds: readonly string[],
): Promise<string[]> =>
  db.values<string>(sql`
    select order_id from orders
    where merchant_id = ${platformMerchantId} and order_id = any(${orderIds}::text[]) and status = 'success'
    order by order_id`)
