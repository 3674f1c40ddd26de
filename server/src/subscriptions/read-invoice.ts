import { invoiceContent } from '@galla/contract/subscriptions/billing'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { invoiceNumber } from './invoice.ts'
import { findInvoice, updateInvoicePdf } from './invoice-store.ts'
import { renderInvoice } from './render-invoice.ts'

export interface InvoiceFile {
  readonly number: string
  readonly pdf: Buffer
}

/**
 * Returns the invoice of the merchant's own payment; a payment that did not succeed has none. It is rendered once, and has the same bytes
 * from then on.
 */
export const readInvoice = async (
  { db }: { readonly db: Database },
  merchantId: string,
  orderId: string,
): Promise<InvoiceFile> => {
  const row = await findInvoice(db, merchantId, orderId)
  if (row === undefined) throw new Refusal('not_found')
  const number = invoiceNumber(row.financial_year, row.number)
  if (row.pdf !== null) return { number, pdf: row.pdf }
  const rendered = await renderInvoice({
    number,
    issuedAt: row.issued_at,
    content: invoiceContent.parse(row.content),
  })
  return { number, pdf: await updateInvoicePdf(db, merchantId, orderId, rendered) }
}
