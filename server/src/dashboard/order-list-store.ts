import type { FailureReason, Mode, OrderStatus } from '@galla/contract/order-status'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { composerOf, statementOf } from '../platform/database/compose-sql.ts'
import type { Queryable } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { OPEN_STATES, type OrderFilter, partPattern } from './order-filter.ts'
import type { ExportedOrder } from './order-sheet.ts'

interface OrdersTable {
  merchant_id: string
  order_id: string
  mode: Mode
  client_txn_id: string
  status: OrderStatus
  failure_reason: FailureReason | null
  payable_paise: bigint
  customer_name: string
  customer_email: string
  customer_mobile: string
  purpose: string
  udf1: string | null
  udf2: string | null
  udf3: string | null
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  paid_late: boolean
  settled_by_credit_id: string | null
}

interface CreditsTable {
  merchant_id: string
  credit_id: string
  utr: string | null
  payer_upi_id: string | null
  order_id: string | null
  state: string
}

interface Tables {
  orders: OrdersTable
  credits: CreditsTable
  merchants: { merchant_id: string; name: string }
}

const compose = composerOf<Tables>()

export interface OrderListRow
  extends Omit<
    OrdersTable,
    'merchant_id' | 'customer_mobile' | 'settled_by_credit_id' | 'purpose' | 'udf1' | 'udf2' | 'udf3'
  > {
  merchant_name: string
  utr: string | null
  attention: boolean
}

type Orders = ExpressionBuilder<Tables, 'orders'>
type Condition = ExpressionWrapper<Tables, 'orders', SqlBool>

const hasOpenCredit = (eb: Orders) =>
  eb.exists(
    eb
      .selectFrom('credits')
      .select(sql<number>`1`.as('one'))
      .whereRef('credits.merchant_id', '=', 'orders.merchant_id')
      .whereRef('credits.order_id', '=', 'orders.order_id')
      .where('credits.state', 'in', [...OPEN_STATES]),
  )

/** Part of a word for ids, names and addresses; exact for mobile, UTR and amount. */
const matchesSearch = (eb: Orders, filter: OrderFilter, search: string): Condition => {
  const part = partPattern(search)
  return eb.or([
    eb('orders.order_id', 'ilike', part),
    eb('orders.client_txn_id', 'ilike', part),
    eb('orders.customer_name', 'ilike', part),
    eb('orders.customer_email', 'ilike', part),
    eb('orders.customer_mobile', '=', search),
    ...(filter.searchPaise === null ? [] : [eb('orders.payable_paise', '=', filter.searchPaise)]),
    eb.exists(
      eb
        .selectFrom('credits')
        .select(sql<number>`1`.as('one'))
        .whereRef('credits.merchant_id', '=', 'orders.merchant_id')
        .whereRef('credits.order_id', '=', 'orders.order_id')
        .where((inner) =>
          inner.or([inner('credits.utr', '=', search), inner('credits.payer_upi_id', 'ilike', part)]),
        ),
    ),
  ])
}

/**
 * The orders of a filter, read row by row: to compose statements that go through all of them, as the export does by
 * `order_id < cursor order by order_id desc limit 1000`. What the list shows is found by `listed-orders-store.ts`.
 */
const filtered = (filter: OrderFilter) => {
  let query = compose
    .selectFrom('orders')
    .where('orders.merchant_id', '=', filter.merchantId)
    .where('orders.mode', '=', filter.mode)
  if (filter.status === 'attention') query = query.where(hasOpenCredit)
  else if (filter.status !== 'all') query = query.where('orders.status', '=', filter.status)
  // An order's id begins with the time of its creation, so the primary key finds the days; the time itself decides.
  if (filter.from !== null)
    query = query
      .where('orders.created_at', '>=', filter.from)
      .where('orders.order_id', '>=', firstUlidAt(filter.from))
  if (filter.before !== null)
    query = query
      .where('orders.created_at', '<', filter.before)
      .where('orders.order_id', '<', firstUlidAt(filter.before))
  if (filter.minPaise !== null) query = query.where('orders.payable_paise', '>=', filter.minPaise)
  if (filter.maxPaise !== null) query = query.where('orders.payable_paise', '<=', filter.maxPaise)
  const { search } = filter
  if (search !== null) query = query.where((eb) => matchesSearch(eb, filter, search))
  return query
}

