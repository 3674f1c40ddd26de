import type { Paise } from '@galla/upi/rupees'
import { part, type Queryable, sql } from '../platform/database/database.ts'
import type { LinkKey, OpenOrders, Owner, QuotaUse, RecentOrders, Submission } from './reusable-link.ts'

/** Counts the uses of a link. */
export const countUses = (
  db: Queryable,
  { merchantId, code }: LinkKey,
  { openSince, createdSince }: OpenOrders,
  submission: Submission | undefined,
): Promise<{ paid: number; open: number; openOfAddress: number }> =>
  db.one(sql`
    select coalesce((select paid from reusable_link_totals where merchant_id = ${merchantId} and code = ${code}), 0) as paid,
      count(*)::int as open,
      count(*) filter (where k.address_hash = ${submission?.addressHash ?? null}::bytea)::int as "openOfAddress"
    from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and k.code = ${code} and k.created_at > ${createdSince}
      and o.status <> 'success' and o.expires_at > ${openSince}`)

/** Counts a merchant's orders of links since a moment, those of one link and those of one address. */
export const countRecentOrders = (
  db: Queryable,
  { merchantId, mode, code }: Owner & LinkKey,
  addressHash: Uint8Array,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<RecentOrders & { oldestOfAddress: Date | null; nextExpiryOfLink: Date | null }> => {
  const open = part`k.code = ${code} and o.status <> 'success' and o.expires_at > ${now}`
  return db.one(sql`
    select count(*) filter (where o.status = 'success' and k.code = ${code})::int as "paidOfLink",
      count(*) filter (where ${open})::int as "openOfLink", min(o.expires_at) filter (where ${open}) as "nextExpiryOfLink",
      count(*) filter (where o.status = 'success' and k.address_hash = ${addressHash})::int as "paidOfAddress",
      count(*) filter (where o.status <> 'success' and k.address_hash = ${addressHash})::int as "unpaidOfAddress",
      min(k.created_at) filter (where o.status <> 'success' and k.address_hash = ${addressHash}) as "oldestOfAddress"
    from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and o.mode = ${mode} and k.created_at > ${since}`)
}

/**
 * Finds the quota of the running plan or, without one, of the trial; `trial` before the first live order. Undefined for the platform and
 * where no plans are sold, whose orders use none. Orders of plans do not count for the trial. Those before a plan was bought or renewed
 * are not read, and none where nothing is left.
 */
export const findQuotaUse = (
  db: Queryable,
  merchantId: string,
  trial: number,
  now: Date,
): Promise<QuotaUse | undefined> =>
  db.maybeOne(sql`
    select p.granted, p.left, case when p.left = 0 then 0 else (
      select count(*)::int from reusable_link_orders k
      join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
      where k.merchant_id = ${merchantId} and o.mode = 'live' and o.status <> 'success'
        and k.created_at >= case when p.is_plan then p.bought_at else '-infinity' end
        and (p.is_plan or not exists (
          select from plan_purchases b
          where b.merchant_id = ${merchantId} and k.created_at >= b.activated_at and k.created_at < b.expires_at))) end as unpaid
    from (
      select coalesce(q.plan_expires_at > ${now}, false) as is_plan, bought.activated_at as bought_at,
        case when q.plan_expires_at > ${now} then coalesce(s.qr_limit, q.plan_left) else ${trial}::int end as granted,
        case when q.merchant_id is null then ${trial}::int when q.plan_expires_at > ${now} then q.plan_left
          else q.trial_left end as left
      from merchants m
      left join quotas q on q.merchant_id = m.merchant_id
      left join subscriptions s on s.merchant_id = m.merchant_id
      left join plan_purchases bought on bought.merchant_id = s.merchant_id and bought.order_id = s.order_id
      where m.merchant_id = ${merchantId} and not m.is_platform and m.is_metered) p`)

/** Finds the newest order of a form that can still be paid. */
export const findOpenOrderOfForm = (
  db: Queryable,
  { merchantId, code }: LinkKey,
  formHash: Uint8Array,
  now: Date,
): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    select k.order_id from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and k.code = ${code} and k.form_hash = ${formHash}
      and o.status <> 'success' and o.expires_at > ${now}
    order by k.created_at desc, k.order_id desc limit 1`)

/** Counts the unique amounts of a price that orders of links have reserved. */
export const countTakenAmounts = (
  db: Queryable,
  { merchantId, mode }: Owner,
  price: Paise,
  now: Date,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as count from taken_amounts t
    join accounts a on a.merchant_id = t.merchant_id and a.account_id = t.account_id
    join reusable_link_orders k on k.merchant_id = t.merchant_id and k.order_id = t.order_id
    where t.merchant_id = ${merchantId} and a.mode = ${mode} and a.is_current and t.free_at > ${now}
      and t.payable_paise between ${price}::bigint - 99 and ${price}::bigint`)
