import {
  columnsOf,
  part,
  type Queryable,
  type SqlPart,
  sql,
  type Transaction,
} from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import type { Change, Order, OrderScope } from './order.ts'
import type { OrderChange } from './order-change.ts'
import { ORDER_COLUMNS } from './order-columns.ts'

const ORDER = columnsOf('o', ORDER_COLUMNS)

/** Finds an order of any merchant, for public pages. */
export const findOrder = (db: Queryable, orderId: string): Promise<Order | undefined> =>
  db.maybeOne(sql`select ${ORDER} from orders o where o.order_id = ${orderId} limit 1`)

export const findMerchantOrder = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<Order | undefined> =>
  db.maybeOne(sql`
    select ${ORDER} from orders o where o.merchant_id = ${merchantId} and o.order_id = ${orderId}`)

export const findOrderInScope = (
  db: Queryable,
  { merchantId, mode }: OrderScope,
  orderId: string,
): Promise<Order | undefined> =>
  db.maybeOne(sql`
    select ${ORDER} from orders o
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.order_id = ${orderId}`)

/** Locks an order. Every change of an order locks its row first. */
export const lockMerchantOrder = (
  tx: Transaction,
  merchantId: string,
  orderId: string,
): Promise<Order | undefined> =>
  tx.maybeOne(sql`
    select ${ORDER} from orders o where o.merchant_id = ${merchantId} and o.order_id = ${orderId} for no key update`)

/** Locks an order of any merchant. */
export const lockOrder = async (tx: Transaction, orderId: string): Promise<Order | undefined> => {
  const order = await findOrder(tx, orderId)
  return order && lockMerchantOrder(tx, order.merchantId, orderId)
}

/** Locks a merchant's orders in the order of their ids, so that concurrent calls wait for each other and do not deadlock. */
export const lockOrders = async (
  tx: Transaction,
  merchantId: string,
  orderIds: readonly string[],
): Promise<Order[]> => {
  if (orderIds.length === 0) return []
  return tx.rows(sql`
    select ${ORDER} from orders o where o.merchant_id = ${merchantId} and o.order_id = any(${orderIds}::text[])
    order by o.order_id for no key update`)
}

/** What follows from an order that is paid. */
interface SavedOrder {
  readonly isOfPlatform: boolean
  /** Whether its receipt is emailed to the customer. Not of counter sales: their email is the merchant's. */
  readonly withReceipt: boolean
  readonly withInvoice: boolean
  /** Whether the merchant is notified of payments at once, by anything. */
  readonly isNotified: boolean
  readonly orderNumber: number | null
}

/** The first of these numbers that no order of the merchant has. */
const firstFree = (merchantId: string, numbers: readonly number[]): SqlPart => part`(
  select number from unnest(${numbers}::bigint[]) with ordinality given (number, n)
  where not exists (select from orders taken where taken.merchant_id = ${merchantId} and taken.order_number = given.number)
  order by n limit 1)`

/** The notice that the page shows when it is opened for the first time. */
const shownNotice = ({ merchantId, openedAt }: Order): SqlPart => part`
  case when o.opened_at is null and ${openedAt}::timestamptz is not null then (
    select case when n.text <> '' then n.version end from data_notices n
    where n.merchant_id = ${merchantId} order by n.version desc limit 1) else o.notice_version end`

/**
 * Writes a changed order, and gives it the first of these numbers that is free unless it has one. It fails if the version shows that its row
 * was not locked.
 */
