import type { Source } from '@galla/contract/webhooks/webhook'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { ReportedPayment } from './missed-payments.ts'

/** Enough to know what is usual. */
const PAYMENTS_MAX = 100

/** Lists the newest payments of an account since a source was connected, with when it reported each. */
export const listReportedPayments = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  source: Source,
  { since, from }: { readonly since: Date; readonly from: string },
): Promise<ReportedPayment[]> =>
  db.rows(sql`
    select c.amount_paise as amount, c.received_at as "madeAt", c.created_at as "knownAt", r.heard_at as "heardAt"
    from (
      select merchant_id, credit_id, amount_paise, received_at, created_at from credits
      where merchant_id = ${merchantId} and account_id = ${accountId} and credit_id >= ${from} and utr is not null
        and state <> 'ignored' and received_at >= ${since}
      order by credit_id desc limit ${PAYMENTS_MAX}
    ) c
    cross join lateral (
      select count(*) as reports, min(e.reported_at) filter (where ${source} = case when e.source <> 'alert' then e.source
        when a.channel in ('mailbox', 'address') then 'mailbox' else 'phone' end) as heard_at
      from evidence e
      left join alerts a on a.merchant_id = e.merchant_id and a.alert_id = e.source_key and e.source = 'alert'
      where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id and e.source in ('provider', 'alert', 'statement')
    ) r
    where r.reports > 0
    order by c.credit_id desc`)
