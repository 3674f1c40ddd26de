import type { Begin, Searched } from './known-searches.ts'
import {
  type Finds,
  marksInSlice,
  type Part,
  readSlices,
  type Slice,
  searchListed,
} from './listed-orders-store.ts'
import { COUNTED_MAX, type Sort } from './order-filter.ts'
import { SLICE_ORDERS } from './order-listing-store.ts'
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
  /** Of what is looked through so many finds are kept for the next pages. */
  readonly keptMax: number
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
  keptMax: 1_000,
  skippedFrom: 1_000,
  areMost: ({ of, listed }) => listed > 0 && of * SLICE_ORDERS > listed / 2,
  nextLook,
  lookByAmount: (standing) => lookByAmount(standing, SLICE_ORDERS),
}

/** A search among the orders that are listed up to a watermark. */
export interface Searching extends Searched {
  readonly watermark: string
  readonly plan: SearchPlan
}

/** What looking for a page found. */
export interface Looked {
  readonly begin: Begin
  readonly total: number
}

/** Slices of the first look; what it finds tells how dense the finds are. */
export const FIRST_SLICES = 2
export const ALL = Number.MAX_SAFE_INTEGER

export const NOTHING_YET: Begin = { keys: [], count: 0, through: 0, isAll: false }

/** The first so many finds are known. */
export const covers = (begin: Begin | undefined, wanted: number): boolean =>
  wanted === 0 ||
  (begin !== undefined && (begin.keys.length >= wanted || (begin.isAll && begin.keys.length === begin.count)))

/** Where to go on: at the beginning, where not all was kept of what was looked through. */
export const goOnFrom = (begin: Begin | undefined): Begin =>
  begin === undefined || begin.count > begin.keys.length ? NOTHING_YET : begin

/** How many finds are kept; none of what is only counted. */
export const keptFor = ({ keptMax }: SearchPlan, wanted: number): number =>
  wanted === 0 ? 0 : Math.max(wanted, keptMax)

/** What follows the begin, of which `keep` are kept. */
export const withFinds = (begin: Begin, { count, keys }: Finds, through: number, isAll: boolean): Begin => ({
  keys: [...begin.keys, ...keys],
  count: begin.count + count,
  through,
  isAll,
})

/** The slices that may hold finds up to the watermark: the same ones, whatever is listed after it. */
export const slicesOf = async ({ db, filter, watermark }: Searching): Promise<Slice[]> =>
  (await readSlices(db, filter)).filter(({ first_id: firstId }) => firstId <= watermark)

/** What is left after the first of the slices. */
export const leftAfter = (plan: SearchPlan, slices: readonly Slice[], looked: number, sort: Sort): Part => {
  const isMost = slices[0] !== undefined && plan.areMost(slices[0])
  return sort === 'oldest'
    ? { below: null, from: slices[looked]?.first_id ?? null, isMost }
    : { below: slices[looked - 1]?.first_id ?? null, from: null, isMost }
}

/**
 * Looks through part after part in the order of the ids, from where the begin ends, until it knows so many finds and, where it is
 * not known, the total.
 */
export const searchSlices = async (
  searching: Searching,
  sort: 'newest' | 'oldest',
  known: { readonly begin: Begin; readonly total: number | undefined },
  wanted: number,
): Promise<Looked> => {
  const { filter, search, plan } = searching
  const slices = await slicesOf(searching)
  if (sort === 'oldest') slices.reverse()
  const { countedMax } = plan
  const many = countedMax + 1
  const keep = keptFor(plan, wanted)
  let { begin, total } = known
  let perSlice = begin.count / Math.max(1, begin.through)
  const found = (part: Part, kept: number, max: number): Promise<Finds> =>
    searchListed(searching.db, filter, search, searching.watermark, part, sort, kept, max)
  const forPage = (): number => wanted - begin.keys.length
  const forTotal = (): number => (total === undefined ? many - begin.count : 0)
  const isDone = (): boolean => forPage() <= 0 && forTotal() <= 0
  while (begin.through < slices.length && !isDone()) {
    const { through } = begin
    const standing: Standing = {
      slices: slices[0]?.of ?? 0,
      left: slices.length - through,
      perSlice,
      marks: marksInSlice(filter, search.text).length,
      forPage: forPage(),
      forTotal: forTotal(),
      isDense: total !== undefined && total > countedMax,
    }
    const next: NextLook = through === 0 && perSlice === 0 ? FIRST_LOOK : plan.nextLook(standing)
    const left = leftAfter(plan, slices, through, sort)
    if (next.kind === 'count') {
      total = begin.count + (await found(left, 0, forTotal())).count
    } else if (next.kind === 'rest') {
      const all = await found(left, keep - begin.keys.length, plan.atOnceMax)
      if (all.count < plan.atOnceMax) begin = withFinds(begin, all, slices.length, true)
      else {
        total = many
        perSlice = all.count / (slices.length - through)
      }
    } else {
      const some = slices.slice(through, through + next.slices).map(({ name }) => name)
      const kept = keep - begin.keys.length
      const all = await throughSlices(some, kept, (part) => found({ slices: part }, kept, ALL))
      begin = withFinds(begin, all, through + some.length, false)
      perSlice = begin.count / begin.through
    }
  }
  return {
    begin: { ...begin, isAll: begin.through >= slices.length },
    total: total ?? begin.count,
  }
}

/** From here on half of the slices are looked through on a connection of their own, at the same time. */
const HALVED_FROM = 8

const throughSlices = async (
  names: readonly string[],
  kept: number,
  found: (names: readonly string[]) => Promise<Finds>,
): Promise<Finds> => {
  if (names.length < HALVED_FROM) return found(names)
  const half = Math.ceil(names.length / 2)
  const [first, second] = await Promise.all([found(names.slice(0, half)), found(names.slice(half))])
  return {
    count: first.count + second.count,
    keys: [...first.keys, ...second.keys].slice(0, Math.max(0, kept)),
  }
}

const FIRST_LOOK: NextLook = { kind: 'slices', slices: FIRST_SLICES }
