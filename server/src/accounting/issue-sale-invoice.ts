import { type InvoiceContent, invoiceContent } from '@galla/contract/accounting/invoices'
import { istDayOf } from '@galla/contract/ist'
import { z } from 'zod'
import { findReceivedTime } from '../ledger/evidence-store.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Platform } from '../platform/feature.ts'
import { financialYearOf, gstIncludedIn, type Invoice, invoiceNumber, partyOf } from './invoice.ts'
import {
  findPaidSale,
  findSaleInvoice,
  insertSaleInvoice,
  isPlanOrder,
  lockInvoiceNumber,
  type PaidSale,
  updateInvoiceNumber,
} from './sale-invoice-store.ts'
import { findAccounting, findBillingDetails } from './settings-store.ts'

const paidOrder = z.object({ merchantId: z.string(), orderId: z.string() })

/** What fits on the line beside the amount. */
const DESCRIPTION_MAX = 56

const shortened = (text: string): string => {
  const letters = [...text]
  return letters.length <= DESCRIPTION_MAX ? text : `${letters.slice(0, DESCRIPTION_MAX - 1).join('')}…`
}

/**
 * Issues the tax invoice of a paid order, once. The merchant's number of the year is locked before the order's invoice is looked for, so of
 * two that run at the same time the second finds it and takes no number.
 */
export const issueSaleInvoice = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  payload: unknown,
): Promise<void> => {
  const { merchantId, orderId } = paidOrder.parse(payload)
  const [settings, details] = [await findAccounting(db, merchantId), await findBillingDetails(db, merchantId)]
  const sale = await findPaidSale(db, merchantId, orderId)
  // Turned off since the payment, or no longer registered.
  if (settings?.issuesInvoices !== true || details === undefined || details.gstin === '') return
  if ((await findMerchant({ db }, merchantId)).isPlatform && (await isPlanOrder(db, merchantId, orderId)))
    return
  if (sale === undefined) throw new Error('an invoice was asked for an order that is not paid')
  const received = await findReceivedTime(db, { merchantId, creditId: sale.creditId })
  const seller = partyOf({ name: details.legalName, email: '' }, details)
  const gst = gstIncludedIn(sale.paise, settings.gstPercent, seller)
  const content: InvoiceContent = {
    seller,
    ...contentOf(sale),
    code: settings.hsn,
    orderId,
    receivedOn: received && istDayOf(received.at),
    gst,
  }
  await db.transaction(async (tx) => {
    const issuedAt = clock.now()
    const financialYear = financialYearOf(issuedAt)
    const last = await lockInvoiceNumber(tx, merchantId, financialYear)
    if ((await findSaleInvoice(tx, merchantId, orderId)) !== undefined) return
    const number = last + 1
    await updateInvoiceNumber(tx, merchantId, financialYear, number)
    await insertSaleInvoice(tx, {
      merchantId,
      orderId,
      financialYear,
      number,
      prefix: settings.invoicePrefix,
      issuedAt,
      hsn: settings.hsn,
      gstPercent: settings.gstPercent,
      paise: sale.paise,
      taxable: gst.kind === 'none' ? sale.paise : BigInt(gst.taxable),
      content,
    })
  })
}

const contentOf = (
  sale: PaidSale,
): Pick<InvoiceContent, 'buyer' | 'description' | 'detail' | 'price' | 'utr'> => ({
  buyer: { name: sale.customerName, address: '', stateCode: '', gstin: '', email: '' },
  description: shortened(sale.purpose),
  detail: '',
  price: String(sale.paise),
  utr: sale.utr ?? '',
})

/** The tax invoice of an order; undefined where none was issued. */
export const readSaleInvoice = async (
  { db }: Pick<Platform, 'db'>,
  merchantId: string,
  orderId: string,
): Promise<Invoice | undefined> => {
  const row = await findSaleInvoice(db, merchantId, orderId)
  return (
    row && {
      number: invoiceNumber(row.prefix, row.financialYear, row.number),
      issuedAt: row.issuedAt,
      content: invoiceContent.parse(row.content),
    }
  )
}
