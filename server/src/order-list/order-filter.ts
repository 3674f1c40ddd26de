import type { Mode, OrderStatus } from '@galla/contract/orders/order-status'

/** Totals of searches and amounts are exact up to here, and such a list ends here. */
export const COUNTED_MAX = 10_000

/** The filter of the list of orders. */
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

/** The list of a search or of amounts, and its total, end at COUNTED_MAX. */
export const isBounded = ({ search, minPaise, maxPaise }: OrderFilter): boolean =>
  search !== null || minPaise !== null || maxPaise !== null

export type Sort = 'newest' | 'oldest' | 'highest' | 'lowest'

export interface Window {
  readonly offset: number
  readonly limit: number
}
