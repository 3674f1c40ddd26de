import { sql, type Transaction } from '../platform/database/database.ts'
import type { Order } from './order.ts'

/** Adds a paid order to the totals of the reusable link that it was made with, if any. */
export const addToLinkTotals = (tx: Transaction, { merchantId, orderId, settled }: Order): Promise<number> =>
  tx.run(sql`
    insert into reusable_link_totals as t (merchant_id, code, paid, collected_paise)
    select k.merchant_id, k.code, 1, coalesce(${settled}::bigint, 0)
    from reusable_link_orders k where k.merchant_id = ${merchantId} and k.order_id = ${orderId}
    on conflict (merchant_id, code)
    do update set paid = t.paid + 1, collected_paise = t.collected_paise + excluded.collected_paise`)
