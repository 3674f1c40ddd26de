import type { Mode } from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { part, type Queryable, sql } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import { ofMerchants } from '../platform/distributed/merchant-lanes.ts'
import type { ReturnedStatus } from './receipt.ts'

export interface ReceiptRow {
  merchant_id: string
  order_id: string
  credit_id: string
  client_txn_id: string
  mode: Mode
  merchant_name: string
  page_language: PageLanguage
  settled_paise: bigint
  utr: string | null
  payer_upi_id: string | null
  payer_name: string | null
  paid_at: Date
  returned_as: ReturnedStatus | null
  returned_at: Date
}

/** Finds the payment that settled an order. */
export const findSettled = (
  db: Queryable,
  orderId: string,
  merchantIds: readonly string[] | null,
): Promise<ReceiptRow | undefined> =>
  db.maybeOne<ReceiptRow>(
    prepared(sql`
    select o.merchant_id, o.order_id, c.credit_id, o.client_txn_id, o.mode, a.merchant_name, m.page_language, o.settled_paise, c.utr, c.payer_upi_id, c.payer_name, o.paid_at,
      case when c.state = 'refunded' then 'refunded' when v.credit_id is not null then 'reversed' end as returned_as,
      case when c.state <> 'refunded' then v.opened_at else (
        select min(h.at) from credit_history h
        where ${ofMerchants(part`h.merchant_id`, merchantIds)} and h.merchant_id = c.merchant_id and h.credit_id = c.credit_id
          and h.state = 'refunded') end as returned_at
    from orders o
    join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    join merchants m on m.merchant_id = o.merchant_id
    join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    left join reversals v on v.merchant_id = c.merchant_id and v.credit_id = c.credit_id and v.counts
    where ${ofMerchants(part`o.merchant_id`, merchantIds)} and o.order_id = ${orderId} and o.status = 'success'`),
  )
