import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface DescriptionRow {
  dialect: Dialect | null
  order_number: bigint | null
  attempt: number
  created_at: Date
  expires_at: Date
  amount_paise: bigint
  purpose: string
  customer_name: string
  customer_email: string
  customer_mobile: string
  redirect_url: string
  udf1: string | null
  udf2: string | null
  udf3: string | null
  payee_name: string
  upi_id: string
}

/** The data with which an order was created, and its payee. */
export const findDescription = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<DescriptionRow> =>
  db.one(sql`
    select o.dialect, o.order_number, o.attempt, o.created_at, o.expires_at, o.amount_paise, o.purpose, o.customer_name, o.customer_email, o.customer_mobile, o.redirect_url,
           o.udf1, o.udf2, o.udf3, a.merchant_name as payee_name, a.upi_id
    from orders o
    join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    where o.merchant_id = ${merchantId} and o.order_id = ${orderId}`)

/** Finds the merchant's own ID of an order by our ID. */
export const findClientTxnId = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  orderId: string,
): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    select client_txn_id from orders
    where merchant_id = ${merchantId} and order_id = ${orderId} and mode = ${mode}`)
