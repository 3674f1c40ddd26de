import { readOrderTotals } from '../orders/order-totals-store.ts'
import type { Queryable } from '../platform/database/database.ts'
import {
  countFound,
  findAttentive,
  findOrdersWithUtr,
  readPage,
  readWatermark,
} from './listed-orders-store.ts'
import type { FoundPage, OrderFilter, Sort, Window } from './order-filter.ts'
import { searchOrders } from './search-orders.ts'
import { MEASURED_PLAN, type SearchPlan } from './search-slices.ts'
import { type DayTotal, skipDays } from './skip-days.ts'

/** Of a filter by status and days alone: from the totals that are kept, so that nothing is counted. */
const readDays = async (db: Queryable, filter: OrderFilter): Promise<DayTotal[]> => {
  const { merchantId, mode, status, from, before } = filter
  const totals = await readOrderTotals(db, merchantId, mode, { span: 'day', from, before })
  return totals.filter((each) => status === 'all' || each.status === status)
}

const sumOf = (days: readonly DayTotal[]): number => days.reduce((sum, { orders }) => sum + orders, 0)

/** A page that is far from the first, of a filter by status and days alone. */
const findFar = async (
  db: Queryable,
  filter: OrderFilter,
  watermark: string,
  sort: Sort,
  window: Window,
): Promise<FoundPage> => {
  const days = await readDays(db, filter)
  const total = sumOf(days)
  if (window.offset >= total) return { ids: [], total }
  const { from, before, offset } = skipDays(days, sort, window.offset)
  const nearer = { ...filter, from: from ?? filter.from, before: before ?? filter.before }
  const ids = await readPage(db, nearer, watermark, sort, { offset, limit: window.limit })
  return { ids, total }
}

/**
 * The orders of a window, and how many there are in all, without reading all of them whatever the filter is. With a search or an
 * amount the list ends where its total does.
 */
export const findOrders = async (
  db: Queryable,
  filter: OrderFilter,
  sort: Sort,
  window: Window,
  plan: SearchPlan = MEASURED_PLAN,
): Promise<FoundPage> => {
  const { search: text } = filter
  const search =
    text === null ? null : { text, withUtr: await findOrdersWithUtr(db, filter.merchantId, text) }
  if (filter.status === 'attention') {
    const { count, ids } = await findAttentive(db, filter, search, sort, window)
    return { ids, total: count }
  }
  const { countedMax } = plan
  const offset = Math.min(window.offset, countedMax)
  const counted = { offset, limit: Math.min(window.limit, countedMax - offset) }
  if (search !== null) return searchOrders(db, filter, search, sort, counted, plan)
  const watermark = await readWatermark(db)
  if (filter.minPaise !== null || filter.maxPaise !== null) {
    const [ids, total] = await Promise.all([
      readPage(db, filter, watermark, sort, counted),
      countFound(db, filter, watermark, countedMax + 1),
    ])
    return { ids, total }
  }
  if (window.offset >= plan.skippedFrom) return findFar(db, filter, watermark, sort, window)
  const [ids, days] = await Promise.all([readPage(db, filter, watermark, sort, window), readDays(db, filter)])
  return { ids, total: sumOf(days) }
}
