import { type Queryable, sql } from '../platform/database/database.ts'

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
