import { SLICE_ORDERS } from '../orders/order-listing-store.ts'
import type { Queryable } from '../platform/database.ts'
import { isKnownAsMany, rememberMany, type Searched } from './known-many.ts'
import {
  BAND_MAX,
  countFound,
  type FoundOrders,
  firstBand,
  marksInSlice,
  type Part,
  readPage,
  readSlices,
  readWatermark,
  type Search,
  type Slice,
  searchAll,
  searchBands,
  searchListed,
  searchRows,
  searchYoung,
} from './listed-orders-store.ts'
import { COUNTED_MAX, type FoundPage, type OrderFilter, type Sort, type Window } from './order-filter.ts'
import { type LookByAmount, lookByAmount, type NextLook, nextLook, type Standing } from './search-plan.ts'

/** How far a list goes, and what it chooses; tests try what the measured one would seldom do. */
export interface SearchPlan {
  /** Totals are exact up to here. */
  readonly countedMax: number
  /** What the first look took for rare and is not: read no further, but slice by slice. */
  readonly atOnceMax: number
  readonly sortedMax: number
  /** Orders that an amount leaves over are read one by one up to here; the index would name all that the text finds. */
  readonly rowsMax: number
  /** From here on a list without a search skips whole days by their totals, so that no page is far. */
  readonly skippedFrom: number
  /** Of all merchants' orders most are in these slices: then whose an order is costs more to ask the index than to see. */
  readonly areMost: (slices: { readonly of: number; readonly listed: number }) => boolean
  readonly nextLook: (standing: Standing) => NextLook
  readonly lookByAmount: (standing: Standing) => LookByAmount
}

export const MEASURED_PLAN: SearchPlan = {
  countedMax: COUNTED_MAX,
  atOnceMax: 2 * COUNTED_MAX,
  sortedMax: 6 * COUNTED_MAX,
  rowsMax: 2 * COUNTED_MAX,
  skippedFrom: 1_000,
  areMost: ({ of, listed }) => listed > 0 && of * SLICE_ORDERS > listed / 2,
  nextLook,
  lookByAmount: (standing) => lookByAmount(standing, SLICE_ORDERS),
}

/** Slices of the first look; what it finds tells how dense the finds are. */
const FIRST_SLICES = 2
const ALL = Number.MAX_SAFE_INTEGER
const NOTHING: Window = { offset: 0, limit: 0 }

interface Searching extends Searched {
  readonly watermark: string
  readonly plan: SearchPlan
}

/** What is left after the first of the slices. */
const leftAfter = (plan: SearchPlan, slices: readonly Slice[], looked: number, sort: Sort): Part => {
  const isMost = slices[0] !== undefined && plan.areMost(slices[0])
  return sort === 'oldest'
    ? { below: null, from: slices[looked]?.first_id ?? null, isMost }
    : { below: slices[looked - 1]?.first_id ?? null, from: null, isMost }
}

/** What is known of a search while it goes through the slices. */
interface Known {
  readonly ids: string[]
  count: number
  /** More than are counted, though not all were found. */
  isMany: boolean
  looked: number
  perSlice: number
}

/** Looks through part after part in the order of the ids, until it knows the window and has counted enough. */
const walk = async (searching: Searching, sort: 'newest' | 'oldest', window: Window): Promise<FoundPage> => {
  const { db, filter, search, watermark, plan } = searching
  const { offset, limit } = window
  const slices = await readSlices(db, filter)
  if (sort === 'oldest') slices.reverse()
  const known: Known = { ids: [], count: 0, isMany: isKnownAsMany(searching), looked: 0, perSlice: 0 }
  const rest = (): Window => ({
    offset: Math.max(0, offset - known.count),
    limit: limit - known.ids.length,
  })
  const wanted = () => ({
    forPage: known.ids.length === limit ? 0 : offset + limit - known.count,
    forTotal: known.isMany ? 0 : plan.countedMax + 1 - known.count,
  })
  const isDone = (): boolean => wanted().forPage <= 0 && wanted().forTotal <= 0
  const young = async (): Promise<void> =>
    take(known, await searchYoung(db, filter, search, watermark, sort, rest()))
  if (sort === 'newest') await young()
  while (known.looked < slices.length && !isDone()) {
    const standing = {
      slices: slices[0]?.of ?? 0,
      left: slices.length - known.looked,
      perSlice: known.perSlice,
      marks: marksInSlice(filter, search.text).length,
      ...wanted(),
      isDense: known.isMany,
    }
    const next: NextLook =
      known.looked === 0 ? { kind: 'slices', slices: FIRST_SLICES } : plan.nextLook(standing)
    await look(searching, known, { slices, sort, next, window: rest(), forTotal: standing.forTotal })
  }
  if (sort === 'oldest' && !isDone()) await young()
  const total = known.isMany ? Math.max(plan.countedMax + 1, known.count) : known.count
  if (total > plan.countedMax) rememberMany(searching)
  return { ids: known.ids, total }
}

