import type { BillingCycle, PlanName } from '@galla/contract/subscriptions/plans'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface SetOfferRow {
  plan_name: PlanName
  billing_cycle: BillingCycle
  price_paise: bigint
  qr_requests: number
  valid_from: Date
}

/** Locks an offer by its oldest row, which every offer has, so that two changes happen one after the other. */
export const lockOffer = async (
  tx: Transaction,
  planName: PlanName,
  billingCycle: BillingCycle,
): Promise<void> => {
  await tx.one(sql`
    select valid_from from plan_offers where plan_name = ${planName} and billing_cycle = ${billingCycle}
    order by valid_from limit 1 for update`)
}

/** Finds the offer that was set last, even when the clock went back and it is not valid yet. */
export const newestOffer = (
  tx: Transaction,
  planName: PlanName,
  billingCycle: BillingCycle,
): Promise<SetOfferRow> =>
  tx.one(sql`
    select plan_name, billing_cycle, price_paise, qr_requests, valid_from
    from plan_offers where plan_name = ${planName} and billing_cycle = ${billingCycle}
    order by valid_from desc limit 1`)

/** Counts the merchants that have each plan running. */
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