export const updateOrder = async (
  tx: Transaction,
  { order, credit }: OrderChange,
  numbers: readonly number[],
): Promise<SavedOrder> => {
  const saved = await tx.maybeOne<SavedOrder>(
    prepared(sql`
    update orders o set
      status = ${order.status}, failure_reason = ${order.failureReason}, version = ${order.version}, attempt = ${order.attempt},
      expires_at = ${order.expiresAt}, opened_at = ${order.openedAt}, notice_version = ${shownNotice(order)}, due_at = ${order.dueAt}, paid_at = ${order.paidAt},
      paid_late = ${order.paidLate}, settled_by_credit_id = ${order.settledByCreditId}, settled_paise = ${order.settled},
      amount_accepted_by = ${credit?.accepted?.by ?? null}, amount_accepted_why = ${credit?.accepted?.why ?? null},
      next_check_at = case when ${order.status}::text = 'success' then null else o.next_check_at end,
      order_number = coalesce(o.order_number, ${firstFree(order.merchantId, numbers)})
    from merchants m
    where o.merchant_id = ${order.merchantId} and o.order_id = ${order.orderId} and o.version = ${order.version - 1}
      and m.merchant_id = ${order.merchantId}
    returning m.is_platform as "isOfPlatform", o.order_number::float8 as "orderNumber",
      o.mode = 'live' and (exists (select from notice_targets n where n.merchant_id = ${order.merchantId})
        or exists (select from notice_choices c where c.merchant_id = ${order.merchantId} and c.way = 'email' and c.is_wanted)) as "isNotified",
      o.mode = 'live' and exists (
        select from accounting_settings a where a.merchant_id = ${order.merchantId} and a.issues_invoices) as "withInvoice",
      m.email_receipts and o.mode = 'live' and o.customer_email not in ('', m.email) as "withReceipt"`),
  )
  if (saved === undefined) throw new Error('an order was changed without being locked')
  return saved
}

/** Schedules the receipt email of an order, once. */
export const insertReceiptEmail = (
  tx: Transaction,
  { merchantId, orderId }: Pick<Order, 'merchantId' | 'orderId'>,
  dueAt: Date,
): Promise<number> =>
  tx.run(sql`
    insert into receipt_emails (merchant_id, order_id, due_at) values (${merchantId}, ${orderId}, ${dueAt})
    on conflict do nothing`)

export const recordOrderHistory = (
  tx: Transaction,
  { order, at, change, detail }: OrderChange,
): Promise<number> =>
  tx.run(sql`
    insert into order_history (merchant_id, order_id, version, at, event, detail)
    values (${order.merchantId}, ${order.orderId}, ${order.version}, ${at}, ${change}, ${JSON.stringify(detail)}::jsonb)`)

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

/** Lists the merchants of the orders that are due first, but for some merchants. */
export const listDueMerchants = (
  db: Queryable,
  now: Date,
  except: readonly string[],
  limit: number,
): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from (
      select merchant_id from orders where due_at <= ${now} and merchant_id <> all(${except}::text[])
      order by due_at limit ${limit}) due`)

/** Locks a merchant's due orders, without those that another transaction has locked. */
export const lockDueOrders = (
  tx: Transaction,
  merchantId: string,
  now: Date,
  limit: number,
): Promise<Order[]> =>
  tx.rows(sql`
    select ${ORDER} from orders o where o.merchant_id = ${merchantId} and o.due_at <= ${now}
    order by o.due_at limit ${limit} for no key update skip locked`)

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

/** Gives the order the first of these numbers that is free, unless it has one. Returns its number; null if all are taken. */
export const updateOrderNumber = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
  numbers: readonly number[],
): Promise<number | null> => {
  const saved = await db.value<bigint | null>(
    prepared(sql`
    update orders set order_number = coalesce(order_number, ${firstFree(merchantId, numbers)})
    where merchant_id = ${merchantId} and order_id = ${orderId}
    returning order_number`),
  )
  return saved === null ? null : Number(saved)
}

/** Adds a paid order to the totals of the reusable link that it was made with, if any. */
export const addToLinkTotals = (tx: Transaction, { merchantId, orderId, settled }: Order): Promise<number> =>
  tx.run(sql`
    insert into reusable_link_totals as t (merchant_id, code, paid, collected_paise)
    select k.merchant_id, k.code, 1, coalesce(${settled}::bigint, 0)
    from reusable_link_orders k where k.merchant_id = ${merchantId} and k.order_id = ${orderId}
    on conflict (merchant_id, code)
    do update set paid = t.paid + 1, collected_paise = t.collected_paise + excluded.collected_paise`)
