import { DAY_MS } from '@galla/contract/durations'
import { istDayOf } from '@galla/contract/ist'
import {
  type BillingDetails,
  type InvoiceContent,
  invoiceContent,
} from '@galla/contract/subscriptions/billing'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { findReceivedTime } from '../ledger/evidence-store.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { drawingOf } from '../platform/files/drawings.ts'
import { Refusal } from '../platform/refusal.ts'
import { financialYearOf, invoiceNumber, partyOf } from './invoice.ts'
import {
  findBillingDetails,
  findInvoice,
  findPayment,
  incrementInvoiceNumber,
  insertInvoice,
  saveBilling,
  updateInvoicePdf,
} from './invoice-store.ts'
import type { renderInvoice } from './render-invoice.ts'
import type { Started } from './subscription.ts'
import type { PurchaseRow } from './subscription-store.ts'

/** GST is 18 % on services, included in the price; within one state, half of it is the state's. */
const GST_PERCENT = 18n

type GstLine =
  | { readonly kind: 'none' }
  | { readonly kind: 'within_state'; readonly taxable: bigint; readonly cgst: bigint; readonly sgst: bigint }
  | { readonly kind: 'between_states'; readonly taxable: bigint; readonly igst: bigint }

const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/**
 * Splits a price into taxable value and tax. Both halves of the tax are equal, the parts add up to the price exactly, and the taxable value
 * takes the rounding difference. A buyer without a known state is taxed in the seller's (IGST Act, section 12(2)(b)(ii)).
 */
export const gstIncludedIn = (
  price: bigint,
  seller: { readonly gstin: string; readonly stateCode: string },
  buyer: { readonly stateCode: string } | undefined,
): GstLine => {
  if (seller.gstin === '') return { kind: 'none' }
  const whole = 100n + GST_PERCENT
  if (buyer === undefined || buyer.stateCode === seller.stateCode) {
    const half = rounded(price * GST_PERCENT, 2n * whole)
    return { kind: 'within_state', taxable: price - 2n * half, cgst: half, sgst: half }
  }
  const igst = rounded(price * GST_PERCENT, whole)
  return { kind: 'between_states', taxable: price - igst, igst }
}

/** Issues the invoice in the transaction that starts the plan: every started plan has an invoice, and every invoice a plan. */
export const issueInvoice = async (
  tx: Transaction,
  purchase: PurchaseRow,
  started: Started,
  now: Date,
): Promise<void> => {
  const { merchant_id: merchantId, order_id: orderId, platform_merchant_id: sellerId } = purchase
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
  const content: InvoiceContent = {
    seller: sellerParty,
    buyer: partyOf(buyer, buyerDetails),
    description: `${planTitle(purchase.plan_name)} plan, ${purchase.cycle_days} days`,
    qrRequests: purchase.qr_requests,
    periodFrom: daysBefore(started.expiresAt, purchase.cycle_days).toISOString(),
    periodTo: started.expiresAt.toISOString(),
    orderId,
    utr: payment.utr,
    receivedOn: received && istDayOf(received.at),
    price: String(payment.settled_paise),
    gst: gstContent(gstIncludedIn(payment.settled_paise, sellerParty, buyerDetails)),
  }
  // Last, so that the year's counter is locked as briefly as possible.
  const financialYear = financialYearOf(now)
  const number = await incrementInvoiceNumber(tx, financialYear)
  await insertInvoice(tx, { merchantId, orderId, financialYear, number, issuedAt: now, content })
}

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS)

const gstContent = (line: GstLine): InvoiceContent['gst'] => {
  switch (line.kind) {
    case 'none':
      return line
    case 'within_state':
      return { kind: line.kind, taxable: `${line.taxable}`, cgst: `${line.cgst}`, sgst: `${line.sgst}` }
    case 'between_states':
      return { kind: line.kind, taxable: `${line.taxable}`, igst: `${line.igst}` }
  }
}

interface InvoiceFile {
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

type BillingDeps = Pick<Platform, 'db' | 'clock'>

export const readBillingDetails = async (
  { db }: BillingDeps,
  merchantId: string,
): Promise<BillingDetails | null> => (await findBillingDetails(db, merchantId)) ?? null

/** Saves the details for future invoices; issued ones stay as they are. */
export const saveBillingDetails = async (
  { db, clock }: BillingDeps,
  merchantId: string,
  details: BillingDetails,
): Promise<BillingDetails> => {
  await saveBilling(db, merchantId, details, clock.now())
  return details
}
