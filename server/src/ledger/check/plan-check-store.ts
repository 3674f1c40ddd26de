import { type Queryable, sql } from '../../platform/database/database.ts'

export interface PurchaseKey {
  readonly merchant_id: string
  readonly order_id: string
}

/** Lists the purchases after a given one, with the operator's merchant whose order pays for each. */
export const listPurchasesAfter = (
  db: Queryable,
  after: PurchaseKey,
  limit: number,
): Promise<(PurchaseKey & { readonly platform_merchant_id: string })[]> =>
  db.rows(sql`
    select merchant_id, order_id, platform_merchant_id from plan_purchases
    where (merchant_id, order_id) > (${after.merchant_id}, ${after.order_id}) order by merchant_id, order_id limit ${limit}`)

/** Lists the orders among these that the merchant has. */
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

/** Lists merchants whose sale invoices of a year have a gap or a number twice. */
export const listSaleInvoiceGaps = (
  db: Queryable,
  limit: number,
): Promise<
  { readonly merchant_id: string; readonly financial_year: string; readonly last_number: number }[]
> =>
  db.rows(sql`
    select n.merchant_id, n.financial_year, n.last_number from sale_invoice_numbers n
    left join sale_invoices i
      on i.merchant_id = n.merchant_id and i.financial_year = n.financial_year and i.number between 1 and n.last_number
    group by n.merchant_id, n.financial_year, n.last_number having count(i.number) <> n.last_number
    order by n.merchant_id limit ${limit}`)

/** Counts the invoices of a year up to a number, and their distinct numbers. */
export const countInvoices = (
  db: Queryable,
  financialYear: string,
  lastNumber: number,
): Promise<{ readonly invoices: number; readonly numbers: number }> =>
  db.one(sql`
    select count(*)::int as invoices, count(distinct number)::int as numbers from invoices
    where financial_year = ${financialYear} and number <= ${lastNumber} limit 1`)
