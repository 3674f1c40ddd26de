import type { OpenCredit, SharedUpiId } from '@galla/contract/operator/operator-merchants'
import type { Mode } from '@galla/contract/orders/order-status'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface OpenCreditRow extends Omit<OpenCredit, 'amount' | 'orderAmount' | 'receivedAt'> {
  readonly amount: Paise
  readonly orderAmount: Paise | null
  readonly receivedAt: Date
}

/** Lists the newest first, of one mode or of both. */
export const listOpenCredits = (
  db: Queryable,
  mode: Mode | 'all',
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<OpenCreditRow[]> =>
  db.rows(sql`
    select c.credit_id as id, c.merchant_id as "merchantId", m.name as "merchantName", a.mode, c.state, c.amount_paise as amount,
      o.payable_paise as "orderAmount", c.order_id as "orderId", c.utr, c.payer_name as "payerName", c.received_at as "receivedAt"
    from credits c
    join merchants m using (merchant_id)
    join accounts a using (merchant_id, account_id)
    left join orders o on o.merchant_id = c.merchant_id and o.order_id = c.order_id
    where c.state in ('unmatched', 'ambiguous', 'amount_mismatch', 'duplicate')
      and (${mode} = 'all' or a.mode = ${mode})
      and (${after}::text is null or c.credit_id < ${after})
    order by c.credit_id desc limit ${limit}`)

/** Lists those that most merchants share first; the banks' letters are the same in any case. */
export const listSharedUpiIds = (db: Queryable, limit: number): Promise<SharedUpiId[]> =>
  db.rows(sql`
    select lower(a.upi_id) as "upiId",
      to_jsonb((array_agg(jsonb_build_object('merchantId', a.merchant_id, 'merchantName', m.name)
        order by a.created_at))[1:${limit}]) as merchants
    from accounts a
    join merchants m using (merchant_id)
    where a.mode = 'live' and a.is_current
    group by lower(a.upi_id)
    having count(*) > 1
    order by count(*) desc, lower(a.upi_id) limit ${limit}`)
