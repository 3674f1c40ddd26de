import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { startOfIstDay } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/order-status'
import type { allTransactions, TransactionRow } from '@galla/contract/orders'
import type { Paise } from '@galla/upi/rupees'
import { parseRupees, toRupeeNumber } from '@galla/upi/rupees'
import type { Queryable } from '../platform/database/database.ts'
import { findOrders } from './find-orders.ts'
import { COUNTED_MAX, type OrderFilter } from './order-filter.ts'
import { type OrderListRow, readListRows } from './order-list-store.ts'

type Query = QueryOf<typeof allTransactions>

const DAY_MS = 24 * 60 * 60 * 1000

export const transactionRowFrom = (row: OrderListRow): TransactionRow => ({
  orderId: row.order_id,
  clientTransactionId: row.client_txn_id,
  customer: { name: row.customer_name, email: row.customer_email },
  amount: toRupeeNumber(row.payable_paise as Paise),
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

/** What the list shows and the export writes. */
export const orderFilterOf = (
  merchantId: string,
  mode: Mode,
  query: Omit<Query, 'page' | 'limit' | 'sort'>,
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

/** A page of a merchant's orders with its totals. A page beyond the end is empty. */
export const listMerchantOrders = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  query: Query,
): Promise<ReplyOf<typeof allTransactions>> => {
  const filter = orderFilterOf(merchantId, mode, query)
  const bounded = filter.search !== null || filter.minPaise !== null || filter.maxPaise !== null
  const { page, limit, sort } = query
  const { ids, total: counted } = await findOrders(db, filter, sort, { offset: (page - 1) * limit, limit })
  const rows = await readListRows(db, merchantId, ids)
  const totalIsMore = bounded && counted > COUNTED_MAX
  const total = totalIsMore ? COUNTED_MAX : counted
  const totalPages = Math.ceil(total / limit)
  return {
    data: rows.map(transactionRowFrom),
    pagination: {
      currentPage: page,
      totalPages,
      totalTransactions: total,
      totalIsMore,
      hasNextPage: page < totalPages,
      hasPrevPage: page > 1,
      limit,
    },
  }
}
