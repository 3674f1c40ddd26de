import type { InvoiceContent } from '@galla/contract/accounting/invoices'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

/** Takes the next number of the year; the row stays locked until the transaction ends, and a rollback returns the number. */
export const incrementInvoiceNumber = (tx: Transaction, financialYear: string): Promise<number> =>
  tx.value<number>(sql`
    insert into invoice_numbers (financial_year, last_number) values (${financialYear}, 1)
    on conflict (financial_year) do update set last_number = invoice_numbers.last_number + 1
    returning last_number`)

export const insertInvoice = async (
  tx: Transaction,
  invoice: {
    readonly merchantId: string
    readonly orderId: string
    readonly financialYear: string
    readonly number: number
    readonly issuedAt: Date
    readonly content: InvoiceContent
  },
): Promise<void> => {
  await tx.run(sql`
    insert into invoices (merchant_id, order_id, financial_year, number, issued_at, content)
    values (${invoice.merchantId}, ${invoice.orderId}, ${invoice.financialYear}, ${invoice.number}, ${invoice.issuedAt},
            ${{ ...invoice.content }})`)
}

export interface InvoiceRow {
  financial_year: string
  number: number
  issued_at: Date
  content: unknown
  pdf: Buffer | null
}

export const findInvoice = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<InvoiceRow | undefined> =>
  db.maybeOne(sql`
    select financial_year, number, issued_at, content, pdf from invoices
    where merchant_id = ${merchantId} and order_id = ${orderId}`)

/** Saves the first PDF and returns it; a concurrent rendering gets the saved one too. */
export const updateInvoicePdf = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
  pdf: Uint8Array,
): Promise<Buffer> => {
  const kept = await db.maybeOne<{ pdf: Buffer }>(sql`
    update invoices set pdf = ${pdf} where merchant_id = ${merchantId} and order_id = ${orderId} and pdf is null
    returning pdf`)
  if (kept !== undefined) return kept.pdf
  const first = await db.value<Buffer>(
    sql`select pdf from invoices where merchant_id = ${merchantId} and order_id = ${orderId}`,
  )
  return first
}

export interface PaidRow {
  credit_id: string
  utr: string | null
  /** What was received. With unique amounts, or an amount that the seller accepted, it is not the price of the catalogue. */
  settled_paise: bigint
}

/** Finds the settled order that paid for a plan. */
export const findPayment = (
  db: Queryable,
  platformMerchantId: string,
  orderId: string,
): Promise<PaidRow | undefined> =>
  db.maybeOne(sql`
    select c.credit_id, c.utr, o.settled_paise from orders o
    join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${platformMerchantId} and o.order_id = ${orderId}`)
