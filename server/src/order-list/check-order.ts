import type { ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import type { checkOrderStatus } from '@galla/contract/orders/orders'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { remarksOf } from '../orders/order.ts'
import { startChecks } from '../orders/order-store.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { findOrderStatus } from './order-detail-store.ts'

/** Returns the status of an order for its integrator. */
export const checkOrder = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  merchantId: string,
  mode: Mode,
  clientTxnId: string,
): Promise<ReplyOf<typeof checkOrderStatus>['data']> => {
  const row = await findOrderStatus(db, merchantId, mode, clientTxnId)
  if (row === undefined) throw new Refusal('order_not_found')
  // A client that calls this expects a payment even if the payment page was not opened, because it may show the links itself.
  if (row.may_be_asked)
    await startChecks(db, { merchantId, orderId: row.order_id }, clock.now(), { again: false })
  return {
    orderId: row.order_id,
    clientTransactionId: row.client_txn_id,
    amount: formatRupees(row.payable_paise as Paise),
    status: row.status,
    // Of a payment that its lowered amount proves, the UTR may become known later.
    utr: row.utr ?? (row.status === 'success' ? '' : null),
    txnDate: row.received_at?.toISOString() ?? null,
    payerUpiId: row.payer_upi_id,
    remarks: remarksOf({ status: row.status, failureReason: row.failure_reason, paidLate: row.paid_late }),
    failureReason: row.failure_reason,
    paidLate: row.paid_late,
    otherPayments: row.other_payments.map(({ reason, paise, utr, payer, at }) => ({
      reason,
      amount: formatRupees(BigInt(paise) as Paise),
      utr,
      payerUpiId: payer,
      receivedAt: new Date(at).toISOString(),
    })),
  }
}
