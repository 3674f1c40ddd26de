import { part, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import type { Order } from './order.ts'

/**
 * Adds paid orders to the totals of the reusable links that they were made with, in the order of the links, so that two transactions that
 * count the same links cannot deadlock.
 */
export const addToLinkTotals = (tx: Transaction, paid: readonly Order[]): Promise<number> =>
  tx.run(
    prepared(sql`
    insert into reusable_link_totals as t (merchant_id, code, paid, collected_paise)
    select k.merchant_id, k.code, count(*), coalesce(sum(p.paise), 0)::bigint
    from unnest(${paid.map(({ merchantId }) => merchantId)}::text[], ${paid.map(({ orderId }) => orderId)}::text[],
      ${paid.map(({ settled }) => settled)}::bigint[]) as p (merchant_id, order_id, paise)
    join reusable_link_orders k on ${onShardOf(part`k.merchant_id`, merchantsOf(paid))} and k.merchant_id = p.merchant_id
      and k.order_id = p.order_id
    group by k.merchant_id, k.code order by k.merchant_id, k.code
    on conflict (merchant_id, code)
    do update set paid = t.paid + excluded.paid, collected_paise = t.collected_paise + excluded.collected_paise`),
  )
