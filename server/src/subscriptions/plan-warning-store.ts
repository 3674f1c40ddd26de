import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { PLAN_WARNINGS, type PlanWarning } from './plan-warning.ts'

export interface DueWarning {
  readonly merchantId: string
  readonly orderId: string
  readonly kind: PlanWarning
}

/** Lists the warnings of running plans that are due and not recorded. */
export const listDueWarnings = (db: Queryable, now: Date, max: number): Promise<DueWarning[]> =>
  db.rows(sql`
    select s.merchant_id as "merchantId", s.order_id as "orderId", w.kind
    from quotas q
    join subscriptions s using (merchant_id)
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
