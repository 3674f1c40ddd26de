import type { Queryable } from '../platform/database/database.ts'
import { type KnownSearch, recall, remember, type Searched } from './known-searches.ts'
import {
  countFound,
  idsOf,
  readListing,
  type Search,
  searchRows,
  searchYoung,
} from './listed-orders-store.ts'
import { type FoundPage, isByAmount, type OrderFilter, type Sort, type Window } from './order-filter.ts'
import { searchByAmount } from './search-by-amount.ts'
import {
  covers,
  goOnFrom,
  keptFor,
  type Looked,
  type Searching,
  type SearchPlan,
  searchSlices,
} from './search-slices.ts'

/** What few orders an amount leaves over is gone through row by row; undefined where it leaves over many. */
const searchFew = async (searching: Searching, sort: Sort, wanted: number): Promise<Looked | undefined> => {
  const { db, filter, search, watermark, plan } = searching
  if (filter.minPaise === null && filter.maxPaise === null) return undefined
  const left = await countFound(db, filter, watermark, plan.rowsMax + 1)
  if (left > plan.rowsMax) return undefined
  const all = await searchRows(db, filter, search, watermark, sort, keptFor(plan, wanted))
  return { begin: { ...all, through: 0, isAll: true }, total: all.count }
}

/** Twice what a page needs, so that not each next page has to look; further ahead where much is kept anyway. */
const lookedAheadFor = ({ keptMax }: SearchPlan, wanted: number): number =>
  Math.max(wanted, Math.min(keptMax, 2 * wanted))

/** Among the listed orders the first finds and how many there are: from what is known, and by looking for what is not. */
const searchKnown = async (
  searching: Searching,
  known: KnownSearch,
  sort: Sort,
  wanted: number,
): Promise<KnownSearch & { readonly total: number }> => {
  const { total } = known
  const before = known.begins[sort]
  if (total !== undefined && covers(before, wanted)) return { ...known, total }
  const from = { begin: goOnFrom(before), total }
  const ahead = lookedAheadFor(searching.plan, wanted)
  const looked =
    (await searchFew(searching, sort, ahead)) ??
    (isByAmount(sort)
      ? await searchByAmount(searching, sort, from, ahead)
      : await searchSlices(searching, sort, from, ahead))
  return { ...known, total: looked.total, begins: { ...known.begins, [sort]: looked.begin } }
}

/**
 * The orders of a window that a text finds, within a filter, and how many there are in all. What it finds among the listed orders
 * is remembered and the same for every page, until one of them changes late; those that are not listed yet are read for each.
 */
export const searchOrders = async (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  sort: Sort,
  { offset, limit }: Window,
  plan: SearchPlan,
): Promise<FoundPage> => {
  const searched: Searched & { readonly plan: SearchPlan } = { db, filter, search, plan }
  const now = await readListing(db, filter)
  const known = recall(searched, now)
  const { watermark } = known.listing
  const wanted = offset + limit
  const [young, listed] = await Promise.all([
    searchYoung(db, filter, search, watermark, sort, wanted),
    searchKnown({ ...searched, watermark }, known, sort, wanted),
  ])
  const begin = listed.begins[sort]
  // As of the version from before it was looked for: when an order changed meanwhile, nobody believes it any more.
  if (begin !== known.begins[sort] || listed.total !== known.total) remember(searched, listed)
  const keys = [...young.keys, ...(begin?.keys.slice(0, wanted) ?? [])]
  return { ids: idsOf(keys, sort).slice(offset, wanted), total: young.count + listed.total }
}
