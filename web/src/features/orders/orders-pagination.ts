import type { ReplyOf } from '@galla/contract/endpoint'
import type { allTransactions, transactionTotals } from '@galla/contract/orders/transactions'
import { displayCount } from '../../format/indian-display.ts'

export interface OrdersPagination {
  readonly lastPage: number
  readonly limit: number
  readonly total: number
  /** Has a plus sign when there are more. */
  readonly totalText: string
  /** While false, the total counts this page and, if there is a next page, one more order. */
  readonly isTotalKnown: boolean
}

/** The pagination as far as it is known: from the totals once they are loaded, before that from whether a next page exists. */
export function ordersPagination(
  page: ReplyOf<typeof allTransactions>['pagination'],
  totals: ReplyOf<typeof transactionTotals>['data'] | undefined,
): OrdersPagination {
  const { totalTransactions: total, totalIsMore } = totals ?? page
  // A page without a next page ends with the last order, unless it is beyond the end.
  const isEnd = !page.totalIsMore && (page.totalTransactions > 0 || page.currentPage === 1)
  return {
    lastPage: Math.ceil(total / page.limit),
    limit: page.limit,
    total,
    totalText: `${displayCount(total)}${totalIsMore ? '+' : ''}`,
    isTotalKnown: totals !== undefined || isEnd,
  }
}
