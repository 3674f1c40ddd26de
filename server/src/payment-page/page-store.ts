import type { Dialect } from '@galla/contract/dialects'
import type { OrderStatus } from '@galla/contract/order-status'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { OrderFacts } from './page-status.ts'

/** The facts of many orders, of whichever merchants; those that don't exist are missing from the answer. */
export const findOrderFactsOf = async (db: Queryable, orderIds: readonly string[]): Promise<OrderFacts[]> => {
  const rows = await db.rows<{
    order_id: string
    dialect: Dialect | null
    order_number: bigint | null
    client_txn_id: string
    redirect_url: string
    status: OrderStatus
    expires_at: Date
    version: number
  }>(sql`
    select order_id, dialect, order_number, client_txn_id, redirect_url, status, expires_at, version
    from orders where order_id = any(${orderIds}::text[])`)
  return rows.map((row) => ({
    orderId: row.order_id,
    dialect: row.dialect,
    orderNumber: row.order_number === null ? null : Number(row.order_number),
    clientTxnId: row.client_txn_id,
    redirectUrl: row.redirect_url,
    status: row.status,
    expiresAt: row.expires_at,
    version: row.version,
  }))
}
