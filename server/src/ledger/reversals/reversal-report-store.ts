import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import type { PaymentName, ReportedReversal } from './reported-reversal.ts'

export const insertReports = (
  tx: Transaction,
  reports: readonly ReportedReversal[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into reversal_reports (merchant_id, account_id, source, source_key, utr, order_id, amount_paise, occurred_at, words,
      reported_at)
    select r.*, ${now} from unnest(${reports.map(({ merchantId }) => merchantId)}::text[],
      ${reports.map(({ accountId }) => accountId)}::text[], ${reports.map(({ source }) => source)}::text[],
      ${reports.map(({ sourceKey }) => sourceKey)}::text[], ${reports.map(({ utr }) => utr)}::text[],
      ${reports.map(({ orderId }) => orderId)}::text[], ${reports.map(({ amount }) => amount)}::bigint[],
      ${reports.map(({ at }) => at)}::timestamptz[], ${reports.map(({ words }) => words)}::text[]) as r
    on conflict do nothing`)

/**
 * Links reports that name one of these payments of a merchant to their credits, and returns the ids of these credits. The UTR of a report may
 * be another number of the bank: then the order counts. A bank may report at another account than the one that the payment is recorded for.
 */
export const linkReports = (
  tx: Transaction,
  merchantId: string,
  names: readonly PaymentName[],
): Promise<string[]> =>
  tx.values<string>(sql`
    with names as materialized (
      select * from unnest(${names.map(({ accountId }) => accountId)}::text[], ${names.map(({ utr }) => utr)}::text[],
        ${names.map(({ orderId }) => orderId)}::text[]) as n (account_id, utr, order_id)
    ), waiting as materialized (
      select r.account_id, r.source, r.source_key, r.utr, r.order_id, a.mode from names n
      join accounts na on na.merchant_id = ${merchantId} and na.account_id = n.account_id
      join reversal_reports r on r.merchant_id = ${merchantId} and r.utr = n.utr
      join accounts a on a.merchant_id = ${merchantId} and a.account_id = r.account_id and a.mode = na.mode
      where r.credit_id is null
      union
      select r.account_id, r.source, r.source_key, r.utr, r.order_id, a.mode from names n
      join reversal_reports r on r.merchant_id = ${merchantId} and r.account_id = n.account_id and r.order_id = n.order_id
      join accounts a on a.merchant_id = ${merchantId} and a.account_id = r.account_id
      where r.credit_id is null
    ), linked as (
      update reversal_reports r set credit_id = c.credit_id
      from waiting w cross join lateral (
        select f.credit_id from (
          select 1 as n, credit_id from credits
          where merchant_id = ${merchantId} and account_id = w.account_id and utr = w.utr
          union all
          select 2, credit_id from credits
          where merchant_id = ${merchantId} and utr = w.utr and mode = w.mode and copy_of is null
          union all
          select 3, settled_by_credit_id from orders
          where merchant_id = ${merchantId} and order_id = w.order_id and account_id = w.account_id
            and settled_by_credit_id is not null) f
        order by f.n limit 1) c
      where r.merchant_id = ${merchantId} and r.account_id = w.account_id and r.source = w.source
        and r.source_key = w.source_key and r.credit_id is null
      returning r.credit_id
    )
    select distinct credit_id from linked`)

/** A report whose payment is not known, with its position in the list. */
export interface WaitingReport extends PaymentName {
  readonly reportedAt: Date
  readonly sourceKey: string
}

/** Lists the newest reports whose payment is not known, from a position on. */
export const listWaitingReports = (
  db: Queryable,
  limit: number,
  after?: WaitingReport,
): Promise<WaitingReport[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", account_id as "accountId", utr, order_id as "orderId", reported_at as "reportedAt",
      source_key as "sourceKey"
    from reversal_reports
    where credit_id is null and (utr is not null or order_id is not null)
      and (reported_at, source_key) < (coalesce(${after?.reportedAt ?? null}::timestamptz, 'infinity'), ${after?.sourceKey ?? ''})
    order by reported_at desc, source_key desc limit ${limit}`)

/** Deletes old reports whose payment never came, `limit` at most, but none that waits for the merchant. */
export const deleteWaitingReports = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from reversal_reports where (merchant_id, account_id, source, source_key) in (
      select merchant_id, account_id, source, source_key from reversal_reports where credit_id is null and reported_at < ${before}
        and (seen_at is not null or (source = 'alert' and (utr is not null or order_id is not null)))
      order by reported_at limit ${limit})`)