const withColumns = (query: ReturnType<typeof filtered>) =>
  query
    .innerJoin('merchants', 'merchants.merchant_id', 'orders.merchant_id')
    .leftJoin('credits as settling', (join) =>
      join
        .onRef('settling.merchant_id', '=', 'orders.merchant_id')
        .onRef('settling.credit_id', '=', 'orders.settled_by_credit_id'),
    )
    .select([
      'orders.order_id',
      'orders.mode',
      'orders.client_txn_id',
      'orders.status',
      'orders.failure_reason',
      'orders.payable_paise',
      'orders.customer_name',
      'orders.customer_email',
      'orders.created_at',
      'orders.expires_at',
      'orders.paid_at',
      'orders.paid_late',
      'merchants.name as merchant_name',
      'settling.utr',
    ])
    .select((eb) => hasOpenCredit(eb as unknown as Orders).as('attention'))

/** The rows of a page, in the order of its ids; there are a thousand at most. */
export const readListRows = async (
  db: Queryable,
  merchantId: string,
  ids: readonly string[],
): Promise<OrderListRow[]> => {
  if (ids.length === 0) return []
  const some = compose
    .selectFrom('orders')
    .where('orders.merchant_id', '=', merchantId)
    .where('orders.order_id', '=', sql<string>`any(${ids}::text[])`)
  const rows = await db.rows<OrderListRow>(statementOf(withColumns(some).compile()))
  const byId = new Map(rows.map((row) => [row.order_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const findListRow = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderListRow | undefined> => {
  const one = compose
    .selectFrom('orders')
    .where('orders.merchant_id', '=', merchantId)
    .where('orders.order_id', '=', orderId)
  return db.maybeOne<OrderListRow>(statementOf(withColumns(one).compile()))
}

/** Exact up to `limit`; one more than `limit` says that there are more. Goes through all of them. */
export const countOrders = async (db: Queryable, filter: OrderFilter, limit: number): Promise<number> => {
  const matching = filtered(filter).select('orders.order_id')
  const query = compose
    .selectFrom(matching.limit(limit + 1).as('matching'))
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
  const { count } = await db.one<{ count: bigint }>(statementOf(query.compile()))
  return Number(count)
}

/** Ids less than `below`; of these only such as are not less than `from`. Null is without end. */
export interface IdRange {
  readonly below: string | null
  readonly from: string | null
}

/** Newest first, within ids: so a long reading is many short statements, and none looks at a row again. */
export const readOrdersWithin = (
  db: Queryable,
  filter: OrderFilter,
  { below, from }: IdRange,
  limit: number,
): Promise<ExportedOrder[]> => {
  let matching = filtered(filter)
  if (below !== null) matching = matching.where('orders.order_id', '<', below)
  if (from !== null) matching = matching.where('orders.order_id', '>=', from)
  return readExported(db, matching.orderBy('orders.order_id', 'desc').limit(limit))
}

/** Newest first. */
export const readOrdersOf = (
  db: Queryable,
  merchantId: string,
  ids: readonly string[],
): Promise<ExportedOrder[]> =>
  readExported(
    db,
    compose
      .selectFrom('orders')
      .where('orders.merchant_id', '=', merchantId)
      .where('orders.order_id', '=', sql<string>`any(${ids}::text[])`),
  )

/** The id of the merchant's order that stands so many orders below; none when there are not so many. */
export const findIdFarBelow = async (
  db: Queryable,
  merchantId: string,
  below: string | null,
  orders: number,
): Promise<string | null> => {
  const all = compose.selectFrom('orders').where('merchant_id', '=', merchantId)
  const far = (below === null ? all : all.where('order_id', '<', below))
    .select('order_id')
    .orderBy('order_id', 'desc')
    .offset(orders)
    .limit(1)
  const found = await db.maybeOne<{ order_id: string }>(statementOf(far.compile()))
  return found?.order_id ?? null
}

// The credits are looked up for the rows of the page only.
const readExported = (db: Queryable, page: ReturnType<typeof filtered>): Promise<ExportedOrder[]> => {
  const query = compose
    .selectFrom(
      page.select([...EXPORTED_COLUMNS, 'orders.merchant_id', 'orders.settled_by_credit_id']).as('orders'),
    )
    .leftJoin('credits as settling', (join) =>
      join
        .onRef('settling.merchant_id', '=', 'orders.merchant_id')
        .onRef('settling.credit_id', '=', 'orders.settled_by_credit_id'),
    )
    .select([...EXPORTED_COLUMNS, 'settling.utr', 'settling.payer_upi_id'])
    .orderBy('orders.order_id', 'desc')
  return db.rows<ExportedOrder>(statementOf(query.compile()))
}

const EXPORTED_COLUMNS = [
  'orders.order_id',
  'orders.mode',
  'orders.client_txn_id',
  'orders.status',
  'orders.failure_reason',
  'orders.payable_paise',
  'orders.customer_name',
  'orders.customer_email',
  'orders.customer_mobile',
  'orders.purpose',
  'orders.udf1',
  'orders.udf2',
  'orders.udf3',
  'orders.created_at',
  'orders.paid_at',
  'orders.paid_late',
] as const
