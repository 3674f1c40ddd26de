import { readOrderTotals } from '../orders/order-totals-store.ts'
import type { Queryable } from '../platform/database/database.ts'
import {
  COUNTED_MAX,
  hasKeptTotals,
  isBounded,
  type OrderFilter,
  type Sort,
  type Window,
} from './order-filter.ts'
import { countOrders, findOrderIds } from './order-search-store.ts'

/** The ids of a window of the list. */
export const findOrders = async (
  db: Queryable,
  filter: OrderFilter,
  sort: Sort,
  { offset, limit }: Window,
): Promise<string[]> => {
  const rows = isBounded(filter) ? Math.min(limit, COUNTED_MAX - offset) : limit
  return rows <= 0 ? [] : findOrderIds(db, filter, sort, { offset, limit: rows })
}

/** How many orders the filter finds: exact, but where it is bounded, more than COUNTED_MAX only says that there are more. */
export const countFoundOrders = async (db: Queryable, filter: OrderFilter): Promise<number> => {
  if (!hasKeptTotals(filter)) return countOrders(db, filter, isBounded(filter) ? COUNTED_MAX + 1 : null)
  const { merchantId, mode, status, from, before } = filter
  const days = await readOrderTotals(db, merchantId, mode, { span: 'day', from, before })
  return days
    .filter((each) => status === 'all' || each.status === status)
    .reduce((sum, { orders }) => sum + orders, 0)
}
