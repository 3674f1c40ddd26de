import type { Provider } from '@galla/contract/accounts'
import type { Mode } from '@galla/contract/order-status'
import { type Queryable, sql } from '../platform/database.ts'

export interface DeliveryHealthRow {
  endpoints: number
  failing: number
  paused: number
}

export const countEndpoints = (db: Queryable): Promise<DeliveryHealthRow> =>
  db.one(sql`
    select count(*)::int as endpoints,
           (count(*) filter (where failing_since is not null and paused_at is null))::int as failing,
           (count(*) filter (where paused_at is not null))::int as paused
    from webhook_endpoints where url is not null`)

/** What waits for its time, counted up to a limit, and since when the most overdue one does: a look per endpoint. */
export const waitingDeliveries = (
  db: Queryable,
  max: number,
): Promise<{ waiting: number; oldest_due_at: Date | null }> =>
  db.one(sql`
    select (select count(*)::int from (
              select from webhook_deliveries where due_at is not null limit ${max}) due) as waiting,
           (select min(first.due_at) from webhook_endpoints e cross join lateral (
              select d.due_at from webhook_deliveries d
              where d.merchant_id = e.merchant_id and d.mode = e.mode and d.due_at is not null and d.leased_by is null
              order by d.due_at limit 1) first) as oldest_due_at`)

export interface UnhealthyRow {
  merchant_id: string
  merchant_name: string
  mode: Mode
  url: string
  failing_since: Date | null
  paused_at: Date | null
  pause_reason: 'gone' | 'failing' | null
  waiting: number
}

/** The longest broken first. */
export const unhealthyEndpoints = (db: Queryable, limit: number, max: number): Promise<UnhealthyRow[]> =>
  db.rows(sql`
    select e.merchant_id, m.name as merchant_name, e.mode, e.url, e.failing_since, e.paused_at, e.pause_reason, (
      select count(*)::int from (
        select from webhook_deliveries d
        where d.merchant_id = e.merchant_id and d.mode = e.mode and d.state in ('pending', 'failed', 'paused')
        limit ${max}) waits) as waiting
    from webhook_endpoints e join merchants m using (merchant_id)
    where (e.failing_since is not null or e.paused_at is not null) and e.url is not null
    order by coalesce(e.failing_since, e.paused_at), e.merchant_id limit ${limit}`)

/** Live accounts that new orders go to. */
export const providersInUse = (db: Queryable): Promise<{ provider: Provider; accounts: number }[]> =>
  db.rows(sql`
    select provider, count(*)::int as accounts from accounts
    where mode = 'live' and is_current group by provider order by accounts desc, provider`)
