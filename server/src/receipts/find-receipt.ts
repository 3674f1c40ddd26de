import { readSaleInvoice } from '../accounting/issue-sale-invoice.ts'
import { findReceivedTime } from '../ledger/evidence-store.ts'
import { isOrderId } from '../payment-page/page-status.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Receipt } from './receipt.ts'
import { findSettled } from './receipt-store.ts'

/**
 * Finds the receipt of a paid order, or of one that this payment settled. As with the payment page, knowing the order id is enough.
 */
export const getReceipt = async (db: Database, orderId: string, settledBy?: string): Promise<Receipt> => {
  const found = isOrderId(orderId) ? await findSettled(db, orderId) : undefined
  if (found === undefined || (settledBy ?? found.creditId) !== found.creditId)
    throw new Refusal('order_not_found')
  const { creditId, utr, returnedAs, returnedAt, refunded, ...receipt } = found
  return {
    ...receipt,
    utr: utr ?? '',
    invoice: (await readSaleInvoice({ db }, found.merchantId, orderId))?.number ?? null,
    received: await findReceivedTime(db, { merchantId: found.merchantId, creditId }),
    returned:
      returnedAs === null
        ? null
        : {
            status: returnedAs,
            recordedAt: returnedAt,
            ...(returnedAs === 'refunded' && refunded < receipt.amount && { part: refunded }),
          },
  }
}
