import type { Mode } from '@galla/contract/orders/order-status'
import { part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

/**
 * Whether a report whose payment is not known is a case of its own: money that a statement says went back, or a chargeback that names
 * no payment. An alert with a reference may be about a payment of the merchant's own.
 */
const IS_UNKNOWN_CASE = part`r.credit_id is null and r.seen_at is null
  and (r.source = 'statement' or (r.utr is null and r.order_id is null))`

export interface UnknownReversal {
  account_id: string
  source: 'alert' | 'statement'
  source_key: string
  utr: string | null
  order_id: string | null
  amount_paise: bigint | null
  occurred_at: Date
  words: string | null
}

export const listUnknownReversals = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  limit: number,
): Promise<UnknownReversal[]> =>
  db.rows(sql`
    select r.account_id, r.source, r.source_key, r.utr, r.order_id, r.amount_paise, r.occurred_at, r.words
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

export interface ReversalName {
  readonly accountId: string
  readonly source: 'alert' | 'statement'
  readonly sourceKey: string
}

/** Marks a report as seen. Its payment may still be found later, and has a case of its own then. */
export const updateReversalSeenAt = (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  { accountId, source, sourceKey }: ReversalName,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update reversal_reports r set seen_at = coalesce(r.seen_at, ${now})
    from accounts a
    where r.merchant_id = ${merchantId} and r.account_id = ${accountId} and r.source = ${source} and r.source_key = ${sourceKey}
      and r.credit_id is null and a.merchant_id = r.merchant_id and a.account_id = r.account_id and a.mode = ${mode}`)
