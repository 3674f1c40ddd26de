import { part, sql, type Transaction } from '../platform/database/database.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import type { Order } from './order.ts'

interface PaidByLink {
  readonly merchant_id: string
  readonly code: string
  readonly order_id: string
}

/** Finds those of the orders that were made with reusable links, in the order of the links. */
export const listLinksOfOrders = (tx: Transaction, orders: readonly Order[]): Promise<PaidByLink[]> =>
  tx.rows(sql`
    select k.merchant_id, k.code, k.order_id from reusable_link_orders k
    where ${onShardOf(part`k.merchant_id`, merchantsOf(orders))} and (k.merchant_id, k.order_id) in (
      select * from unnest(${orders.map(({ merchantId }) => merchantId)}::text[], ${orders.map(({ orderId }) => orderId)}::text[]))
    order by k.merchant_id, k.code`)

export interface LinkPayments {
  readonly merchantId: string
  readonly code: string
  readonly paid: number
  readonly paise: bigint
}

/** Adds payments to the totals of links, each link once. */
export const addToLinkTotals = (tx: Transaction, links: readonly LinkPayments[]): Promise<number> =>
  tx.run(sql`
    insert into reusable_link_totals as t (merchant_id, code, paid, collected_paise)
    select * from unnest(${links.map(({ merchantId }) => merchantId)}::text[], ${links.map(({ code }) => code)}::text[],
      ${links.map(({ paid }) => paid)}::int[], ${links.map(({ paise }) => paise)}::bigint[])
    on conflict (merchant_id, code)
    do update set paid = t.paid + excluded.paid, collected_paise = t.collected_paise + excluded.collected_paise`)
