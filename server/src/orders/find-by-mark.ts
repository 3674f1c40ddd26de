import type { Database } from '../platform/database/database.ts'
import { hasLanes } from '../platform/distributed/merchant-lanes.ts'
import { markIn } from './order-mark.ts'
import { listMarkedMerchants } from './order-mark-store.ts'

/**
 * Finds what somebody asks for by the id of an order alone. `find` gets the merchants whose mark the id carries, or null: all. An id from
 * before the tables were distributed carries none.
 */
export const findByMark = async <Found>(
  db: Database,
  orderId: string,
  find: (merchantIds: readonly string[] | null) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  if (!(await hasLanes(db))) return find(null)
  const merchantIds = await listMarkedMerchants(db, [markIn(orderId)])
  return (merchantIds.length > 0 ? await find(merchantIds) : undefined) ?? find(null)
}

/** The same for many ids, each found at most once. */
export const listByMark = async <Found extends { readonly orderId: string }>(
  db: Database,
  orderIds: readonly string[],
  list: (orderIds: readonly string[], merchantIds: readonly string[] | null) => Promise<Found[]>,
): Promise<Found[]> => {
  if (!(await hasLanes(db))) return list(orderIds, null)
  return list(orderIds, await listMarkedMerchants(db, orderIds.map(markIn)))
}
