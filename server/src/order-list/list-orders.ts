import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { startOfIstDay } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import type { allTransactions, TransactionRow } from '@galla/contract/orders/transactions'
import type { Paise } from '@galla/upi/rupees'
import { parseRupees, toRupeeNumber } from '@galla/upi/rupees'
import type { Queryable } from '../platform/database/database.ts'
import { findOrders } from './find-orders.ts'
import type { OrderFilter } from './order-filter.ts'
import { listOrderRows, type OrderListRow } from './order-row-store.ts'

type Query = QueryOf<typeof allTransactions>

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

/** A page of a merchant's orders. A page beyond the end is empty. */
export const listMerchantOrders = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  query: Query,
): Promise<ReplyOf<typeof allTransactions>> => {
  const { page, limit, sort } = query
  const filter = orderFilterOf(merchantId, mode, query)
  const { ids, total, isMore } = await findOrders(db, filter, sort, { offset: (page - 1) * limit, limit })
  const rows = await listOrderRows(db, merchantId, ids)
  const totalPages = Math.ceil(total / limit)
  return {
    data: rows.map(transactionRowFrom),
    pagination: {
      currentPage: page,
      totalPages,
      totalTransactions: total,
      totalIsMore: isMore,
      hasNextPage: page < totalPages,
      hasPrevPage: page > 1,
      limit,
    },
  }
}
