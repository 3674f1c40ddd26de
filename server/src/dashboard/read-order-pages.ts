import type { Queryable } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { findOrders } from './find-orders.ts'
import { COUNTED_MAX, type OrderFilter } from './order-filter.ts'
import { countOrders, findIdFarBelow, readOrdersOf, readOrdersWithin } from './order-list-store.ts'
import type { ExportedOrder } from './order-sheet.ts'

export const ROWS_A_READ = 1_000
/** One statement looks at no more, however few of them the filter lets pass. */
const ORDERS_LOOKED_AT_MAX = 20_000

export type OrderPages = AsyncGenerator<readonly ExportedOrder[]>

export interface FoundOrders {
  /** Newest first, each a short statement of its own: nothing stays open while a slow reader reads. */
  readonly pages: OrderPages
  /** Where it is known without reading them all. */
  readonly rows: number | undefined
  /** Are there more than this? */
  exceeds(rows: number): Promise<boolean>
}

async function* pagesOfIds(db: Queryable, merchantId: string, ids: readonly string[]): OrderPages {
  for (let read = 0; read < ids.length; read += ROWS_A_READ)
    yield await readOrdersOf(db, merchantId, ids.slice(read, read + ROWS_A_READ))
}

/** Goes down the ids, stretch by stretch, so that a filter which lets few pass makes no long statement. */
async function* pagesByKey(db: Queryable, filter: OrderFilter): OrderPages {
  const last = filter.from === null ? null : firstUlidAt(filter.from)
  for (let below = filter.before === null ? null : firstUlidAt(filter.before); ; ) {
    const from = await findIdFarBelow(db, filter.merchantId, below, ORDERS_LOOKED_AT_MAX)
    const page = await readOrdersWithin(db, filter, { below, from }, ROWS_A_READ)
    if (page.length > 0) yield page
    const isFull = page.length === ROWS_A_READ
    if (!isFull && (from === null || (last !== null && from <= last))) return
    below = (isFull ? page.at(-1)?.order_id : undefined) ?? from
  }
}

/**
 * All orders of a filter. Few are found as the list finds them, by its indexes; where there are many the filter is dense, and going
 * down the ids meets them soon.
 */
export const findOrderPages = async (db: Queryable, filter: OrderFilter): Promise<FoundOrders> => {
  const { ids, total } = await findOrders(db, filter, 'newest', { offset: 0, limit: COUNTED_MAX })
  if (ids.length < COUNTED_MAX) {
    const pages = pagesOfIds(db, filter.merchantId, ids)
    return { pages, rows: ids.length, exceeds: async (rows) => ids.length > rows }
  }
  const pages = pagesByKey(db, filter)
  const isCounted = filter.search === null && filter.minPaise === null && filter.maxPaise === null
  if (isCounted) return { pages, rows: total, exceeds: async (rows) => total > rows }
  const wider = { ...filter, search: null, searchPaise: null, minPaise: null, maxPaise: null }
  return {
    pages,
    rows: undefined,
    exceeds: async (rows) => {
      const atMost = await findOrders(db, wider, 'newest', { offset: 0, limit: 0 })
      return atMost.total > rows && (await countOrders(db, filter, rows)) > rows
    },
  }
}
