import type { PlanName } from '@galla/contract/subscriptions/plans'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { PLAN_WARNINGS, type PlanWarning } from './plan-warning.ts'
import type { PlanPurchase, Started, Subscription } from './subscription.ts'

export interface SubscriptionRow extends Subscription {
  readonly orderId: string
  readonly cycleDays: number
  /** What was paid for it. */
  readonly paidPaise: Paise
  readonly qrLimit: number
}

/** Finds the latest subscription, running or expired. */
export const findSubscription = async (
  db: Queryable,
  merchantId: string,
): Promise<SubscriptionRow | undefined> => {
  const row = await db.maybeOne<Omit<SubscriptionRow, 'paidPaise'> & { sellerId: string }>(sql`
    select p.order_id as "orderId", p.plan_name as "planName", p.cycle_days as "cycleDays", s.started_at as "startedAt",
           p.platform_merchant_id as "sellerId", q.plan_expires_at as "expiresAt", s.qr_limit as "qrLimit", q.plan_left as "qrLeft"
    from subscriptions s
    join quotas q using (merchant_id)
    join plan_purchases p using (merchant_id, order_id)
    where s.merchant_id = ${merchantId}`)
  if (row === undefined) return undefined
  // The order is the platform merchant's, which may be on another server.
  const paidPaise = await db.value<Paise>(
    sql`select settled_paise from orders where merchant_id = ${row.sellerId} and order_id = ${row.orderId}`,
  )
  return { ...row, paidPaise }
}

/** Returns what is left of the trial; undefined before the first live order, when all of it is left. */
export const findTrialLeft = (db: Queryable, merchantId: string): Promise<number | undefined> =>
  db.maybeValue<number>(sql`select trial_left from quotas where merchant_id = ${merchantId}`)

export interface Purchase extends PlanPurchase {
  readonly merchantId: string
  readonly orderId: string
  readonly platformMerchantId: string
}

export const insertPurchase = async (
  tx: Transaction,
  purchase: Purchase & { readonly createdAt: Date },
): Promise<void> => {
  await tx.run(sql`
    insert into plan_purchases (merchant_id, order_id, platform_merchant_id, plan_name, billing_cycle, cycle_days,
      price_paise, qr_requests, created_at)
    values (${purchase.merchantId}, ${purchase.orderId}, ${purchase.platformMerchantId}, ${purchase.planName},
      ${purchase.billingCycle}, ${purchase.cycleDays}, ${purchase.pricePaise}, ${purchase.qrRequests},
      ${purchase.createdAt})`)
}

/** Locks the purchase, so that a second activation finds it activated. */
export const lockPurchase = async (
  tx: Transaction,
  orderId: string,
): Promise<(Purchase & { readonly activatedAt: Date | null }) | undefined> => {
  const buyerId = await tx.maybeValue<string>(
    sql`select merchant_id from plan_purchases where order_id = ${orderId} limit 1`,
  )
  if (buyerId === undefined) return undefined
  return tx.maybeOne(sql`
    select merchant_id as "merchantId", order_id as "orderId", platform_merchant_id as "platformMerchantId",
           plan_name as "planName", billing_cycle as "billingCycle", cycle_days as "cycleDays", price_paise as "pricePaise",
           qr_requests as "qrRequests", activated_at as "activatedAt"
    from plan_purchases where merchant_id = ${buyerId} and order_id = ${orderId} for update`)
}

/** Saves the started plan. The caller has locked the merchant's quota row. */
export const saveStarted = async (
  tx: Transaction,
  merchantId: string,
  orderId: string,
  started: Started,
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    update plan_purchases
    set activated_at = ${now}, change = ${started.change}, carried_qr_requests = ${started.carried},
        expires_at = ${started.expiresAt}
    where merchant_id = ${merchantId} and order_id = ${orderId}`)
  await tx.run(sql`
    update quotas set plan_left = ${started.qrLeft}, plan_expires_at = ${started.expiresAt}
    where merchant_id = ${merchantId}`)
  await tx.run(sql`
    insert into subscriptions (merchant_id, order_id, started_at, qr_limit)
    values (${merchantId}, ${orderId}, ${started.startedAt}, ${started.qrLeft})
    on conflict (merchant_id) do update
      set order_id = excluded.order_id, started_at = excluded.started_at, qr_limit = excluded.qr_limit`)
}

/** Counts the merchants that have each plan running. */
export const countRunningPlans = (
  db: Queryable,
  now: Date,
): Promise<{ planName: PlanName; merchants: number }[]> =>
  db.rows(sql`
    select p.plan_name as "planName", count(*)::int as merchants
    from subscriptions s
    join quotas q using (merchant_id)
    join plan_purchases p using (merchant_id, order_id)
    where q.plan_expires_at > ${now}
    group by p.plan_name order by p.plan_name`)

interface DueWarning {
  readonly merchantId: string
  readonly orderId: string
  readonly kind: PlanWarning
}

/** Lists the warnings of running plans that are due and not recorded, where plans are needed. */
export const listDueWarnings = (db: Queryable, now: Date, max: number): Promise<DueWarning[]> =>
  db.rows(sql`
    select s.merchant_id as "merchantId", s.order_id as "orderId", w.kind
    from quotas q
    join subscriptions s using (merchant_id)
    join merchants m on m.merchant_id = s.merchant_id and m.is_metered
    cross join (values ('days_7'), ('days_1'), ('quota_80'), ('quota_100')) w (kind)
    left join plan_warnings p on p.merchant_id = s.merchant_id and p.order_id = s.order_id and p.kind = w.kind
    where q.plan_expires_at > ${now} and p.kind is null and case w.kind
      when 'days_7' then q.plan_expires_at <= ${now}::timestamptz + make_interval(days => ${PLAN_WARNINGS.days_7.daysLeft}::int)
      when 'days_1' then q.plan_expires_at <= ${now}::timestamptz + make_interval(days => ${PLAN_WARNINGS.days_1.daysLeft}::int)
      when 'quota_80' then (s.qr_limit - q.plan_left)::bigint * 100
        >= s.qr_limit::bigint * ${PLAN_WARNINGS.quota_80.usedPercent}::int
      else (s.qr_limit - q.plan_left)::bigint * 100 >= s.qr_limit::bigint * ${PLAN_WARNINGS.quota_100.usedPercent}::int end
    order by s.merchant_id, s.order_id, w.kind
    limit ${max}`)

/** Records warnings of a merchant's plan. Returns the new ones: of two sweeps at once the second finds nothing left. */
export const insertWarnings = (
  tx: Transaction,
  due: readonly DueWarning[],
  now: Date,
): Promise<DueWarning[]> =>
  tx.rows(sql`
    insert into plan_warnings (merchant_id, order_id, kind, warned_at)
    select n.merchant_id, n.order_id, n.kind, ${now}
    from unnest(${due.map(({ merchantId }) => merchantId)}::text[], ${due.map(({ orderId }) => orderId)}::text[],
      ${due.map(({ kind }) => kind)}::text[]) n (merchant_id, order_id, kind)
    order by n.merchant_id, n.order_id, n.kind
    on conflict do nothing
    returning merchant_id as "merchantId", order_id as "orderId", kind`)
