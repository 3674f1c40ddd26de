import type { Mode } from '@galla/contract/orders/order-status'
import { toRupeeNumber } from '@galla/upi/rupees'
import { checkOrder } from '../order-list/check-order.ts'
import { mayRetry, remarksOf } from '../orders/order.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import type { DescribedOrder } from './described-order.ts'
import { findClientTxnId, findDescription } from './described-order-store.ts'

export type DescribeDeps = Pick<Platform, 'db' | 'clock'>

interface Caller {
  readonly merchantId: string
  readonly mode: Mode
}

/** Checks the status as our own check-order-status does, and adds the other gateways' fields. */
export const describeOrder = async (
  deps: DescribeDeps,
  { merchantId, mode }: Caller,
  clientTxnId: string,
): Promise<DescribedOrder> => {
  const status = await checkOrder(deps, merchantId, mode, clientTxnId)
  const described = await findDescription(deps.db, merchantId, status.orderId)
  const { purpose, customerName, customerEmail, customerMobile, redirectUrl, udf1, udf2, udf3 } = described
  const attempted = { ...described, status: status.status, failureReason: status.failureReason }
  // Their clients stop polling at the first failure, so an order is pending while the page offers a retry.
  const outcome = mayRetry(attempted, deps.clock.now())
    ? { status: 'pending' as const, remarks: remarksOf({ ...attempted, status: 'pending', paidLate: false }) }
    : { status: status.status, remarks: status.remarks }
  return {
    order: {
      ...{ orderId: status.orderId, clientTxnId, rupees: toRupeeNumber(described.amount), purpose },
      ...{ customerName, customerEmail, customerMobile, redirectUrl },
      ...{ udf1: udf1 ?? '', udf2: udf2 ?? '', udf3: udf3 ?? '' },
      ...outcome,
      utr: status.utr ?? '',
      payerUpiId: status.payerUpiId ?? '',
    },
    orderNumber: described.orderNumber,
    merchant: { name: described.payeeName, upi_id: described.upiId },
  }
}

/** Accepts the merchant's own id or ours, because some clients store one and some the other. */
export const describeOrderByAnyId = async (
  deps: DescribeDeps,
  caller: Caller,
  id: string,
): Promise<DescribedOrder> => {
  try {
    return await describeOrder(deps, caller, id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'order_not_found') throw error
    const named = await findClientTxnId(deps.db, caller.merchantId, caller.mode, id)
    if (named === undefined) throw error
    return describeOrder(deps, caller, named)
  }
}
