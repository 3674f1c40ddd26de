import type { Begin } from './known-searches.ts'
import {
  BAND_MAX,
  firstBand,
  marksInSlice,
  type Slice,
  searchInOrder,
  searchListed,
} from './listed-orders-store.ts'
import type { LookByAmount } from './search-plan.ts'
import {
  ALL,
  FIRST_SLICES,
  keptFor,
  type Looked,
  leftAfter,
  NOTHING_YET,
  type Searching,
  searchSlices,
  slicesOf,
  withFinds,
} from './search-slices.ts'

type ByAmount = 'highest' | 'lowest'

/** Goes through the bands, from where the begin ends, until it knows so many finds. */
const throughBands = async (
  { db, filter, search, watermark, plan }: Searching,
  sort: ByAmount,
  from: Begin,
  wanted: number,
): Promise<Begin> => {
  const upwards = Array.from({ length: BAND_MAX + 1 }, (_, band) => band)
  const bands = sort === 'lowest' ? upwards : upwards.toReversed()
  let begin = from
  if (begin.through === 0) {
    const first = await firstBand(db, filter, sort)
    begin = { ...begin, through: first === undefined ? bands.length : bands.indexOf(first) }
  }
  // One after the other, as some bands have many times the orders of the next; where nothing is found, more at once.
  let atOnce = 1
  while (begin.through < bands.length && begin.keys.length < wanted) {
    const some = bands.slice(begin.through, begin.through + atOnce)
    const kept = keptFor(plan, wanted) - begin.keys.length
    const found = await searchListed(db, filter, search, watermark, { bands: some }, sort, kept, ALL)
    begin = withFinds(begin, found, begin.through + some.length, false)
    atOnce = found.count === 0 ? 2 * atOnce : 1
  }
  return { ...begin, isAll: begin.through >= bands.length }
}

/** Row by row in the order of the amounts. */
const inOrder = async (
  { db, filter, search, watermark }: Searching,
  sort: ByAmount,
  wanted: number,
): Promise<Begin> => {
  const keys = await searchInOrder(db, filter, search, watermark, sort, wanted)
  return { keys, count: keys.length, through: 0, isAll: keys.length < wanted }
}

const lookFor = async (
  searching: Searching,
  slices: readonly Slice[],
  sort: ByAmount,
  total: number | undefined,
  wanted: number,
): Promise<LookByAmount> => {
  const { db, filter, search, watermark, plan } = searching
  const isExact = total !== undefined && total <= plan.countedMax
  const first = slices.slice(0, FIRST_SLICES).map(({ name }) => name)
  const ofFirst = isExact
    ? undefined
    : await searchListed(db, filter, search, watermark, { slices: first }, sort, 0, ALL)
  const look = plan.lookByAmount({
    slices: slices[0]?.of ?? 0,
    left: slices.length,
    perSlice: ofFirst ? ofFirst.count / Math.max(1, first.length) : (total ?? 0) / Math.max(1, slices.length),
    marks: marksInSlice(filter, search.text).length,
    forPage: wanted,
    forTotal: total === undefined ? plan.countedMax + 1 : 0,
    isDense: false,
  })
  // Few may stand at the end of the amounts: all rows would be tested.
  return look === 'rows' && isExact ? 'bands' : look
}

/** By amount. Where many orders match they are not all sorted: the page comes from the orders of the first amounts. */
export const searchByAmount = async (
  searching: Searching,
  sort: ByAmount,
  known: { readonly begin: Begin; readonly total: number | undefined },
  wanted: number,
): Promise<Looked> => {
  const { db, filter, search, watermark, plan } = searching
  if (known.total !== undefined && known.begin.through > 0)
    return { begin: await throughBands(searching, sort, known.begin, wanted), total: known.total }
  const slices = await slicesOf(searching)
  let { total } = known
  const look = await lookFor(searching, slices, sort, total, wanted)
  const countAll = async (): Promise<number> =>
    total ?? (await searchSlices(searching, 'newest', { begin: NOTHING_YET, total: undefined }, 0)).total
  const bands = (): Promise<Begin> => throughBands(searching, sort, NOTHING_YET, wanted)
  if (look === 'bands') {
    const [begin, counted] = await Promise.all([bands(), countAll()])
    return { begin, total: counted }
  }
  if (look === 'rows') {
    total = await countAll()
    if (total > plan.countedMax) return { begin: await inOrder(searching, sort, wanted), total }
  }
  const part = leftAfter(plan, slices, 0, sort)
  const kept = keptFor(plan, wanted)
  const all = await searchListed(db, filter, search, watermark, part, sort, kept, plan.sortedMax)
  if (all.count < plan.sortedMax) return { begin: { ...all, through: 0, isAll: true }, total: all.count }
  // More than can be sorted are more than are counted.
  return { begin: await bands(), total: all.count }
}
