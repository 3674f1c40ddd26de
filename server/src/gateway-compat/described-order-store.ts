import type { Mode } from '@galla/contract/orders/order-status'
import type { Order, Payee } from '../orders/order.ts'
import { ORDER_COLUMNS } from '../orders/order-columns.ts'
import { columnsOf, type Queryable, sql } from '../platform/database/database.ts'

/** An order with its payee. */
export const findDescription = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<Order & Pick<Payee, 'payeeName' | 'upiId'>> =>
  db.one(sql`
    select ${columnsOf('o', ORDER_COLUMNS)}, a.merchant_name as "payeeName", a.upi_id as "upiId"
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
