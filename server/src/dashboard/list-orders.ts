import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { startOfIstDay } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import type { allTransactions, TransactionRow, transactionTotals } from '@galla/contract/orders/transactions'
import type { Paise } from '@galla/upi/rupees'
import { parseRupees, toRupeeNumber } from '@galla/upi/rupees'
import type { Queryable } from '../platform/database/database.ts'
import { countFoundOrders, findOrders } from './find-orders.ts'
import { COUNTED_MAX, isBounded, type OrderFilter } from './order-filter.ts'
import { listOrderRows, type OrderListRow } from './order-row-store.ts'

type Query = QueryOf<typeof allTransactions>

const DAY_MS = 24 * 60 * 60 * 1000

export const transactionRowFrom = (row: OrderListRow): TransactionRow => ({
  orderId: row.order_id,
  clientTransactionId: row.client_txn_id,
  customer: { name: row.customer_name, email: row.customer_email },
  amount: toRupeeNumber(row.shown_paise as Paise),
  createdAt: row.created_at.toISOString(),
  status: row.status,
  merchantName: row.merchant_name,
  utr: row.utr,
  mode: row.mode,
  paidLate: row.paid_late,
  failureReason: row.failure_reason,
  expiresAt: row.expires_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
  attention: row.attention,
})

/** Builds the filter of the list and the export. */
export const orderFilterOf = (
  merchantId: string,
  mode: Mode,
  query: Omit<Query, 'page' | 'limit' | 'sort' | 'totals'>,
): OrderFilter => ({
  merchantId,
  mode,
  status: query.status,
  search: query.search === undefined || query.search === '' ? null : query.search,
  searchPaise: parseRupees(query.search?.replace(/[₹,\s]/g, '') ?? '') ?? null,
  from: query.from === undefined ? null : startOfIstDay(query.from),
  before: query.to === undefined ? null : new Date(startOfIstDay(query.to).getTime() + DAY_MS),
  minPaise: query.minAmount ?? null,
  maxPaise: query.maxAmount ?? null,
})

type Totals = ReplyOf<typeof transactionTotals>['data']

const totalsOf = async (db: Queryable, filter: OrderFilter): Promise<Totals> => {
  const counted = await countFoundOrders(db, filter)
  const totalIsMore = isBounded(filter) && counted > COUNTED_MAX
  return { totalTransactions: totalIsMore ? COUNTED_MAX : counted, totalIsMore }
}

export const countMerchantOrders = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  query: QueryOf<typeof transactionTotals>,
): Promise<Totals> => totalsOf(db, orderFilterOf(merchantId, mode, query))

/** A page and the totals of all, or the page at once, with totals that only say whether there is a next one. */
const readPage = async (
  db: Queryable,
  filter: OrderFilter,
  { page, limit, sort, totals }: Query,
): Promise<{ readonly ids: readonly string[]; readonly totals: Totals }> => {
  const offset = (page - 1) * limit
  if (totals === 'now') {
    // One after the other: both at once would be both processors of a small machine.
    const ids = await findOrders(db, filter, sort, { offset, limit })
    return { ids, totals: await totalsOf(db, filter) }
  }
  const ids = await findOrders(db, filter, sort, { offset, limit: limit + 1 })
  const totalTransactions = ids.length === 0 ? 0 : offset + ids.length
  return { ids: ids.slice(0, limit), totals: { totalTransactions, totalIsMore: ids.length > limit } }
}

/** A page of a merchant's orders. A page beyond the end is empty. */
export const listMerchantOrders = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  query: Query,
): Promise<ReplyOf<typeof allTransactions>> => {
  const { ids, totals } = await readPage(db, orderFilterOf(merchantId, mode, query), query)
  const rows = await listOrderRows(db, merchantId, ids)
  const { page, limit } = query
  const totalPages = Math.ceil(totals.totalTransactions / limit)
  return {
    data: rows.map(transactionRowFrom),
    pagination: {
      currentPage: page,
      totalPages,
      ...totals,
      hasNextPage: page < totalPages,
      hasPrevPage: page > 1,
      limit,
    },
  }
}
