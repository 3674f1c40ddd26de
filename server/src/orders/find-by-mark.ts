import type { Database } from '../platform/database/database.ts'
import { isDistributed } from '../platform/distributed/is-distributed.ts'
import { laneOf } from '../platform/distributed/merchant-lanes.ts'
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
  if (!isDistributed(db)) return find(null)
  const merchantIds = await listMarkedMerchants(db, [markIn(orderId)])
  return (merchantIds.length > 0 ? await find(merchantIds) : undefined) ?? find(null)
}

/** Divides ids into those that one statement may ask about: those of one mark, so that a server that is away fails no others. */
export const toMarkLanes = (db: Database, orderIds: readonly string[]): string[][] => [
  ...Map.groupBy(orderIds, (orderId) => laneOf(db, String(markIn(orderId)))).values(),
]

/** The same for many ids, each found at most once. `list` with merchants lists all of their orders among the ids. */
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
