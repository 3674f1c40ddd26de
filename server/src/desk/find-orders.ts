import { readOrderTotals } from '../orders/order-totals-store.ts'
import type { Queryable } from '../platform/database.ts'
import {
  countFound,
  type FoundOrders,
  findAttentive,
  findOrdersWithUtr,
  type Part,
  readPage,
  readSlices,
  readWatermark,
  type Search,
  type Slice,
  searchAll,
  searchListed,
  searchYoung,
} from './listed-orders-store.ts'
import { COUNTED_MAX, type OrderFilter, type Sort, trigramsOf, type Window } from './order-filter.ts'

/** Slices of the first look; what it finds tells how dense the finds are. */
const FIRST_SLICES = 2
/** Looking for one mark in one more slice takes about as long as reading so many orders that the index found. */
const ROWS_FOR_A_MARK = 60

export interface FoundPage {
  /** In the order of the page. */
  readonly ids: readonly string[]
  /** Exact up to COUNTED_MAX where there is a search or an amount; beyond it only says that there are more. */
  readonly total: number
}

interface Looked {
  readonly ids: string[]
  count: number
}

/**
 * How many of the slices that are left to look through next, one by one. None: all of them at once is quicker, since few orders
 * match. Many match: slice by slice, as a few have enough of them.
 */
const nextSlices = (
  { looked, found, wanted, marks }: Readonly<Record<'looked' | 'found' | 'wanted' | 'marks', number>>,
  slices: readonly Slice[],
): number => {
  if (looked === 0) return FIRST_SLICES
  if (found === 0) return 0
  const perSlice = found / looked
  const needed = Math.min(Math.ceil(wanted / perSlice), slices.length - looked)
  return needed * marks * ROWS_FOR_A_MARK < (slices[0]?.of ?? 0) * perSlice ? needed : 0
}

/** What is left after the first of the slices. */
const leftAfter = (slices: readonly Slice[], looked: number, sort: 'newest' | 'oldest'): Part =>
  sort === 'newest'
    ? { below: slices[looked - 1]?.first_id ?? null, from: null }
    : { below: null, from: slices[looked]?.first_id ?? null }

/** Looks through part after part in the order of the ids, until it knows the window and has counted enough. */
const walk = async (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  sort: 'newest' | 'oldest',
  { offset, limit }: Window,
): Promise<FoundPage> => {
  const watermark = await readWatermark(db)
  const slices = await readSlices(db, filter)
  if (sort === 'oldest') slices.reverse()
  const wanted = Math.max(COUNTED_MAX + 1, offset + limit)
  const sofar: Looked = { ids: [], count: 0 }
  // Of the slice and of each piece of the text.
  const marks = 1 + trigramsOf(search.text).length
  const rest = (): Window => ({ offset: Math.max(0, offset - sofar.count), limit: limit - sofar.ids.length })
  const take = ({ count, ids }: FoundOrders): number => {
    sofar.count += count
    sofar.ids.push(...ids)
    return count
  }
  const young = async (): Promise<number> =>
    take(await searchYoung(db, filter, search, watermark, sort, rest()))
  if (sort === 'newest') await young()
  let looked = 0
  let found = 0
  while (looked < slices.length && sofar.count < wanted) {
    const next = nextSlices({ looked, found, wanted: wanted - sofar.count, marks }, slices)
    const some = next === 0 ? slices.slice(looked) : slices.slice(looked, looked + next)
    const part = next === 0 ? leftAfter(slices, looked, sort) : { slices: some.map(({ name }) => name) }
    found += take(await searchListed(db, filter, search, watermark, part, sort, rest()))
    looked += some.length
  }
  if (sort === 'oldest' && sofar.count < wanted) await young()
  return { ids: sofar.ids, total: sofar.count }
}

const searchOrders = async (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  sort: Sort,
  window: Window,
): Promise<FoundPage> => {
  if (sort === 'newest' || sort === 'oldest') return walk(db, filter, search, sort, window)
  const { total } = await walk(db, filter, search, 'newest', { offset: 0, limit: 0 })
  const watermark = await readWatermark(db)
  // Many: they are soon met in the order of the amounts. Few: all of them are sorted.
  if (total > COUNTED_MAX) return { ids: await readPage(db, filter, search, watermark, sort, window), total }
  const { ids } = await searchAll(db, filter, search, watermark, sort, window)
  return { ids, total }
}

/** Of a filter by status and days alone: from the totals that are kept, so that nothing is counted. */
const totalOf = async (db: Queryable, filter: OrderFilter): Promise<number> => {
  const { merchantId, mode, status, from, before } = filter
  const totals = await readOrderTotals(db, merchantId, mode, { span: 'day', from, before })
  return totals.reduce((sum, each) => sum + (status === 'all' || each.status === status ? each.orders : 0), 0)
}

/** The orders of a window, and how many there are in all, without reading all of them whatever the filter is. */
export const findOrders = async (
  db: Queryable,
  filter: OrderFilter,
  sort: Sort,
  window: Window,
): Promise<FoundPage> => {
  const { search: text } = filter
  const search =
    text === null ? null : { text, withUtr: await findOrdersWithUtr(db, filter.merchantId, text) }
  if (filter.status === 'attention') {
    const { count, ids } = await findAttentive(db, filter, search, sort, window)
    return { ids, total: count }
  }
  if (search !== null) return searchOrders(db, filter, search, sort, window)
  const watermark = await readWatermark(db)
  const hasAmount = filter.minPaise !== null || filter.maxPaise !== null
  const [ids, total] = await Promise.all([
    readPage(db, filter, null, watermark, sort, window),
    hasAmount ? countFound(db, filter, watermark, COUNTED_MAX + 1) : totalOf(db, filter),
  ])
  return { ids, total }
}
