import { listOrderTotals } from '../orders/order-totals-store.ts'
import type { Queryable } from '../platform/database/database.ts'
import {
  COUNTED_MAX,
  hasKeptTotals,
  isBounded,
  type OrderFilter,
  type Sort,
  type Window,
} from './order-filter.ts'
import { countOrders, listOrderIds } from './order-search-store.ts'

/** A page from here on is read from the end of the list, where that is nearer. */
const FAR = 10_000
const OPPOSITE = {
  newest: 'oldest',
  oldest: 'newest',
  highest: 'lowest',
  lowest: 'highest',
} as const satisfies Record<Sort, Sort>

/** The ids of a window of the list. */
export const findOrders = async (
  db: Queryable,
  filter: OrderFilter,
  sort: Sort,
  { offset, limit }: Window,
): Promise<string[]> => {
  const rows = isBounded(filter) ? Math.min(limit, COUNTED_MAX - offset) : limit
  if (rows <= 0) return []
  const total = offset >= FAR && hasKeptTotals(filter) ? await countFoundOrders(db, filter) : null
  if (total === null || offset < total / 2) return listOrderIds(db, filter, sort, { offset, limit: rows })
  const last = Math.min(offset + rows, total)
  if (last <= offset) return []
  const fromEnd = { offset: total - last, limit: last - offset }
  return (await listOrderIds(db, filter, OPPOSITE[sort], fromEnd)).reverse()
}

/** How many orders the filter finds: exact, but where it is bounded, more than COUNTED_MAX only says that there are more. */
export const countFoundOrders = async (db: Queryable, filter: OrderFilter): Promise<number> => {
  if (!hasKeptTotals(filter)) return countOrders(db, filter, isBounded(filter) ? COUNTED_MAX + 1 : null)
  const { merchantId, mode, status, from, before } = filter
  const days = await listOrderTotals(db, merchantId, mode, { span: 'day', from, before })
  return days
    .filter((each) => status === 'all' || each.status === status)
    .reduce((sum, { orders }) => sum + orders, 0)
}
