import type { ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import type { checkOrderStatus } from '@galla/contract/orders/orders'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { remarksOf } from '../orders/order.ts'
import { startChecks } from '../orders/order-store.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import { findOrderStatus } from './order-detail-store.ts'

/** Returns the status of an order for its integrator. */
export const checkOrder = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  merchantId: string,
  mode: Mode,
  clientTxnId: string,
): Promise<ReplyOf<typeof checkOrderStatus>['data']> => {
  const found = await findOrderStatus(db, merchantId, mode, clientTxnId)
  if (found === undefined) throw new Refusal('order_not_found')
  const { mayBeAsked, ...order } = found
  // A client that calls this expects a payment even if the payment page was not opened, because it may show the links itself.
  if (mayBeAsked) await startChecks(db, { merchantId, orderId: order.orderId }, clock.now(), { again: false })
  return {
    ...isoDates(order),
    amount: formatRupees(order.amount),
    // Of a payment that its lowered amount proves, the UTR may become known later.
    utr: order.utr ?? (order.status === 'success' ? '' : null),
    remarks: remarksOf(order),
    otherPayments: order.otherPayments.map((payment) => ({
      ...payment,
      amount: formatRupees(BigInt(payment.amount) as Paise),
      receivedAt: new Date(payment.receivedAt).toISOString(),
    })),
  }
}
