import type { Mode } from '@galla/contract/orders/order-status'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { CreditSource } from '../ledger/credit.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

/** Sums the credits of a day by their present state, and the payable amounts of the orders that they settled. */
export const sumCreditsOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  from: Date,
  before: Date,
): Promise<
  {
    state: CreditState
    n: number
    paise: bigint
    fee_paise: bigint
    orders: number
    expected_paise: bigint
  }[]
> =>
  db.rows(sql`
    select c.state, count(*)::int as n, sum(c.amount_paise)::bigint as paise,
      coalesce(sum(c.fee_paise), 0)::bigint as fee_paise, count(o.order_id)::int as orders,
      coalesce(sum(o.payable_paise), 0)::bigint as expected_paise
    from unnest(array['matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'ignored', 'refunded']) s (state)
    join credits c on c.merchant_id = ${merchantId} and c.state = s.state and c.received_at >= ${from}
      and c.received_at < ${before} and c.mode = ${mode} and c.copy_of is null
    left join orders o on o.merchant_id = c.merchant_id and o.settled_by_credit_id = c.credit_id
    group by c.state`)

/** Sums the credits of a day in these states, by the source that reported each first. */
export const listSourcesOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  states: readonly CreditState[],
  from: Date,
  before: Date,
): Promise<{ source: CreditSource; n: number; paise: bigint }[]> =>
  db.rows(sql`
    select first.source, count(*)::int as n, sum(c.amount_paise)::bigint as paise
    from unnest(${states}::text[]) s (state)
    join credits c on c.merchant_id = ${merchantId} and c.state = s.state and c.received_at >= ${from}
      and c.received_at < ${before} and c.mode = ${mode} and c.copy_of is null
    cross join lateral (
      select e.source from evidence e
      where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id order by e.reported_at limit 1) first
    group by first.source order by paise desc, first.source`)
