import type { ReplyOf } from '@galla/contract/endpoint'
import type { allTransactions, transactionTotals } from '@galla/contract/orders/transactions'
import { displayCount } from '../../format/indian-display.ts'

export interface OrdersPagination {
  readonly lastPage: number
  readonly limit: number
  readonly total: number
  /** With a plus sign where there are more. */
  readonly totalText: string
  /** Until then the total is that of this page and, where there is a next page, of one order more. */
  readonly isTotalKnown: boolean
}

/** The pages as far as they are known: by the totals once they are there, until then by whether the page has a next one. */
export function ordersPagination(
  page: ReplyOf<typeof allTransactions>['pagination'],
  totals: ReplyOf<typeof transactionTotals>['data'] | undefined,
): OrdersPagination {
  const { totalTransactions: total, totalIsMore } = totals ?? page
  // A page without a next one ends with the last order, unless it lies beyond the end.
  const isEnd = !page.totalIsMore && (page.totalTransactions > 0 || page.currentPage === 1)
  return {
    lastPage: Math.ceil(total / page.limit),
    limit: page.limit,
    total,
    totalText: `${displayCount(total)}${totalIsMore ? '+' : ''}`,
    isTotalKnown: totals !== undefined || isEnd,
  }
}
