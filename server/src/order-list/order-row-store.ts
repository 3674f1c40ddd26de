import type { TransactionRow } from '@galla/contract/orders/transactions'
import { WAITING_STATES } from '@galla/contract/reconciliation/credits'
import type { Paise } from '@galla/upi/rupees'
import { part, type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'
import type { ExportedOrder } from './order-sheet.ts'

type Dates = 'createdAt' | 'expiresAt' | 'paidAt'
export interface OrderListRow extends WithDates<Omit<TransactionRow, 'amount'>, Dates> {
  /** What was received, or is to be paid. */
  readonly amount: Paise
}

const LIST_ROWS = part`
  select o.order_id as "orderId", o.client_txn_id as "clientTransactionId",
    json_build_object('name', o.customer_name, 'email', o.customer_email) as customer,
    coalesce(o.settled_paise, o.payable_paise) as amount, o.created_at as "createdAt", o.status, m.name as "merchantName",
    settling.utr, o.mode, o.paid_late as "paidLate", o.failure_reason as "failureReason", o.expires_at as "expiresAt",
    o.paid_at as "paidAt",
    exists (
      select from credits c
      where c.merchant_id = o.merchant_id and c.order_id = o.order_id and c.state = any(${WAITING_STATES}::text[]))
    or exists (
      select from reversals v
      where v.merchant_id = o.merchant_id and v.credit_id = o.settled_by_credit_id and v.decision is null) as attention
  from orders o
  join merchants m on m.merchant_id = o.merchant_id
  left join credits settling on settling.merchant_id = o.merchant_id and settling.credit_id = o.settled_by_credit_id`

/** Lists the rows of a page, at most a thousand, in the order of the ids. */
export const listOrderRows = async (
  db: Queryable,
  merchantId: string,
  ids: readonly string[],
): Promise<OrderListRow[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<OrderListRow>(
    sql`${LIST_ROWS} where o.merchant_id = ${merchantId} and o.order_id = any(${ids}::text[])`,
  )
  const byId = new Map(rows.map((row) => [row.orderId, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const findListRow = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderListRow | undefined> =>
  db.maybeOne<OrderListRow>(sql`${LIST_ROWS} where o.merchant_id = ${merchantId} and o.order_id = ${orderId}`)

/** Lists the orders of an export, newest first. */
export const listExportedOrders = (
  db: Queryable,
  merchantId: string,
  ids: readonly string[],
): Promise<ExportedOrder[]> =>
  db.rows<ExportedOrder>(sql`
    select o.order_id, o.mode, o.client_txn_id, o.status, o.failure_reason,
      coalesce(o.settled_paise, o.payable_paise) as shown_paise, o.customer_name, o.customer_email, o.customer_mobile,
      o.purpose, o.udf1, o.udf2, o.udf3, o.created_at, o.paid_at, o.paid_late, settling.utr,
      settling.payer_upi_id, settling.fee_paise
    from orders o
    left join credits settling on settling.merchant_id = o.merchant_id and settling.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${merchantId} and o.order_id = any(${ids}::text[])
    order by o.order_id desc`)

/** Finds the id of the merchant's order that is `orders` places further down the list, if there is one. */
export const findIdFarBelow = async (
  db: Queryable,
  merchantId: string,
  below: string | null,
  orders: number,
): Promise<string | null> => {
  const found = await db.maybeValue<string>(sql`
    select order_id from orders where merchant_id = ${merchantId} and ${below === null ? part`true` : part`order_id < ${below}`}
    order by order_id desc offset ${orders} limit 1`)
  return found ?? null
}
