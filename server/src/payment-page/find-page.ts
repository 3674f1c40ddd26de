import { findPayable } from '../orders/payable-order-store.ts'
import type { Database } from '../platform/database/database.ts'
import { isOrderId } from './page-status.ts'
import { findOrderLink, listOrderSnapshots } from './page-store.ts'
import type { OrderLink, PageOrder } from './page-view.ts'
import type { StatusCacheDeps } from './status-cache.ts'

/** Finds the data of an order's page. A malformed id does not reach the database. */
export const findPage = async (db: Database, orderId: string): Promise<PageOrder | undefined> =>
  isOrderId(orderId) ? findPayable(db, orderId) : undefined

/** Finds the reusable link of an order. Only orders of links have no redirect URL. */
export const findPageLink = async (
  db: Database,
  { merchantId, orderId, redirectUrl }: PageOrder['order'],
): Promise<OrderLink | undefined> => (redirectUrl === '' ? findOrderLink(db, merchantId, orderId) : undefined)

/** Reads many orders in one query, for the status cache. */
export const loadSnapshots =
  (db: Database): StatusCacheDeps['load'] =>
  (orderIds, knownVersions) =>
    listOrderSnapshots(db, orderIds, knownVersions)
