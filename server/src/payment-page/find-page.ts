import { findPayable } from '../orders/order-store.ts'
import type { Database } from '../platform/database/database.ts'
import { isOrderId } from './page-status.ts'
import { findOrderSnapshots } from './page-store.ts'
import type { PageOrder } from './page-view.ts'
import type { StatusCacheDeps } from './status-cache.ts'

/** What the page of an order is made of; an address that can be no order's does not reach the database. */
export const findPage = async (db: Database, orderId: string): Promise<PageOrder | undefined> =>
  isOrderId(orderId) ? findPayable(db, orderId) : undefined

/** For the status cache: many orders in one query. */
export const loadOrderSnapshots =
  (db: Database): StatusCacheDeps['load'] =>
  (orderIds, knownVersions) =>
    findOrderSnapshots(db, orderIds, knownVersions)
