import { type Queryable, sql } from '../../platform/database/database.ts'

/** What the schema cannot say about plans, because it leads from one merchant to another. */

export interface PurchaseKey {
  readonly merchant_id: string
  readonly order_id: string
}

/** The next purchases, with the operator's merchant whose order paid for each. */
export const listPurchasesAfter = (
  db: Queryable,
  after: PurchaseKey,
  limit: number,
): Promise<(PurchaseKey & { readonly platform_merchant_id: string })[]> =>
  db.rows(sql`
    select merchant_id, order_id, platform_merchant_id from plan_purchases
    where (merchant_id, order_id) > (${after.merchant_id}, ${after.order_id}) order by merchant_id, order_id limit ${limit}`)

/** Which of these orders a merchant has. */
export const listExistingOrderIds = async (
  db: Queryable,
  merchantId: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await db.values<string>(sql`
    select order_id from orders where merchant_id = ${merchantId} and order_id = any(${orderIds}::text[])`)
  return new Set(found)
}

export const listLastInvoiceNumbers = (
  db: Queryable,
): Promise<{ readonly financial_year: string; readonly last_number: number }[]> =>
  db.rows(sql`select financial_year, last_number from invoice_numbers order by financial_year`)

/** How many invoices of a year there are up to a number, and how many numbers they have. */
export const countInvoices = (
  db: Queryable,
  financialYear: string,
  lastNumber: number,
): Promise<{ readonly invoices: number; readonly numbers: number }> =>
  db.one(sql`
    select count(*)::int as invoices, count(distinct number)::int as numbers from invoices
    where financial_year = ${financialYear} and number <= ${lastNumber} limit 1`)
