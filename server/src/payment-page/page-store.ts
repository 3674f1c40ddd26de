import { type Queryable, sql } from '../platform/database/database.ts'
import { isoDates, type WithDates } from '../platform/iso-dates.ts'
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
  const rows = await db.rows<WithDates<OrderSnapshot, 'expiresAt'>>(sql`
    select * from (
      select o.order_id as "orderId", o.dialect, o.order_number::float8 as "orderNumber", o.client_txn_id as "clientTxnId",
        o.redirect_url as "redirectUrl", o.status, o.expires_at as "expiresAt", o.version,
        case when o.status <> 'success' then (
          select sum(c.amount_paise)::bigint from credits c
          where c.merchant_id = o.merchant_id and c.order_id = o.order_id
            and c.state = 'amount_mismatch') end as "otherAmount"
      from orders o
      where o.order_id = any(${orderIds}::text[])) found
    where "otherAmount" is not null
      or version <> coalesce((${JSON.stringify(knownVersions)}::jsonb ->> "orderId")::int, 0)`)
  return rows.map(isoDates)
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
