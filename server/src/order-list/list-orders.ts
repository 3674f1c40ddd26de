import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { startOfIstDay } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import type {
  allTransactions,
  listOrders,
  OrderByKey,
  TransactionRow,
} from '@galla/contract/orders/transactions'
import { parseRupees, toRupeeNumber } from '@galla/upi/rupees'
import type { OrderScope } from '../orders/order.ts'
import { cursorOf, pageOf, placeOf } from '../platform/cursor.ts'
import type { Queryable } from '../platform/database/database.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { findOrders } from './find-orders.ts'
import type { OrderFilter } from './order-filter.ts'
import { listOrderIds } from './order-list-store.ts'
import { listOrderRows, type OrderListRow } from './order-row-store.ts'

type Query = QueryOf<typeof allTransactions>

export const transactionRowFrom = (row: OrderListRow): TransactionRow => ({
  ...isoDates(row),
  amount: toRupeeNumber(row.amount),
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

export const orderByKeyFrom = ({ customer, merchantName: _, ...row }: TransactionRow): OrderByKey => ({
  ...row,
  amount: row.amount.toFixed(2),
  customerName: customer.name,
  customerEmail: customer.email,
})

const ORDER_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** A page of the orders that a key may read, newest first: those below the cursor's. */
export const listOrdersOfKey = async (
  db: Queryable,
  { merchantId, mode }: OrderScope,
  { cursor, limit, ...query }: QueryOf<typeof listOrders>,
): Promise<ReplyOf<typeof listOrders>> => {
  const [below = null] = placeOf(cursor, ORDER_ID)
  const filter = orderFilterOf(merchantId, mode, {
    ...query,
    status: query.status ?? 'all',
  })
  const ids = await listOrderIds(db, filter, 'newest', { offset: 0, limit: limit + 1 }, { below, from: null })
  const { shown, next } = pageOf(ids, limit, (id) => cursorOf(id))
  const rows = await listOrderRows(db, merchantId, shown)
  return { data: rows.map((row) => orderByKeyFrom(transactionRowFrom(row))), next }
}

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
