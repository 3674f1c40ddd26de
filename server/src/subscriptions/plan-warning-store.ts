import { sql, type Transaction } from '../platform/database/database.ts'
import { PLAN_WARNINGS, type PlanWarning } from './plan-warning.ts'

export interface DueRow {
  merchant_id: string
  order_id: string
  kinds: PlanWarning[]
}

/**
 * Records the due warnings of running plans and returns the new ones. Merchants are taken in a fixed order, so that two sweeps at once
 * cannot deadlock; the second finds nothing left.
 */
export const noteWarnings = (tx: Transaction, now: Date, merchantsMax: number): Promise<DueRow[]> =>
  tx.rows(sql`
    with due as (
      select s.merchant_id, s.order_id, array_agg(w.kind) as kinds
      from quotas q
      join subscriptions s using (merchant_id)
      cross join lateral (values
        ('days_7', q.plan_expires_at <= ${now}::timestamptz + make_interval(days => ${PLAN_WARNINGS.days_7.daysLeft}::int)),
        ('days_1', q.plan_expires_at <= ${now}::timestamptz + make_interval(days => ${PLAN_WARNINGS.days_1.daysLeft}::int)),
        ('quota_80', (s.qr_limit - q.plan_left)::bigint * 100
          >= s.qr_limit::bigint * ${PLAN_WARNINGS.quota_80.usedPercent}::int),
        ('quota_100', (s.qr_limit - q.plan_left)::bigint * 100
          >= s.qr_limit::bigint * ${PLAN_WARNINGS.quota_100.usedPercent}::int)
      ) w (kind, reached)
      where q.plan_expires_at > ${now} and w.reached and not exists (
        select from plan_warnings p
        where p.merchant_id = s.merchant_id and p.order_id = s.order_id and p.kind = w.kind)
      group by s.merchant_id, s.order_id
      order by s.merchant_id
      limit ${merchantsMax}
    ), noted as (
      insert into plan_warnings (merchant_id, order_id, kind, warned_at)
      select merchant_id, order_id, kind, ${now} from due, unnest(kinds) kind
      order by merchant_id, order_id, kind
      on conflict do nothing
      returning merchant_id, order_id, kind
    )
    select merchant_id, order_id, array_agg(kind) as kinds from noted group by merchant_id, order_id`)
