import type { BillingCycle, PlanName } from '@galla/contract/plans'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface SetOfferRow {
  plan_name: PlanName
  billing_cycle: BillingCycle
  price_paise: bigint
  qr_requests: number
  valid_from: Date
}

/** Two changes of the same offer follow one another: its oldest row, which every offer has, is the lock. */
export const lockOffer = async (
  tx: Transaction,
  planName: PlanName,
  billingCycle: BillingCycle,
): Promise<void> => {
  await tx.one(sql`
    select valid_from from plan_offers where plan_name = ${planName} and billing_cycle = ${billingCycle}
    order by valid_from limit 1 for update`)
}

/** The last one set, also where the clock went back and it does not hold yet. */
export const newestOffer = (
  tx: Transaction,
  planName: PlanName,
  billingCycle: BillingCycle,
): Promise<SetOfferRow> =>
  tx.one(sql`
    select plan_name, billing_cycle, price_paise, qr_requests, valid_from
    from plan_offers where plan_name = ${planName} and billing_cycle = ${billingCycle}
    order by valid_from desc limit 1`)

/** How many merchants have each plan running. */
export const runningPlans = (
  db: Queryable,
  now: Date,
): Promise<{ plan_name: PlanName; merchants: number }[]> =>
  db.rows(sql`
    select p.plan_name, count(*)::int as merchants
    from subscriptions s
    join quotas q using (merchant_id)
    join plan_purchases p using (merchant_id, order_id)
    where q.plan_expires_at > ${now}
    group by p.plan_name order by p.plan_name`)
