import { PLAN_INVOICE_PREFIX } from '@galla/contract/accounting/accounting'
import { type InvoiceContent, invoiceContent } from '@galla/contract/accounting/invoices'
import { DAY_MS } from '@galla/contract/durations'
import { istDayOf } from '@galla/contract/ist'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { INVOICE } from '../accounting/draw-invoice.ts'
import { financialYearOf, gstIncludedIn, invoiceNumber, partyOf, printedDay } from '../accounting/invoice.ts'
import { findBillingDetails } from '../accounting/settings-store.ts'
import { findReceivedTime } from '../ledger/evidence-store.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  findInvoice,
  findPayment,
  incrementInvoiceNumber,
  insertInvoice,
  updateInvoicePdf,
} from './invoice-store.ts'
import type { Started } from './subscription.ts'
import type { Purchase } from './subscription-store.ts'

/** Of services; included in the price. */
const GST_PERCENT = 18
/** Information technology services, as invoices name them. */
const SAC = '998314'

const countFormat = new Intl.NumberFormat('en-IN')

/** Issues the invoice in the transaction that starts the plan: every started plan has an invoice, and every invoice a plan. */
export const issueInvoice = async (
  tx: Transaction,
  purchase: Purchase,
  started: Started,
  now: Date,
): Promise<void> => {
  const { merchantId, orderId, platformMerchantId: sellerId } = purchase
  const [seller, buyer] = [
    await findMerchant({ db: tx }, sellerId),
    await findMerchant({ db: tx }, merchantId),
  ]
  const [sellerDetails, buyerDetails] = [
    await findBillingDetails(tx, sellerId),
    await findBillingDetails(tx, merchantId),
  ]
  const payment = await findPayment(tx, sellerId, orderId)
  if (payment === undefined) throw new Error('a plan was started by an order that is not paid')
  // The day of the bank, which GST uses too (CGST Act, section 13). The invoice is dated with the day of issue.
  const received = await findReceivedTime(tx, { merchantId: sellerId, creditId: payment.credit_id })
  const sellerParty = partyOf(seller, sellerDetails)
  const from = new Date(started.expiresAt.getTime() - purchase.cycleDays * DAY_MS)
  const content: InvoiceContent = {
    seller: sellerParty,
    buyer: partyOf(buyer, buyerDetails),
    description: `${planTitle(purchase.planName)} plan, ${purchase.cycleDays} days`,
    detail: `${countFormat.format(purchase.qrRequests)} QR requests · ${printedDay(from)} to ${printedDay(started.expiresAt)}`,
    code: SAC,
    orderId,
    utr: payment.utr ?? '',
    receivedOn: received && istDayOf(received.at),
    price: String(payment.settled_paise),
    gst: gstIncludedIn(payment.settled_paise, GST_PERCENT, sellerParty, buyerDetails),
  }
  // Last, so that the year's counter is locked as briefly as possible.
  const financialYear = financialYearOf(now)
  const number = await incrementInvoiceNumber(tx, financialYear)
  await insertInvoice(tx, { merchantId, orderId, financialYear, number, issuedAt: now, content })
}

interface InvoiceFile {
  readonly number: string
  readonly pdf: Buffer
}

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
  const number = invoiceNumber(PLAN_INVOICE_PREFIX, row.financial_year, row.number)
  if (row.pdf !== null) return { number, pdf: row.pdf }
  const rendered = await drawings.draw(
    INVOICE,
    { merchantId },
    {
      heading: 'Galla',
      number,
      issuedAt: row.issued_at,
      content: invoiceContent.parse(row.content),
    },
  )
  return { number, pdf: await updateInvoicePdf(db, merchantId, orderId, rendered) }
}
