import type { Queryable } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { findOrders } from './find-orders.ts'
import { COUNTED_MAX, isBounded, type OrderFilter } from './order-filter.ts'
import { countOrders, listOrderIds } from './order-list-store.ts'
import { findIdFarBelow, listExportedOrders } from './order-row-store.ts'
import type { ExportedOrder } from './order-sheet.ts'

export const ROWS_A_READ = 1_000
/** One statement reads at most this many orders, even if few of them match the filter. */
const ORDERS_LOOKED_AT_MAX = 20_000

export type OrderPages = AsyncGenerator<readonly ExportedOrder[]>

export interface ExportedPages {
  /** Newest first, each page in a short statement, so that no transaction stays open while a slow reader reads. */
  readonly pages: OrderPages
  /** Where it is known without reading them all. */
  readonly rows: number | undefined
  /** Are there more than this? */
  exceeds(rows: number): Promise<boolean>
}

async function* pagesOfIds(db: Queryable, merchantId: string, ids: readonly string[]): OrderPages {
  for (let read = 0; read < ids.length; read += ROWS_A_READ)
    yield await listExportedOrders(db, merchantId, ids.slice(read, read + ROWS_A_READ))
}

/** Goes down the ids, stretch by stretch, so that a filter which lets few pass makes no long statement. */
async function* pagesByKey(db: Queryable, filter: OrderFilter): OrderPages {
  const window = { offset: 0, limit: ROWS_A_READ }
  const last = filter.from === null ? null : firstUlidAt(filter.from)
  for (let below = filter.before === null ? null : firstUlidAt(filter.before); ; ) {
    const from = await findIdFarBelow(db, filter.merchantId, below, ORDERS_LOOKED_AT_MAX)
    const ids = await listOrderIds(db, filter, 'newest', window, { below, from })
    if (ids.length > 0) yield await listExportedOrders(db, filter.merchantId, ids)
    const isFull = ids.length === ROWS_A_READ
    if (!isFull && (from === null || (last !== null && from <= last))) return
    below = (isFull ? ids.at(-1) : undefined) ?? from
  }
}

/**
 * All orders of a filter. Few are found as the list finds them; where there are many the filter is dense, and going down the ids
 * meets them soon.
 */
export const findOrderPages = async (db: Queryable, filter: OrderFilter): Promise<ExportedPages> => {
  const { ids, total, isMore } = await findOrders(db, filter, 'newest', { offset: 0, limit: COUNTED_MAX })
  if (!isMore && total <= COUNTED_MAX) {
    const pages = pagesOfIds(db, filter.merchantId, ids)
    return { pages, rows: ids.length, exceeds: async (rows) => ids.length > rows }
  }
  const pages = pagesByKey(db, filter)
  if (!isBounded(filter)) return { pages, rows: total, exceeds: async (rows) => total > rows }
  const wider: OrderFilter = { ...filter, status: 'all', search: null, minPaise: null, maxPaise: null }
  return {
    pages,
    rows: undefined,
    exceeds: async (rows) =>
      (await countOrders(db, wider, null)) > rows && (await countOrders(db, filter, rows + 1)) > rows,
  }
}
