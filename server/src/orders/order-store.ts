import type { Dialect } from '@galla/contract/dialects'
import type { FailureReason, Mode, OrderStatus } from '@galla/contract/order-status'
import type { UpiLink } from '@galla/upi/link'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, type Statement, sql, type Transaction } from '../platform/database/database.ts'
import type { Change, Order, OrderScope, Payee } from './order.ts'

export interface OrderRow {
  merchant_id: string
  order_id: string
  mode: Mode
  account_id: string
  dialect: Dialect | null
  /** An int8, which the driver gives as a bigint. */
  order_number: bigint | null
  client_txn_id: string
  status: OrderStatus
  failure_reason: FailureReason | null
  version: number
  attempt: number
  amount_paise: bigint
  payable_paise: bigint
  purpose: string
  customer_name: string
  customer_email: string
  customer_mobile: string
  redirect_url: string
  udf1: string | null
  udf2: string | null
  udf3: string | null
  created_at: Date
  window_seconds: number
  expires_at: Date
  opened_at: Date | null
  due_at: Date | null
  paid_at: Date | null
  paid_late: boolean
  settled_by_credit_id: string | null
}

export const orderFrom = (row: OrderRow): Order => ({
  merchantId: row.merchant_id,
  orderId: row.order_id,
  mode: row.mode,
  accountId: row.account_id,
  dialect: row.dialect,
  orderNumber: row.order_number === null ? null : Number(row.order_number),
  clientTxnId: row.client_txn_id,
  status: row.status,
  failureReason: row.failure_reason,
  version: row.version,
  attempt: row.attempt,
  amount: row.amount_paise as Paise,
  payable: row.payable_paise as Paise,
  purpose: row.purpose,
  customerName: row.customer_name,
  customerEmail: row.customer_email,
  customerMobile: row.customer_mobile,
  redirectUrl: row.redirect_url,
  udf1: row.udf1,
  udf2: row.udf2,
  udf3: row.udf3,
  createdAt: row.created_at,
  windowSeconds: row.window_seconds,
  expiresAt: row.expires_at,
  openedAt: row.opened_at,
  dueAt: row.due_at,
  paidAt: row.paid_at,
  paidLate: row.paid_late,
  settledByCreditId: row.settled_by_credit_id,
})

const found = async (db: Queryable, statement: Statement): Promise<Order | undefined> => {
  const row = await db.maybeOne<OrderRow>(statement)
  return row && orderFrom(row)
}

/** Of whichever merchant: for public pages, which show no more than the page of an order does. */
export const findOrder = (db: Queryable, orderId: string): Promise<Order | undefined> =>
  found(db, sql`select * from orders where order_id = ${orderId}`)

export const findMerchantOrder = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<Order | undefined> =>
  found(db, sql`select * from orders where merchant_id = ${merchantId} and order_id = ${orderId}`)

export const findOrderInScope = (
  db: Queryable,
  { merchantId, mode }: OrderScope,
  orderId: string,
): Promise<Order | undefined> =>
  found(
    db,
    sql`select * from orders where merchant_id = ${merchantId} and mode = ${mode} and order_id = ${orderId}`,
  )

/** Everybody who changes an order holds its row first; that is what makes one change follow another. */
export const lockOrder = (tx: Transaction, orderId: string): Promise<Order | undefined> =>
  found(tx, sql`select * from orders where order_id = ${orderId} for update`)

/** Writes what `decide` returned. The version guards against a writer that did not lock the row. */
export const saveOrder = async (
  tx: Transaction,
  order: Order,
  settled: { paise: Paise; acceptedBy: string | null; acceptedWhy: string | null } | null,
): Promise<{ isOfPlatform: boolean }> => {
  const saved = await tx.maybeOne<{ isOfPlatform: boolean }>(sql`
    update orders set
      status = ${order.status}, failure_reason = ${order.failureReason}, version = ${order.version},
      attempt = ${order.attempt}, expires_at = ${order.expiresAt}, opened_at = ${order.openedAt}, due_at = ${order.dueAt},
      paid_at = ${order.paidAt}, paid_late = ${order.paidLate}, settled_by_credit_id = ${order.settledByCreditId},
      settled_paise = ${settled?.paise ?? null}::bigint, amount_accepted_by = ${settled?.acceptedBy ?? null},
      amount_accepted_why = ${settled?.acceptedWhy ?? null},
      next_check_at = case when ${order.status} = 'success' then null else next_check_at end
    where merchant_id = ${order.merchantId} and order_id = ${order.orderId} and version = ${order.version} - 1
    returning (select is_platform from merchants m where m.merchant_id = orders.merchant_id) as "isOfPlatform"`)
  if (saved === undefined) throw new Error('an order was changed without being locked')
  return saved
}

export const appendHistory = (
  tx: Transaction,
  order: Order,
  at: Date,
  event: Change,
  detail: Record<string, unknown>,
): Promise<number> =>
  tx.run(sql`
    insert into order_history (merchant_id, order_id, version, at, event, detail)
    values (${order.merchantId}, ${order.orderId}, ${order.version}, ${at}, ${event}, ${detail})`)

export interface HistoryEntry {
  version: number
  at: Date
  event: Change
  detail: Record<string, unknown>
}

export const historyOf = (db: Queryable, merchantId: string, orderId: string): Promise<HistoryEntry[]> =>
  db.rows<HistoryEntry>(sql`
    select version, at, event, detail from order_history
    where merchant_id = ${merchantId} and order_id = ${orderId} order by version`)

/** Orders whose time has come; skips those that somebody is just changing. */
export const lockDueOrders = async (tx: Transaction, now: Date, limit: number): Promise<Order[]> => {
  const rows = await tx.rows<OrderRow>(sql`
    select * from orders where due_at <= ${now} order by due_at limit ${limit} for update skip locked`)
  return rows.map(orderFrom)
}

interface PayeeRow {
  merchant_name: string
  upi_id: string
  payee_name: string
  is_personal_upi: boolean
  show_support: boolean
  support_email: string | null
  support_phone: string | null
  plan_expires_at: Date | null
  made_link: UpiLink | null
}

const payeeFrom = (row: PayeeRow): Payee => ({
  merchantName: row.merchant_name,
  upiId: row.upi_id,
  payeeName: row.payee_name,
  isPersonal: row.is_personal_upi,
  supportEmail: row.show_support ? row.support_email : null,
  supportPhone: row.show_support ? row.support_phone : null,
  planExpiresAt: row.plan_expires_at,
  madeLink: row.made_link,
})

/** All that the payment page of an order shows. */
export const findPayable = async (
  db: Queryable,
  orderId: string,
): Promise<{ order: Order; payee: Payee } | undefined> => {
  const row = await db.maybeOne<OrderRow & PayeeRow>(sql`
    select o.*, case when o.mode = 'live' then a.merchant_name else m.name end as merchant_name, a.upi_id, a.merchant_name as payee_name, a.is_personal_upi,
           m.show_support, m.support_email, m.support_phone, q.plan_expires_at,
           p.link as made_link
    from orders o
    join merchants m on m.merchant_id = o.merchant_id
    left join quotas q on q.merchant_id = o.merchant_id
    left join provider_qrs p on p.merchant_id = o.merchant_id and p.order_id = o.order_id and p.attempt = o.attempt
      and p.published_at is not null and p.abandoned_at is null
    join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    where o.order_id = ${orderId}`)
  return row && { order: orderFrom(row), payee: payeeFrom(row) }
}
