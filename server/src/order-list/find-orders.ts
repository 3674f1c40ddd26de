import type { Queryable } from '../platform/database/database.ts'
import { COUNTED_MAX, isBounded, type OrderFilter, type Sort, type Window } from './order-filter.ts'
import { countOrders, listOrderIds } from './order-list-store.ts'

const OPPOSITE = {
  newest: 'oldest',
  oldest: 'newest',
  highest: 'lowest',
  lowest: 'highest',
} as const satisfies Record<Sort, Sort>

export interface FoundOrders {
  /** Those of the window. */
  readonly ids: readonly string[]
  /** How many orders the list has; where it is bounded, at most COUNTED_MAX. */
  readonly total: number
  /** Whether the filter finds more than the total. */
  readonly isMore: boolean
}

/** A window of the list and its total. A window in the second half is read from the end. */
export const findOrders = async (
  db: Queryable,
  filter: OrderFilter,
  sort: Sort,
  { offset, limit }: Window,
): Promise<FoundOrders> => {
  const bounded = isBounded(filter)
  // One after the other: both at once would be both processors of a small machine.
  const counted = await countOrders(db, filter, bounded ? COUNTED_MAX + 1 : null)
  const total = bounded ? Math.min(counted, COUNTED_MAX) : counted
  const isMore = counted > total
  const last = Math.min(offset + limit, total)
  if (last <= offset) return { ids: [], total, isMore }
  const rows = last - offset
  if (isMore || offset < total / 2)
    return { ids: await listOrderIds(db, filter, sort, { offset, limit: rows }), total, isMore }
  const fromEnd = await listOrderIds(db, filter, OPPOSITE[sort], { offset: total - last, limit: rows })
  return { ids: fromEnd.reverse(), total, isMore }
}
