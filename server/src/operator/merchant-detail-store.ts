import type { Mode } from '@galla/contract/orders/order-status'
import type { Provider } from '@galla/contract/payment-accounts/accounts'
import type { AccountKind } from '@galla/upi/network-rules'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface MerchantRow {
  merchant_id: string
  name: string
  email: string
  mobile_number: string
  website_name: string
  website_url: string
  support_email: string
  support_phone: string
  role: 'owner' | 'operator' | 'guest'
  suspended_at: Date | null
  suspended_reason: string | null
  created_at: Date
  last_seen_at: Date | null
  trial_left: number | null
}

/** Names each column, so that the password hash is never read. */
export const findMerchantRow = (db: Queryable, merchantId: string): Promise<MerchantRow | undefined> =>
  db.maybeOne(sql`
    select m.merchant_id, m.name, m.email, m.mobile_number, m.website_name, m.website_url, m.support_email,
           m.support_phone, m.role, m.suspended_at, m.suspended_reason, m.created_at, q.trial_left,
           (select max(s.last_used_at) from sessions s where s.merchant_id = ${merchantId}) as last_seen_at
    from merchants m left join quotas q on q.merchant_id = ${merchantId}
    where m.merchant_id = ${merchantId}`)

export interface AccountRow {
  mode: Mode
  provider: Provider | 'simulator'
  merchant_name: string
  upi_id: string
  kind: AccountKind
  is_current: boolean
  connected_at: Date
}

const ACCOUNTS_MAX = 50

/** Lists the current accounts first, then the newest. */
export const listAccounts = (db: Queryable, merchantId: string): Promise<AccountRow[]> =>
  db.rows(sql`
    select mode, provider, merchant_name, upi_id, kind, is_current,
           coalesce(revived_at, created_at) as connected_at
    from accounts where merchant_id = ${merchantId}
    order by is_current desc, mode, connected_at desc limit ${ACCOUNTS_MAX}`)

export const countOpenCredits = (db: Queryable, merchantId: string, max: number): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as count from (
      select from credits
      where merchant_id = ${merchantId} and state in ('unmatched', 'ambiguous', 'amount_mismatch', 'duplicate')
      limit ${max}) open`)

export interface EndpointRow {
  mode: Mode
  url: string | null
  failing_since: Date | null
  paused_at: Date | null
  waiting: number
}

/** Reads the endpoints without their secret. Deliveries held back by a pause count as waiting. */
export const listEndpoints = (db: Queryable, merchantId: string, max: number): Promise<EndpointRow[]> =>
  db.rows(sql`
    select e.mode, e.url, e.failing_since, e.paused_at, (
      select count(*)::int from (
        select from webhook_undelivered d
        where d.merchant_id = e.merchant_id and d.mode = e.mode and d.endpoint_id = e.endpoint_id
          and d.state in ('pending', 'failed', 'paused')
        limit ${max}) waits) as waiting
    from webhook_endpoints e where e.merchant_id = ${merchantId} order by e.mode, e.endpoint_id`)
