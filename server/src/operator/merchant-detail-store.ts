import type { MerchantDetail, MerchantSummary } from '@galla/contract/operator/operator-merchants'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

type Shown =
  | keyof Omit<MerchantSummary, 'plan' | 'planActive'>
  | 'websiteUrl'
  | 'supportEmail'
  | 'supportPhone'
  | 'suspendedReason'
  | 'lastSeenAt'

export interface MerchantRow
  extends WithDates<Pick<MerchantDetail, Shown>, 'suspendedAt' | 'createdAt' | 'lastSeenAt'> {
  readonly trialLeft: number | null
}

/** Names each column, so that the password hash is never read. */
export const findMerchantRow = (db: Queryable, merchantId: string): Promise<MerchantRow | undefined> =>
  db.maybeOne(sql`
    select m.merchant_id as id, m.name, m.email, m.mobile_number as "mobileNumber", m.website_name as "websiteName",
           m.website_url as "websiteUrl", m.support_email as "supportEmail", m.support_phone as "supportPhone", m.role,
           m.suspended_at as "suspendedAt", m.suspended_reason as "suspendedReason", m.created_at as "createdAt",
           q.trial_left as "trialLeft",
           (select max(s.last_used_at) from sessions s where s.merchant_id = ${merchantId}) as "lastSeenAt"
    from merchants m left join quotas q on q.merchant_id = ${merchantId}
    where m.merchant_id = ${merchantId}`)

export type AccountRow = WithDates<MerchantDetail['accounts'][number], 'connectedAt'>

const ACCOUNTS_MAX = 50

/** Lists the current accounts first, then the newest. */
export const listAccounts = (db: Queryable, merchantId: string): Promise<AccountRow[]> =>
  db.rows(sql`
    select mode, provider, merchant_name as "merchantName", upi_id as "upiId", kind, kind = 'personal' as "isPersonalUpi",
           is_current as "isCurrent", coalesce(revived_at, created_at) as "connectedAt"
    from accounts where merchant_id = ${merchantId}
    order by is_current desc, mode, "connectedAt" desc limit ${ACCOUNTS_MAX}`)

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
