import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { Receipt, ReturnedStatus } from './receipt.ts'

interface SettledOrder extends Omit<Receipt, 'utr' | 'received' | 'invoice' | 'returned'> {
  readonly merchantId: string
  readonly creditId: string
  readonly utr: string | null
  readonly returnedAs: ReturnedStatus | null
  readonly returnedAt: Date
  /** What the merchant sent back. */
  readonly refunded: Paise
}

/** Finds a paid order and the payment that settled it. */
export const findSettled = (db: Queryable, orderId: string): Promise<SettledOrder | undefined> =>
  db.maybeOne(
    sql`
    select o.merchant_id as "merchantId", o.order_id as "orderId", c.credit_id as "creditId", o.client_txn_id as "clientTxnId", o.mode,
      a.merchant_name as "merchantName", a.upi_id as "upiId", m.page_language as language, o.settled_paise as amount, c.utr,
      c.payer_upi_id as "payerUpiId", c.payer_name as "payerName", o.paid_at as "recordedAt",
      (select case e.source when 'alert' then 'message' when 'manual' then 'shop' else e.source end from evidence e
        where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id
        order by e.source = 'manual', e.reported_at, e.source limit 1) as "confirmedBy",
      case when c.state <> 'refunded' and v.credit_id is not null then 'reversed' when f.paise > 0 then 'refunded' end as "returnedAs",
      case when c.state <> 'refunded' and v.credit_id is not null then v.opened_at else f.at end as "returnedAt", f.paise as refunded
    from orders o
    join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    join merchants m on m.merchant_id = o.merchant_id
    join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    left join reversals v on v.merchant_id = c.merchant_id and v.credit_id = c.credit_id and v.counts
    cross join lateral (
      select coalesce(sum(r.amount_paise), 0)::bigint as paise, max(r.sent_at) as at from refunds r
      where r.merchant_id = c.merchant_id and r.credit_id = c.credit_id and r.state in ('sent', 'confirmed')) f
    where o.order_id = ${orderId} and o.status = 'success'`,
  )

export interface ReceiptEmail {
  readonly merchantId: string
  readonly orderId: string
  readonly customerEmail: string
  /** Includes the current attempt. */
  readonly tries: number
}

/** Lists the receipts of all merchants that have been due for longest. */
export const listDueReceipts = (
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Pick<ReceiptEmail, 'merchantId' | 'orderId'>[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", order_id as "orderId" from receipt_emails
    where due_at <= ${now} order by due_at limit ${limit}`)

/** Claims a due receipt, unless another process has. From now on it may have been sent. */
export const claimReceiptEmail = (
  db: Queryable,
  { merchantId, orderId }: Pick<ReceiptEmail, 'merchantId' | 'orderId'>,
  now: Date,
): Promise<ReceiptEmail | undefined> =>
  db.maybeOne(sql`
    update receipt_emails r set due_at = null, tries = r.tries + 1
    from orders o
    where r.merchant_id = ${merchantId} and r.order_id = ${orderId} and r.due_at <= ${now}
      and o.merchant_id = ${merchantId} and o.order_id = ${orderId}
    returning r.merchant_id as "merchantId", r.order_id as "orderId", o.customer_email as "customerEmail", r.tries`)

export const updateReceiptSentAt = (
  db: Queryable,
  { merchantId, orderId }: ReceiptEmail,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update receipt_emails set sent_at = ${now} where merchant_id = ${merchantId} and order_id = ${orderId}`)

export const rescheduleReceiptEmail = (
  db: Queryable,
  { merchantId, orderId }: ReceiptEmail,
  dueAt: Date,
): Promise<number> =>
  db.run(sql`
    update receipt_emails set due_at = ${dueAt}
    where merchant_id = ${merchantId} and order_id = ${orderId} and sent_at is null`)
