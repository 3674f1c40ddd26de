import { invoiceContent } from '@galla/contract/subscriptions/billing'
import type { Platform } from '../platform/feature.ts'
import { drawingOf } from '../platform/files/drawings.ts'
import { Refusal } from '../platform/refusal.ts'
import { invoiceNumber } from './invoice.ts'
import { findInvoice, updateInvoicePdf } from './invoice-store.ts'
import type { renderInvoice } from './render-invoice.ts'

export interface InvoiceFile {
  readonly number: string
  readonly pdf: Buffer
}

const INVOICE = drawingOf<typeof renderInvoice>(
  new URL('./render-invoice.ts', import.meta.url),
  'renderInvoice',
)

/**
 * Returns the invoice of the merchant's own payment; a payment that did not succeed has none. It is rendered once, and has the same bytes
 * from then on.
 */
export const readInvoice = async (
  { db, drawings }: Pick<Platform, 'db' | 'drawings'>,
  merchantId: string,
  orderId: string,
): Promise<InvoiceFile> => {
  const row = await findInvoice(db, merchantId, orderId)
  if (row === undefined) throw new Refusal('not_found')
  const number = invoiceNumber(row.financial_year, row.number)
  if (row.pdf !== null) return { number, pdf: row.pdf }
  const rendered = await drawings.draw(
    INVOICE,
    { merchantId },
    {
      number,
      issuedAt: row.issued_at,
      content: invoiceContent.parse(row.content),
    },
  )
  return { number, pdf: await updateInvoicePdf(db, merchantId, orderId, rendered) }
}
