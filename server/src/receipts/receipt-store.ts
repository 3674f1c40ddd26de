import { type Queryable, sql } from '../platform/database/database.ts'
import type { Receipt, ReturnedStatus } from './receipt.ts'

interface SettledOrder extends Omit<Receipt, 'utr' | 'received' | 'returned'> {
  readonly merchantId: string
  readonly creditId: string
  readonly utr: string | null
  readonly returnedAs: ReturnedStatus | null
  readonly returnedAt: Date
}

/** Finds a paid order and the payment that settled it. */
export const findSettled = (db: Queryable, orderId: string): Promise<SettledOrder | undefined> =>
  db.maybeOne(
    sql`
    select o.merchant_id as "merchantId", o.order_id as "orderId", c.credit_id as "creditId", o.client_txn_id as "clientTxnId", o.mode,
      a.merchant_name as "merchantName", a.upi_id as "upiId", m.page_language as language, o.settled_paise as amount, c.utr,
      c.payer_upi_id as "payerUpiId", c.payer_name as "payerName", o.paid_at as "recordedAt",
      (select case e.source when 'alert' then 'message' when 'manual' then 'shop' else e.source end from evidence e
        where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id
        order by e.source = 'manual', e.reported_at, e.source limit 1) as "confirmedBy",
      case when c.state = 'refunded' then 'refunded' when v.credit_id is not null then 'reversed' end as "returnedAs",
      case when c.state <> 'refunded' then v.opened_at else (
        select min(h.at) from credit_history h
        where h.merchant_id = c.merchant_id and h.credit_id = c.credit_id
          and h.state = 'refunded') end as "returnedAt"
    from orders o
    join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    join merchants m on m.merchant_id = o.merchant_id
    join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    left join reversals v on v.merchant_id = c.merchant_id and v.credit_id = c.credit_id and v.counts
    where o.order_id = ${orderId} and o.status = 'success'`,
  )
