import type { SourceHealth } from '@galla/contract/source-health/sources'
import type { SilenceReason, Source } from '@galla/contract/webhooks/webhook'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'
import type { ReportedPayment } from './missed-payments.ts'

type Dates = 'connectedAt' | 'lastHeardAt' | 'lastMessageAt' | 'unusedSince'
export interface SourceHealthRow extends WithDates<Omit<SourceHealth, 'silence'>, Dates> {
  readonly silentSince: Date | null
  readonly noticedAt: Date | null
  readonly reason: SilenceReason | null
}

/** Newer payments are left out, because other sources may not have reported them yet. */
const SETTLED_MINUTES = 5
/** If there are more payments, only the newest are compared. */
const PAYMENTS_MAX = 5_000

/**
 * Lists the sources of the current live account with the share of its payments that each reported. A payment counts for the sources that were
 * connected and in use when it was made. A payment without a UTR does not count, because it cannot be compared with other reports.
 */
export const listSourceHealth = (
  db: Queryable,
  merchantId: string,
  now: Date,
  days: number,
): Promise<SourceHealthRow[]> =>
  db.rows(sql`
    with account as (
      select account_id from accounts where merchant_id = ${merchantId} and mode = 'live' and is_current
    ), paid as materialized (
      select c.credit_id, c.received_at from credits c join account using (account_id)
      where c.merchant_id = ${merchantId} and c.utr is not null and c.state <> 'ignored'
        and c.received_at between ${now}::timestamptz - make_interval(days => ${days}::int)
          and ${now}::timestamptz - make_interval(mins => ${SETTLED_MINUTES}::int)
      order by c.received_at desc limit ${PAYMENTS_MAX}::int
    ), reported as materialized (
      select p.credit_id, case when e.source <> 'alert' then e.source when a.channel in ('mailbox', 'address') then 'mailbox'
          else 'phone' end as source, min(e.reported_at) as at
      from paid p join evidence e on e.merchant_id = ${merchantId} and e.credit_id = p.credit_id
      left join alerts a on a.merchant_id = e.merchant_id and a.alert_id = e.source_key and e.source = 'alert'
      where e.source in ('provider', 'alert', 'statement')
      group by 1, 2
    )
    select h.source, h.connected_at as "connectedAt", h.heard_at as "lastHeardAt", h.message_at as "lastMessageAt",
      h.unused_since as "unusedSince", s.heard_at as "silentSince", s.noticed_at as "noticedAt", s.reason,
      count(p.credit_id)::int as payments, count(r.credit_id)::int as heard,
      percentile_cont(0.5) within group (order by greatest(0, extract(epoch from r.at - p.received_at))::float8)
        filter (where r.credit_id is not null) as "delayP50",
      percentile_cont(0.95) within group (order by greatest(0, extract(epoch from r.at - p.received_at))::float8)
        filter (where r.credit_id is not null) as "delayP95"
    from account join source_heartbeats h on h.merchant_id = ${merchantId} and h.account_id = account.account_id
    left join source_silences s on s.merchant_id = h.merchant_id and s.account_id = h.account_id and s.source = h.source
      and s.ended_at is null
    left join paid p on p.received_at >= h.connected_at and (h.unused_since is null or p.received_at < h.unused_since)
    left join reported r on r.credit_id = p.credit_id and r.source = h.source
    group by h.source, h.connected_at, h.heard_at, h.message_at, h.unused_since, s.heard_at, s.noticed_at, s.reason
    order by h.source`)

/** Enough to know what is usual. */
const USUAL_PAYMENTS_MAX = 100

/** Lists the newest payments of an account since a source was connected, with when it reported each. */
export const listReportedPayments = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  source: Source,
  { since, from }: { readonly since: Date; readonly from: string },
): Promise<ReportedPayment[]> =>
  db.rows(sql`
    select c.amount_paise as amount, c.received_at as "madeAt", c.created_at as "knownAt",
      min(e.reported_at) filter (where ${source} = case when e.source <> 'alert' then e.source
        when a.channel in ('mailbox', 'address') then 'mailbox' else 'phone' end) as "heardAt"
    from (
      select credit_id, amount_paise, received_at, created_at from credits
      where merchant_id = ${merchantId} and account_id = ${accountId} and credit_id >= ${from} and utr is not null
        and state <> 'ignored' and received_at >= ${since}
      order by credit_id desc limit ${USUAL_PAYMENTS_MAX}
    ) c
    join evidence e on e.merchant_id = ${merchantId} and e.credit_id = c.credit_id and e.source in ('provider', 'alert', 'statement')
    left join alerts a on a.merchant_id = ${merchantId} and a.alert_id = e.source_key and e.source = 'alert'
    group by c.credit_id, c.amount_paise, c.received_at, c.created_at
    order by c.credit_id desc`)
