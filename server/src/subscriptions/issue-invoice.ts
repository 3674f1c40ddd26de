import { DAY_MS } from '@galla/contract/durations'
import { istDayOf } from '@galla/contract/ist'
import type { InvoiceContent } from '@galla/contract/subscriptions/billing'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { findReceivedTime } from '../ledger/evidence-store.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Transaction } from '../platform/database/database.ts'
import { type GstLine, gstIncludedIn } from './gst.ts'
import { financialYearOf, partyOf } from './invoice.ts'
import { findBillingDetails, findPayment, incrementInvoiceNumber, insertInvoice } from './invoice-store.ts'
import type { Started } from './subscription.ts'
import type { PurchaseRow } from './subscription-store.ts'

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
