/** Where a search stands: of the slices in the order of the page some were looked through, and so many orders are still wanted. */
export interface Standing {
  /** All slices of the merchant, of which the filter's days may leave few. */
  readonly slices: number
  readonly left: number
  /** Orders found in a slice, as far as is known. */
  readonly perSlice: number
  /** What each slice is asked for. */
  readonly marks: number
  /** Finds that the page still lacks. */
  readonly forPage: number
  /** Finds until the total needs no more of them. */
  readonly forTotal: number
  /** All that are left at once were too many. */
  readonly isDense: boolean
}

export type NextLook =
  | { readonly kind: 'slices'; readonly slices: number }
  /** All that are left at once, for the page and the total. */
  | { readonly kind: 'rest' }
  /** The same for the total alone, and no further than it needs. */
  | { readonly kind: 'count' }

// Measured in what the index takes to name one order that it finds (0.5 µs), on a million orders of one merchant.
/** To look for one mark in one slice, whatever is found. */
const MARK_IN_SLICE = 150
/** To read an order that was named. */
const ROW = 2
/** To read the next order by amount, wherever it stands. */
const ROW_BY_AMOUNT = 3.3
/** To look for a text in a band of amounts, whatever is found. */
const BAND = 2_500
/** Bands that a page takes. */
const BANDS = 4

/**
 * The cheapest next step. A word that is in every third order is soon found often enough, slice by slice. Few finds are best named
 * all at once. Between the two the page comes slice by slice, and the rest is only counted.
 */
export const nextLook = (standing: Standing): NextLook => {
  const { slices, perSlice, forPage, forTotal, isDense } = standing
  const all = slicesWith(standing, Math.max(forPage, forTotal))
  if (isDense) return { kind: 'slices', slices: all }
  const page = slicesWith(standing, forPage)
  const bySlices = through(standing, all)
  const atOnce = forPage <= 0 ? Number.POSITIVE_INFINITY : slices * perSlice * (1 + ROW)
  const counting = forTotal <= 0 ? Number.POSITIVE_INFINITY : through(standing, page) + toCount(standing)
  if (atOnce <= bySlices && atOnce <= counting) return { kind: 'rest' }
  if (bySlices <= counting) return { kind: 'slices', slices: all }
  return page === 0 ? { kind: 'count' } : { kind: 'slices', slices: page }
}

/** Slices that have so many finds, as far as is known. */
const slicesWith = ({ left, perSlice }: Standing, finds: number): number =>
  finds <= 0 ? 0 : Math.min(left, Math.ceil(finds / perSlice))

const through = ({ marks, perSlice }: Standing, slices: number): number =>
  slices * (marks * MARK_IN_SLICE + perSlice * ROW)

const toCount = ({ slices, perSlice, forTotal }: Standing): number =>
  slices * perSlice + Math.min(slices * perSlice, forTotal) * ROW

/**
 * How the page of a search is found in the order of amounts: all finds are sorted; or rows are met in that order until enough have
 * the text; or the finds of band after band of amounts are sorted.
 */
export type LookByAmount = 'all' | 'rows' | 'bands'

/** The cheapest. Where not all are sorted, the finds are counted besides. */
export const lookByAmount = (standing: Standing, sliceOrders: number): LookByAmount => {
  const { slices, perSlice, forPage, forTotal } = standing
  const named = slices * perSlice
  if (named === 0) return 'all'
  const counting = Math.min(toCount(standing), through(standing, slicesWith(standing, forTotal)))
  const ofPage = Math.min(forPage, named)
  const byRows = (ofPage * sliceOrders * ROW_BY_AMOUNT) / perSlice
  // The last band that is looked through has more than the page needs.
  const byBands = BANDS * BAND + 2 * ofPage * (1 + ROW)
  if (named * (1 + ROW) <= counting + Math.min(byRows, byBands)) return 'all'
  return byRows <= byBands ? 'rows' : 'bands'
}
