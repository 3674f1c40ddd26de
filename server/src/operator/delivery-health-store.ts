import type { ReplyOf } from '@galla/contract/endpoint'
import type { deliveryHealth, UnhealthyEndpoint } from '@galla/contract/operator/operator-system'
import type { Provider } from '@galla/contract/payment-accounts/accounts'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

type DeliveryHealth = ReplyOf<typeof deliveryHealth>['data']

export const countEndpoints = (
  db: Queryable,
): Promise<Pick<DeliveryHealth, 'endpoints' | 'failing' | 'paused'>> =>
  db.one(sql`
    select count(*)::int as endpoints,
           (count(*) filter (where failing_since is not null and paused_at is null))::int as failing,
           (count(*) filter (where paused_at is not null and pause_reason <> 'by_hand'))::int as paused
    from webhook_endpoints where url is not null`)

/** Counts waiting deliveries up to a limit, with the time of the most overdue one: one look-up per endpoint. */
export const countWaitingDeliveries = (
  db: Queryable,
  max: number,
): Promise<{ waiting: number; oldestDueAt: Date | null }> =>
  db.one(sql`
    select (select count(*)::int from (
              select 1 from webhook_undelivered where due_at is not null limit ${max}) due) as waiting,
           (select min(first.due_at) from webhook_endpoints e cross join lateral (
              select d.due_at from webhook_undelivered d
              where d.merchant_id = e.merchant_id and d.mode = e.mode and d.endpoint_id = e.endpoint_id and d.due_at is not null
                and d.leased_until is null
              order by d.due_at limit 1) first) as "oldestDueAt"`)

export interface UnhealthyRow extends WithDates<Omit<UnhealthyEndpoint, 'host'>, 'since'> {
  readonly url: string
}

/** Lists the longest broken first. */
export const listUnhealthyEndpoints = (db: Queryable, limit: number, max: number): Promise<UnhealthyRow[]> =>
  db.rows(sql`
    select e.merchant_id as "merchantId", m.name as "merchantName", e.mode, e.url,
      case when e.paused_at is null then 'failing' else 'paused' end as state, e.pause_reason as reason,
      coalesce(e.paused_at, e.failing_since) as since, (
      select count(*)::int from (
        select from webhook_undelivered d
        where d.merchant_id = e.merchant_id and d.mode = e.mode and d.endpoint_id = e.endpoint_id
          and d.state in ('pending', 'failed', 'paused')
        limit ${max}) waits) as waiting
    from webhook_endpoints e join merchants m using (merchant_id)
    where (e.failing_since is not null or e.paused_at is not null) and e.pause_reason is distinct from 'by_hand' and e.url is not null
    order by coalesce(e.failing_since, e.paused_at), e.merchant_id, e.mode, e.endpoint_id limit ${limit}`)

/** Counts the current live accounts per provider. */
export const countProvidersInUse = (db: Queryable): Promise<{ provider: Provider; accounts: number }[]> =>
  db.rows(sql`
    select provider, count(*)::int as accounts from accounts
    where mode = 'live' and is_current group by provider order by accounts desc, provider`)

export type SourceHealthRow = WithDates<DeliveryHealth['sources'][number], 'lastWorkedAt' | 'lastFailedAt'>

/** Counts the provider connections in each of the four states, the worst first. */
export const countSourceStates = (db: Queryable, now: Date): Promise<SourceHealthRow[]> =>
  db.rows(sql`
    select source, count(*)::int as accounts,
           (count(*) filter (where state = 'untested'))::int as untested,
           (count(*) filter (where state = 'working'))::int as working,
           (count(*) filter (where state = 'failing'))::int as failing,
           (count(*) filter (where state = 'paused'))::int as paused,
           max(last_worked_at) as "lastWorkedAt", max(last_failed_at) as "lastFailedAt"
    from (
      select source, last_worked_at, last_failed_at, case
        when paused_until > ${now} then 'paused' when failures > 0 then 'failing'
        when last_worked_at is null then 'untested' else 'working' end as state
      from account_sources) known
    group by source order by paused desc, failing desc, source`)
