import type { Paise } from '@galla/upi/rupees'
import { findReceivedTime } from '../ledger/evidence-store.ts'
import { findByMark } from '../orders/find-by-mark.ts'
import { isOrderId } from '../payment-page/page-status.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Receipt } from './receipt.ts'
import { findSettled } from './receipt-store.ts'

/** Finds the receipt of a paid order. As with the payment page, knowing the order id is enough. */
export const getReceipt = async (db: Database, orderId: string): Promise<Receipt> => {
  const row = isOrderId(orderId)
    ? await findByMark(db, orderId, (merchantIds) => findSettled(db, orderId, merchantIds))
    : undefined
  if (row === undefined) throw new Refusal('order_not_found')
  const { merchant_id: merchantId, credit_id: creditId } = row
  return {
    orderId: row.order_id,
    clientTxnId: row.client_txn_id,
    mode: row.mode,
    merchantName: row.merchant_name,
    language: row.page_language,
    amount: row.settled_paise as Paise,
    utr: row.utr ?? '',
    payerUpiId: row.payer_upi_id,
    payerName: row.payer_name,
    received: await findReceivedTime(db, { merchantId, creditId }),
    recordedAt: row.paid_at,
    returned: row.returned_as === null ? null : { status: row.returned_as, recordedAt: row.returned_at },
  }
}
