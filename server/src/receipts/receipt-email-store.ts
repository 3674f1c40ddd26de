import { type Queryable, sql } from '../platform/database/database.ts'

export interface ReceiptEmail {
  readonly merchantId: string
  readonly orderId: string
  readonly customerEmail: string
  /** Including the one that starts now. */
  readonly tries: number
}

/** Lists the receipts of all merchants that have been due for longest. */
export const listDueReceipts = async (
  db: Queryable,
  now: Date,
  limit: number,
): Promise<readonly Pick<ReceiptEmail, 'merchantId' | 'orderId'>[]> => {
  const rows = await db.rows<{ merchant_id: string; order_id: string }>(sql`
    select merchant_id, order_id from receipt_emails where due_at <= ${now} order by due_at limit ${limit}`)
  return rows.map((row) => ({ merchantId: row.merchant_id, orderId: row.order_id }))
}

/** Claims a due receipt, unless another process has. From now on it may have been sent. */
export const claimReceiptEmail = async (
  db: Queryable,
  { merchantId, orderId }: Pick<ReceiptEmail, 'merchantId' | 'orderId'>,
  now: Date,
): Promise<ReceiptEmail | undefined> => {
  const row = await db.maybeOne<{ tries: number; customer_email: string }>(sql`
    update receipt_emails r set due_at = null, tries = r.tries + 1
    from orders o
    where r.merchant_id = ${merchantId} and r.order_id = ${orderId} and r.due_at <= ${now}
      and o.merchant_id = ${merchantId} and o.order_id = ${orderId}
    returning r.tries, o.customer_email`)
  if (row === undefined) return undefined
  return { merchantId, orderId, customerEmail: row.customer_email, tries: row.tries }
}

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
