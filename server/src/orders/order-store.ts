import { part, type Queryable, type Statement, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import { merchantsOf, ofMerchants, onShardOf } from '../platform/distributed/merchant-shards.ts'
import type { Change, Order, OrderScope } from './order.ts'
import type { OrderChange } from './order-change.ts'
import { type OrderRow, orderFrom } from './order-row.ts'

const maybeOrder = async (db: Queryable, statement: Statement): Promise<Order | undefined> => {
  const row = await db.maybeOne<OrderRow>(statement)
  return row && orderFrom(row)
}

/** Finds an order of any merchant, for public pages. */
export const findOrder = (
  db: Queryable,
  orderId: string,
  merchantIds: readonly string[] | null = null,
): Promise<Order | undefined> =>
  maybeOrder(
    db,
    prepared(
      sql`select * from orders where ${ofMerchants(part`merchant_id`, merchantIds)} and order_id = ${orderId}`,
    ),
  )

export const findMerchantOrder = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<Order | undefined> =>
  maybeOrder(db, sql`select * from orders where merchant_id = ${merchantId} and order_id = ${orderId}`)

export const findOrderInScope = (
  db: Queryable,
  { merchantId, mode }: OrderScope,
  orderId: string,
): Promise<Order | undefined> =>
  maybeOrder(
    db,
    sql`select * from orders where merchant_id = ${merchantId} and mode = ${mode} and order_id = ${orderId}`,
  )

/** Locks an order. Every change of an order locks its row first. */
export const lockMerchantOrder = (
  tx: Transaction,
  merchantId: string,
  orderId: string,
): Promise<Order | undefined> =>
  maybeOrder(
    tx,
    sql`select * from orders where merchant_id = ${merchantId} and order_id = ${orderId} for no key update`,
  )

/** Locks an order of any merchant. */
export const lockOrder = async (tx: Transaction, orderId: string): Promise<Order | undefined> => {
  const order = await findOrder(tx, orderId)
  return order && lockMerchantOrder(tx, order.merchantId, orderId)
}

/** Locks orders by id, so that concurrent calls wait for each other and do not deadlock. */
export const lockOrders = async (
  tx: Transaction,
  keys: readonly { readonly merchantId: string; readonly orderId: string }[],
): Promise<Order[]> => {
  if (keys.length === 0) return []
  const rows = await tx.rows<OrderRow>(sql`
    select o.* from orders o
    where ${onShardOf(part`o.merchant_id`, merchantsOf(keys))} and (o.merchant_id, o.order_id) in (
      select * from unnest(${keys.map(({ merchantId }) => merchantId)}::text[],
        ${keys.map(({ orderId }) => orderId)}::text[]))
    order by o.order_id for no key update`)
  return rows.map(orderFrom)
}

/** Ids among the saved orders. */
interface SavedOrders {
  readonly ofPlatform: ReadonlySet<string>
  /** Orders whose receipt is emailed to the customer. Not counter sales: their email is the merchant's. */
  readonly withReceipt: ReadonlySet<string>
}

/** Writes changed orders in one statement. It fails if the version shows that a row was not locked. */
export const updateOrders = async (
  tx: Transaction,
  changes: readonly OrderChange[],
): Promise<SavedOrders> => {
  const orders = changes.map(({ order }) => order)
  const credits = changes.map(({ credit }) => credit)
  const saved = await tx.rows<{ order_id: string; is_platform: boolean; email_receipts: boolean }>(sql`
    update orders o set
      status = n.status, failure_reason = n.failure_reason, version = n.version, attempt = n.attempt,
      expires_at = n.expires_at, opened_at = n.opened_at, due_at = n.due_at, paid_at = n.paid_at, paid_late = n.paid_late,
      settled_by_credit_id = n.settled_by_credit_id, settled_paise = n.settled_paise,
      amount_accepted_by = n.accepted_by, amount_accepted_why = n.accepted_why,
      next_check_at = case when n.status = 'success' then null else o.next_check_at end
    from unnest(${orders.map((order) => order.merchantId)}::text[], ${orders.map((order) => order.orderId)}::text[],
      ${orders.map((order) => order.status)}::text[], ${orders.map((order) => order.failureReason)}::text[],
      ${orders.map((order) => order.version)}::int[], ${orders.map((order) => order.attempt)}::int[],
      ${orders.map((order) => order.expiresAt)}::timestamptz[], ${orders.map((order) => order.openedAt)}::timestamptz[],
      ${orders.map((order) => order.dueAt)}::timestamptz[], ${orders.map((order) => order.paidAt)}::timestamptz[],
      ${orders.map((order) => order.paidLate)}::boolean[], ${orders.map((order) => order.settledByCreditId)}::text[],
      ${orders.map((order) => order.settled)}::bigint[],
      ${credits.map((credit) => credit?.accepted?.by ?? null)}::text[],
      ${credits.map((credit) => credit?.accepted?.why ?? null)}::text[])
      as n (merchant_id, order_id, status, failure_reason, version, attempt, expires_at, opened_at, due_at, paid_at,
        paid_late, settled_by_credit_id, settled_paise, accepted_by, accepted_why)
    join merchants m on m.merchant_id = n.merchant_id
    where ${onShardOf(part`o.merchant_id`, merchantsOf(orders))}
      and o.merchant_id = n.merchant_id and o.order_id = n.order_id and o.version = n.version - 1
    returning o.order_id, m.is_platform,
      m.email_receipts and o.mode = 'live' and o.customer_email not in ('', m.email) as email_receipts`)
  if (saved.length !== changes.length) throw new Error('an order was changed without being locked')
  const idsOf = (rows: typeof saved) => new Set(rows.map((row) => row.order_id))
  return {
    ofPlatform: idsOf(saved.filter((row) => row.is_platform)),
    withReceipt: idsOf(saved.filter((row) => row.email_receipts)),
  }
}

/** Schedules the receipt emails of a merchant's orders, once for each order. */
export const insertReceiptEmails = (
  tx: Transaction,
  merchantId: string,
  orderIds: readonly string[],
  dueAt: Date,
): Promise<number> =>
  tx.run(sql`
    insert into receipt_emails (merchant_id, order_id, due_at)
    select ${merchantId}, order_id, ${dueAt}::timestamptz from unnest(${orderIds}::text[]) as paid (order_id)
    on conflict do nothing`)

export const recordOrderHistory = (tx: Transaction, changes: readonly OrderChange[]): Promise<number> =>
  tx.run(sql`
    insert into order_history (merchant_id, order_id, version, at, event, detail)
    select * from unnest(${changes.map(({ order }) => order.merchantId)}::text[],
      ${changes.map(({ order }) => order.orderId)}::text[], ${changes.map(({ order }) => order.version)}::int[],
      ${changes.map(({ at }) => at)}::timestamptz[], ${changes.map(({ change }) => change)}::text[],
      ${changes.map(({ detail }) => JSON.stringify(detail))}::jsonb[])`)

export interface HistoryEntry {
  version: number
  at: Date
  event: Change
  detail: Record<string, unknown>
}

export const listOrderHistory = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<HistoryEntry[]> =>
  db.rows<HistoryEntry>(sql`
    select version, at, event, detail from order_history
    where merchant_id = ${merchantId} and order_id = ${orderId} order by version`)

/** Lists the merchants of the orders that are due first. */
export const listDueMerchants = (db: Queryable, now: Date, limit: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from (
      select merchant_id from orders where due_at <= ${now} order by due_at limit ${limit}) due`)

/** Locks due orders of these merchants, without those that another transaction has locked. */
export const lockDueOrders = async (
  tx: Transaction,
  merchantIds: readonly string[],
  now: Date,
  limit: number,
): Promise<Order[]> => {
  const rows = await tx.rows<OrderRow>(sql`
    select * from orders where merchant_id = any(${merchantIds}::text[]) and due_at <= ${now}
    order by due_at limit ${limit} for no key update skip locked`)
  return rows.map(orderFrom)
}

/** The first status check comes this long after the customer may have started to pay. */
const FIRST_CHECK_SECONDS = 20

/** Starts the status checks of an order whose account has a provider, once or, with `again`, for each attempt. */
export const startChecks = async (
  db: Queryable,
  { merchantId, orderId }: Pick<Order, 'merchantId' | 'orderId'>,
  now: Date,
  { again }: { readonly again: boolean },
): Promise<void> => {
  await db.run(sql`
    update orders o set
      checks_from = ${now},
      next_check_at = ${now}::timestamptz + make_interval(secs => ${FIRST_CHECK_SECONDS})
    where o.merchant_id = ${merchantId} and o.order_id = ${orderId} and o.status <> 'success'
      and (o.checks_from is null or ${again}::boolean)
      and exists (
        select from account_sources s where s.merchant_id = ${merchantId} and s.account_id = o.account_id)`)
}

/** Lists the merchants with these marks, usually one for each. */
export const listMarkedMerchants = (db: Queryable, marks: readonly number[]): Promise<string[]> =>
  db.values<string>(sql`select merchant_id from merchants where order_mark = any(${marks}::int[])`)

/** Null: the order has none yet. */
export const findOrderNumber = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<number | null> => {
  const found = await db.value<bigint | null>(sql`
    select order_number from orders where merchant_id = ${merchantId} and order_id = ${orderId}`)
  return found === null ? null : Number(found)
}

/** Gives the order this number, or the one that it got meanwhile. A number of another order of the merchant is refused. */
export const updateOrderNumber = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
  number: number,
): Promise<number> => {
  const saved = await db.value<bigint>(sql`
    update orders set order_number = coalesce(order_number, ${number}::bigint)
    where merchant_id = ${merchantId} and order_id = ${orderId}
    returning order_number`)
  return Number(saved)
}
