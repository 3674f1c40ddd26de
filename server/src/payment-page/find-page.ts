import { findByMark, listByMark, toMarkLanes } from '../orders/find-by-mark.ts'
import { findPayable } from '../orders/payable-order-store.ts'
import type { Database } from '../platform/database/database.ts'
import { isOrderId } from './page-status.ts'
import { findOrderLink, listOrderSnapshots } from './page-store.ts'
import type { OrderLink, PageOrder } from './page-view.ts'
import type { StatusCacheDeps } from './status-cache.ts'

/** What the page of an order is made of; an address that can be no order's does not reach the database. */
export const findPage = async (db: Database, orderId: string): Promise<PageOrder | undefined> =>
  isOrderId(orderId)
    ? findByMark(db, orderId, (merchantIds) => findPayable(db, orderId, merchantIds))
    : undefined

/** The reusable link that an order was made with. Such orders have no address to go back to. */
export const findPageLink = async (
  db: Database,
  { merchantId, orderId, redirectUrl }: PageOrder['order'],
): Promise<OrderLink | undefined> => (redirectUrl === '' ? findOrderLink(db, merchantId, orderId) : undefined)

/** For the status cache: many orders in one query. */
export const statusSource = (db: Database): Pick<StatusCacheDeps, 'load' | 'toLanes'> => ({
  load(orderIds, knownVersions) {
    const versionOf = new Map(orderIds.map((orderId, n) => [orderId, knownVersions[n] ?? 0]))
    return listByMark(db, orderIds, (ids, merchantIds) =>
      listOrderSnapshots(
        db,
        ids,
        // An order that is not among these is looked for on all servers, so those of the marks come whatever is known.
        ids.map((id) => (merchantIds === null ? (versionOf.get(id) ?? 0) : 0)),
        merchantIds,
      ),
    )
  },
  toLanes: (orderIds) => toMarkLanes(db, orderIds),
})
