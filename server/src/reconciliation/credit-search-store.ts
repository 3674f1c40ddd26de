import type { Mode } from '@galla/contract/orders/order-status'
import {
  CREDITS_SEARCHED_MAX,
  type CreditFilter,
  type CreditState,
} from '@galla/contract/reconciliation/credits'
import { parseRupees } from '@galla/upi/rupees'
import { type Queryable, sql } from '../platform/database/database.ts'

interface Searched {
  readonly merchantId: string
  readonly mode: Mode
  readonly states: readonly CreditState[]
  /** Of these states, only late or reversed credits. */
  readonly only: CreditFilter
}

/**
 * Finds a page of the credits that contain a word, newest first, and their number. It searches the newest of each state. A whole UTR is
 * found by its index, however old the credit is.
 */
export const searchCredits = async (
  db: Queryable,
  { merchantId, mode, states, only }: Searched,
  search: string,
  {
    offset,
    limit,
    countedMax,
  }: { readonly offset: number; readonly limit: number; readonly countedMax: number },
): Promise<{ ids: string[]; total: number }> => {
  const word = search.toLowerCase()
  const paise = parseRupees(search) ?? null
  const { ids, n } = await db.one<{ ids: string[]; n: number }>(sql`
    with mine as materialized (
      select account_id from accounts where merchant_id = ${merchantId} and mode = ${mode}
    ), recent as materialized (
      select c.* from unnest(${states}::text[]) s (state) cross join lateral (
        select credit_id, account_id, utr, amount_paise, received_at, payer_upi_id, payer_name, order_id from credits
        where merchant_id = ${merchantId} and state = s.state
        order by received_at desc limit ${CREDITS_SEARCHED_MAX}) c
      where c.account_id in (select account_id from mine)
    ), seen as materialized (
      select r.credit_id, r.received_at from recent r
      left join orders o on o.merchant_id = ${merchantId} and o.order_id = r.order_id
      where (${only}::text <> 'late' or o.paid_late) and (
        r.amount_paise = ${paise}::bigint or strpos(lower(concat_ws(E'\n', r.utr, r.payer_upi_id, r.payer_name, r.order_id,
          o.client_txn_id, o.customer_name)), ${word}) > 0)
      union
      select c.credit_id, c.received_at from mine
      join credits c on c.merchant_id = ${merchantId} and c.account_id = mine.account_id and c.utr = ${search.toUpperCase()}
      left join orders o on o.merchant_id = c.merchant_id and o.order_id = c.order_id
      where c.state = any(${states}::text[]) and (${only}::text <> 'late' or o.paid_late)
    ), found as materialized (
      select * from seen s where ${only}::text <> 'reversed' or exists (
        select from reversals v
        where v.merchant_id = ${merchantId} and v.credit_id = s.credit_id and v.decision is null)
    )
    select (select count(*)::int from (select from found limit ${countedMax + 1}) counted) as n,
      array(select credit_id from found order by received_at desc, credit_id desc limit ${limit} offset ${offset}) as ids`)
  return { ids, total: n }
}
