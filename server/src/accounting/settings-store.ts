import type { AccountingSettings } from '@galla/contract/accounting/accounting'
import type { BillingDetails } from '@galla/contract/accounting/invoices'
import { type Queryable, sql } from '../platform/database/database.ts'

export const findBillingDetails = (db: Queryable, merchantId: string): Promise<BillingDetails | undefined> =>
  db.maybeOne(sql`
    select legal_name as "legalName", address, state_code as "stateCode", gstin from billing_details
    where merchant_id = ${merchantId}`)

export const saveBilling = async (
  db: Queryable,
  merchantId: string,
  details: BillingDetails,
  now: Date,
): Promise<void> => {
  await db.run(sql`
    insert into billing_details (merchant_id, legal_name, address, state_code, gstin, saved_at)
    values (${merchantId}, ${details.legalName}, ${details.address}, ${details.stateCode}, ${details.gstin}, ${now})
    on conflict (merchant_id) do update
      set legal_name = excluded.legal_name, address = excluded.address, state_code = excluded.state_code,
          gstin = excluded.gstin, saved_at = excluded.saved_at`)
}

export const findAccounting = (db: Queryable, merchantId: string): Promise<AccountingSettings | undefined> =>
  db.maybeOne(sql`
    select bank_ledger as "bankLedger", fees_ledger as "feesLedger", sales_ledger as "salesLedger",
      suspense_ledger as "suspenseLedger", issues_invoices as "issuesInvoices", invoice_prefix as "invoicePrefix", hsn,
      gst_basis_points / 100.0::float8 as "gstPercent"
    from accounting_settings where merchant_id = ${merchantId}`)

export const saveAccountingSettings = async (
  db: Queryable,
  merchantId: string,
  settings: AccountingSettings,
): Promise<void> => {
  await db.run(sql`
    insert into accounting_settings (merchant_id, bank_ledger, fees_ledger, sales_ledger, suspense_ledger, issues_invoices,
      invoice_prefix, hsn, gst_basis_points)
    values (${merchantId}, ${settings.bankLedger}, ${settings.feesLedger}, ${settings.salesLedger}, ${settings.suspenseLedger},
      ${settings.issuesInvoices}, ${settings.invoicePrefix}, ${settings.hsn}, ${settings.gstPercent * 100})
    on conflict (merchant_id) do update
      set bank_ledger = excluded.bank_ledger, fees_ledger = excluded.fees_ledger, sales_ledger = excluded.sales_ledger,
          suspense_ledger = excluded.suspense_ledger, issues_invoices = excluded.issues_invoices,
          invoice_prefix = excluded.invoice_prefix, hsn = excluded.hsn, gst_basis_points = excluded.gst_basis_points`)
}