const take = (known: Known, { count, ids }: FoundOrders): void => {
  known.count += count
  known.ids.push(...ids)
}

const look = async (
  { db, filter, search, watermark, plan }: Searching,
  known: Known,
  asked: {
    readonly slices: readonly Slice[]
    readonly sort: Sort
    readonly next: NextLook
    readonly window: Window
    readonly forTotal: number
  },
): Promise<void> => {
  const { slices, sort, next, window } = asked
  const { looked } = known
  const found = (part: Part, of: Window, max: number): Promise<FoundOrders> =>
    searchListed(db, filter, search, watermark, part, sort, of, max)
  if (next.kind === 'count') {
    take(known, await found(leftAfter(plan, slices, looked, sort), NOTHING, asked.forTotal))
    known.looked = slices.length
  } else if (next.kind === 'rest') {
    const all = await found(leftAfter(plan, slices, looked, sort), window, plan.atOnceMax)
    known.isMany = all.count === plan.atOnceMax
    if (known.isMany) known.perSlice = all.count / (slices.length - looked)
    else {
      take(known, all)
      known.looked = slices.length
    }
  } else {
    const some = slices.slice(looked, looked + next.slices)
    const before = known.count
    take(known, await found({ slices: some.map(({ name }) => name) }, window, ALL))
    known.looked += some.length
    known.perSlice = (known.perSlice * looked + known.count - before) / known.looked
  }
}

type ByAmount = 'highest' | 'lowest'

/** More would read too far: some bands have many times the orders of the next. */
const BANDS_AT_ONCE = 2

/** Goes through the bands, beginning with the first that has orders, until it knows the window. */
const idsByBands = async (
  { db, filter, search, watermark }: Searching,
  sort: ByAmount,
  { offset, limit }: Window,
): Promise<string[]> => {
  const upwards = Array.from({ length: BAND_MAX + 1 }, (_, band) => band)
  const bands = sort === 'lowest' ? upwards : upwards.toReversed()
  const first = await firstBand(db, filter, sort)
  const ids: string[] = []
  let count = 0
  let looked = 0
  let next = first === undefined ? bands.length : bands.indexOf(first) + 1
  while (looked < bands.length && ids.length < limit) {
    const window = { offset: Math.max(0, offset - count), limit: limit - ids.length }
    const found = await searchBands(db, filter, search, watermark, bands.slice(looked, next), sort, window)
    ids.push(...found.ids)
    count += found.count
    looked = next
    next += BANDS_AT_ONCE
  }
  return ids
}

/** By amount. Where many orders match they are not all sorted: the page comes from the orders of the first amounts. */
const byAmount = async (searching: Searching, sort: ByAmount, window: Window): Promise<FoundPage> => {
  const { db, filter, search, watermark, plan } = searching
  const slices = await readSlices(db, filter)
  const first = slices.slice(0, FIRST_SLICES).map(({ name }) => name)
  const { count } = await searchListed(db, filter, search, watermark, { slices: first }, sort, NOTHING, ALL)
  const isMany = isKnownAsMany(searching)
  const look = plan.lookByAmount({
    slices: slices[0]?.of ?? 0,
    left: slices.length,
    perSlice: count / Math.max(1, first.length),
    marks: marksInSlice(filter, search.text).length,
    forPage: window.offset + window.limit,
    forTotal: isMany ? 0 : plan.countedMax + 1,
    isDense: false,
  })
  const idsOfMany = (): Promise<readonly string[]> =>
    look === 'bands'
      ? idsByBands(searching, sort, window)
      : readPage(db, filter, search, watermark, sort, window)
  if (look !== 'all') {
    const total = isMany ? plan.countedMax + 1 : (await walk(searching, 'newest', NOTHING)).total
    if (total > plan.countedMax) return { ids: await idsOfMany(), total }
  }
  const all = await searchAll(
    db,
    filter,
    search,
    watermark,
    leftAfter(plan, slices, 0, sort),
    sort,
    window,
    plan.sortedMax,
  )
  if (all.count > plan.countedMax) rememberMany(searching)
  // More than can be sorted are more than are counted.
  return { ids: all.count < plan.sortedMax ? all.ids : await idsOfMany(), total: all.count }
}

/** The orders of a window that a text finds, within a filter, and how many there are in all. */
export const searchOrders = async (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  sort: Sort,
  window: Window,
  plan: SearchPlan,
): Promise<FoundPage> => {
  const watermark = await readWatermark(db)
  const searching = { db, filter, search, watermark, plan }
  if (filter.minPaise !== null || filter.maxPaise !== null) {
    const left = await countFound(db, filter, watermark, plan.rowsMax + 1)
    if (left <= plan.rowsMax) {
      const { ids, count } = await searchRows(db, filter, search, watermark, sort, window)
      return { ids, total: count }
    }
  }
  if (sort === 'newest' || sort === 'oldest') return walk(searching, sort, window)
  return byAmount(searching, sort, window)
}
