import type { Database } from '../platform/database/database.ts'
import { isDistributed } from '../platform/distributed/is-distributed.ts'
import { shardOf } from '../platform/distributed/merchant-shards.ts'
import { markIn } from './order-mark.ts'
import { listMarkedMerchants } from './order-store.ts'

/**
 * Finds something by an order id alone. `find` gets the merchants with the mark of the id, or null for all, because an id from before the
 * tables were distributed has no mark.
 */
export const findByMark = async <Found>(
  db: Database,
  orderId: string,
  find: (merchantIds: readonly string[] | null) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  if (!isDistributed(db)) return find(null)
  const merchantIds = await listMarkedMerchants(db, [markIn(orderId)])
  return (merchantIds.length > 0 ? await find(merchantIds) : undefined) ?? find(null)
}

/** Groups ids by mark, for one statement each, so that an unavailable server affects no others. */
export const splitMarksByShard = (db: Database, orderIds: readonly string[]): string[][] => [
  ...Map.groupBy(orderIds, (orderId) => shardOf(db, String(markIn(orderId)))).values(),
]

/** Like `findByMark`, for many ids. `list` with merchants returns all of their orders among the ids. */
export const listByMark = async <Found extends { readonly orderId: string }>(
  db: Database,
  orderIds: readonly string[],
  list: (orderIds: readonly string[], merchantIds: readonly string[] | null) => Promise<Found[]>,
): Promise<Found[]> => {
  if (!isDistributed(db)) return list(orderIds, null)
  const merchantIds = await listMarkedMerchants(db, orderIds.map(markIn))
  const found = merchantIds.length > 0 ? await list(orderIds, merchantIds) : []
  const foundIds = new Set(found.map(({ orderId }) => orderId))
  const unmarked = orderIds.filter((orderId) => !foundIds.has(orderId))
  return unmarked.length > 0 ? [...found, ...(await list(unmarked, null))] : found
}
