import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { KnownVersions, OrderSnapshot } from './page-status.ts'
import type { OrderLink } from './page-view.ts'

/**
 * Lists the snapshots of orders whose version differs from the known one, or for which another amount has come. Orders that do not exist
 * are missing. The
 * versions are one JSON object, because in a database that was never analysed a join with a list of them reads all orders.
 */
export const listOrderSnapshots = async (
  db: Queryable,
  orderIds: readonly string[],
  knownVersions: KnownVersions,
): Promise<OrderSnapshot[]> => {
  const rows = await db.rows<{
    order_id: string
    dialect: Dialect | null
    order_number: bigint | null
    client_txn_id: string
    redirect_url: string
    status: OrderStatus
    expires_at: Date
    version: number
    other_amount_paise: Paise | null
  }>(
    sql`
    select * from (
      select o.order_id, o.dialect, o.order_number, o.client_txn_id, o.redirect_url, o.status, o.expires_at, o.version,
        case when o.status <> 'success' then (
          select sum(c.amount_paise)::bigint from credits c
          where c.merchant_id = o.merchant_id and c.order_id = o.order_id
            and c.state = 'amount_mismatch') end as other_amount_paise
      from orders o
      where o.order_id = any(${orderIds}::text[])) found
    where other_amount_paise is not null
      or version <> coalesce((${JSON.stringify(knownVersions)}::jsonb ->> order_id)::int, 0)`,
  )
  return rows.map((row) => ({
    orderId: row.order_id,
    dialect: row.dialect,
    orderNumber: row.order_number === null ? null : Number(row.order_number),
    clientTxnId: row.client_txn_id,
    redirectUrl: row.redirect_url,
    status: row.status,
    expiresAt: row.expires_at.toISOString(),
    version: row.version,
    otherAmount: row.other_amount_paise,
  }))
}

/** Finds what the page shows of an order's reusable link. */
export const findOrderLink = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderLink | undefined> =>
  db.maybeOne(sql`
    select l.code, l.thanks, l.closed_at as "closedAt", l.last_day::text as "lastDay"
    from reusable_link_orders k
    join reusable_links l on l.merchant_id = k.merchant_id and l.code = k.code
    where k.merchant_id = ${merchantId} and k.order_id = ${orderId}`)
