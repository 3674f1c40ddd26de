import type { Mode } from '@galla/contract/orders/order-status'
import { part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

/**
 * A report whose payment is not known is a case if a statement reports it or if it names no payment. An alert that names a payment waits
 * for it instead.
 */
const IS_UNKNOWN_CASE = part`r.credit_id is null and r.seen_at is null
  and (r.source = 'statement' or (r.utr is null and r.order_id is null))`

export interface UnknownReversal {
  accountId: string
  source: 'alert' | 'statement'
  sourceKey: string
  utr: string | null
  orderId: string | null
  paise: bigint | null
  at: Date
  words: string | null
}

export const listUnknownReversals = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  limit: number,
): Promise<UnknownReversal[]> =>
  db.rows(sql`
    select r.account_id as "accountId", r.source, r.source_key as "sourceKey", r.utr, r.order_id as "orderId",
      r.amount_paise as paise, r.occurred_at as at, r.words
    from reversal_reports r
    join accounts a on a.merchant_id = r.merchant_id and a.account_id = r.account_id and a.mode = ${mode}
    where r.merchant_id = ${merchantId} and ${IS_UNKNOWN_CASE}
    order by r.reported_at desc, r.source_key desc limit ${limit}`)

export const countUnknownReversals = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  countedMax: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as n from (
      select from reversal_reports r
      join accounts a on a.merchant_id = r.merchant_id and a.account_id = r.account_id and a.mode = ${mode}
      where r.merchant_id = ${merchantId} and ${IS_UNKNOWN_CASE} limit ${countedMax}) counted`)

/** Marks a report as seen. If its payment is found later, that opens a case. */
export const updateReversalSeenAt = (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  { accountId, source, sourceKey }: Pick<UnknownReversal, 'accountId' | 'source' | 'sourceKey'>,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update reversal_reports r set seen_at = coalesce(r.seen_at, ${now})
    from accounts a
    where r.merchant_id = ${merchantId} and r.account_id = ${accountId} and r.source = ${source} and r.source_key = ${sourceKey}
      and r.credit_id is null and a.merchant_id = r.merchant_id and a.account_id = r.account_id and a.mode = ${mode}`)
