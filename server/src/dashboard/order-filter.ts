import type { Mode, OrderStatus } from '@galla/contract/order-status'

/** Totals of searches and amounts are exact up to here; counting on would read every row. */
export const COUNTED_MAX = 10_000

/** What narrows the orders list down. */
export interface OrderFilter {
  readonly merchantId: string
  readonly mode: Mode
  readonly status: OrderStatus | 'all' | 'attention'
  readonly search: string | null
  readonly from: Date | null
  readonly before: Date | null
  readonly minPaise: bigint | null
  readonly maxPaise: bigint | null
  /** Set when the search reads as an amount. */
  readonly searchPaise: bigint | null
}

/** As the indexes are sorted, so that a page of any of them is read and not sorted; ids begin with the time of creation. */
export const SORTS = {
  newest: [['order_id', 'desc']],
  oldest: [['order_id', 'asc']],
  highest: [
    ['payable_paise', 'desc'],
    ['order_id', 'desc'],
  ],
  lowest: [
    ['payable_paise', 'asc'],
    ['order_id', 'asc'],
  ],
} as const

export type Sort = keyof typeof SORTS

export const isByAmount = (sort: Sort): sort is 'highest' | 'lowest' =>
  sort === 'highest' || sort === 'lowest'

export interface Window {
  readonly offset: number
  readonly limit: number
}

export interface FoundPage {
  /** In the order of the page. */
  readonly ids: readonly string[]
  /** Exact up to COUNTED_MAX where there is a search or an amount; beyond it only says that there are more. */
  readonly total: number
}

/** The states of a credit that a person has to look at. */
export const OPEN_STATES = ['unmatched', 'ambiguous', 'amount_mismatch', 'duplicate'] as const

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of `like` for what holds the text somewhere. */
export const partPattern = (text: string): string => `%${escapeLike(text)}%`

const TRIGRAMS_MAX = 6

/**
 * Of every three neighbouring characters of a search those by which the index looks: a few, spread over the text. What has them all
 * may hold the text, what lacks one can't. As the database cuts: by code points.
 */
export const trigramsOf = (text: string): string[] => {
  const characters = [...text]
  const all = characters.slice(0, -2).map((_, index) => characters.slice(index, index + 3).join(''))
  if (all.length <= TRIGRAMS_MAX) return all
  return Array.from(
    { length: TRIGRAMS_MAX },
    (_, index) => all[Math.round((index * (all.length - 1)) / (TRIGRAMS_MAX - 1))] ?? '',
  )
}
