import type { InvoiceContent } from '@galla/contract/accounting/invoices'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface PaidSale {
  readonly creditId: string
  readonly purpose: string
  readonly customerName: string
  readonly paise: bigint
  readonly utr: string | null
}

/** Finds a live order that is paid. */
export const findPaidSale = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<PaidSale | undefined> =>
  db.maybeOne(sql`
    select c.credit_id as "creditId", o.purpose, o.customer_name as "customerName", o.settled_paise as paise, c.utr from orders o
    join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${merchantId} and o.order_id = ${orderId} and o.mode = 'live'`)

/** Whether the order of the operator's merchant pays for a plan, which has an invoice of its own. The purchase is the buyer's row. */
export const isPlanOrder = (db: Queryable, merchantId: string, orderId: string): Promise<boolean> =>
  db.value<boolean>(sql`
    select count(*) > 0 as "isOne" from plan_purchases
    where order_id = ${orderId} and platform_merchant_id = ${merchantId}`)

/** Returns the last number of the year. The row stays locked until the transaction ends. */
export const lockInvoiceNumber = async (
  tx: Transaction,
  merchantId: string,
  financialYear: string,
): Promise<number> => {
  await tx.run(sql`
    insert into sale_invoice_numbers (merchant_id, financial_year, last_number) values (${merchantId}, ${financialYear}, 0)
    on conflict do nothing`)
  return tx.value<number>(sql`
    select last_number from sale_invoice_numbers
    where merchant_id = ${merchantId} and financial_year = ${financialYear} for update`)
}

export const updateInvoiceNumber = (
  tx: Transaction,
  merchantId: string,
  financialYear: string,
  number: number,
): Promise<number> =>
  tx.run(sql`
    update sale_invoice_numbers set last_number = ${number}
    where merchant_id = ${merchantId} and financial_year = ${financialYear}`)

export interface SaleInvoice {
  readonly financialYear: string
  readonly number: number
  readonly prefix: string
  readonly issuedAt: Date
  readonly content: unknown
}

export interface NewSaleInvoice extends Omit<SaleInvoice, 'content'> {
  readonly merchantId: string
  readonly orderId: string
  readonly hsn: string
  readonly gstPercent: number
  readonly paise: bigint
  readonly taxable: bigint
  readonly content: InvoiceContent
}

export const insertSaleInvoice = async (tx: Transaction, invoice: NewSaleInvoice): Promise<void> => {
  await tx.run(sql`
    insert into sale_invoices (merchant_id, order_id, financial_year, number, prefix, issued_at, hsn, gst_basis_points, price_paise,
      taxable_paise, content)
    values (${invoice.merchantId}, ${invoice.orderId}, ${invoice.financialYear}, ${invoice.number}, ${invoice.prefix},
      ${invoice.issuedAt}, ${invoice.hsn}, ${invoice.gstPercent * 100}, ${invoice.paise}, ${invoice.taxable},
      ${{ ...invoice.content }})`)
}

export const findSaleInvoice = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<SaleInvoice | undefined> =>
  db.maybeOne(sql`
    select financial_year as "financialYear", number, prefix, issued_at as "issuedAt", content from sale_invoices
    where merchant_id = ${merchantId} and order_id = ${orderId}`)

export interface InvoiceSum {
  readonly stateCode: string
  readonly hsn: string
  readonly gstPercent: number
  readonly n: number
  readonly paise: bigint
  readonly taxable: bigint
}

/** Sums the invoices that were issued in a time, by what GSTR-1 asks for. */
export const sumInvoices = (
  db: Queryable,
  merchantId: string,
  from: Date,
  before: Date,
): Promise<InvoiceSum[]> =>
  db.rows(sql`
    select content -> 'seller' ->> 'stateCode' as "stateCode", hsn, gst_basis_points / 100.0::float8 as "gstPercent",
      count(*)::int as n, sum(price_paise)::bigint as paise, sum(taxable_paise)::bigint as taxable
    from sale_invoices where merchant_id = ${merchantId} and issued_at >= ${from} and issued_at < ${before}
    group by 1, 2, 3 order by 1, 2, 3`)

/** Lists the ranges of numbers that were issued in a time; no number of a range is missing. */
export const listInvoiceRanges = (
  db: Queryable,
  merchantId: string,
  from: Date,
  before: Date,
): Promise<{ prefix: string; financialYear: string; first: number; last: number; n: number }[]> =>
  db.rows(sql`
    select prefix, financial_year as "financialYear", min(number) as first, max(number) as last, count(*)::int as n
    from (
      select prefix, financial_year, number,
        number - row_number() over (partition by prefix, financial_year order by number) as stretch
      from sale_invoices
      where merchant_id = ${merchantId} and issued_at >= ${from} and issued_at < ${before}) numbered
    group by prefix, financial_year, stretch order by 2, 3`)
