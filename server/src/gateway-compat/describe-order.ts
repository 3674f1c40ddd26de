import type { Mode } from '@galla/contract/order-status'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { checkOrder } from '../dashboard/check-order.ts'
import { mayRetry, remarksOf } from '../orders/order.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { DescribedOrder } from './described-order.ts'
import { findClientTxnId, findDescription } from './described-order-store.ts'

export interface DescribeDeps {
  readonly db: Database
  readonly clock: Clock
}

interface Asker {
  readonly merchantId: string
  readonly mode: Mode
}

/** The same question as our own check-order-status, and what the others add to its answer. */
export const describeOrder = async (
  deps: DescribeDeps,
  { merchantId, mode }: Asker,
  clientTxnId: string,
): Promise<DescribedOrder> => {
  const status = await checkOrder(deps, merchantId, mode, clientTxnId)
  const row = await findDescription(deps.db, merchantId, status.orderId)
  const attempted = {
    status: status.status,
    failureReason: status.failureReason,
    attempt: row.attempt,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    dialect: row.dialect,
  }
  // Their clients stop asking at the first failure they hear, so there is none while the customer is offered to try again.
  const outcome = mayRetry(attempted, deps.clock.now())
    ? { status: 'pending' as const, remarks: remarksOf({ ...attempted, status: 'pending', paidLate: false }) }
    : { status: status.status, remarks: status.remarks }
  return {
    told: {
      orderId: status.orderId,
      clientTxnId,
      rupees: toRupeeNumber(row.amount_paise as Paise),
      purpose: row.purpose,
      customerName: row.customer_name,
      customerEmail: row.customer_email,
      customerMobile: row.customer_mobile,
      redirectUrl: row.redirect_url,
      udf1: row.udf1 ?? '',
      udf2: row.udf2 ?? '',
      udf3: row.udf3 ?? '',
      ...outcome,
      utr: status.utr ?? '',
      payerUpiId: status.payerUpiId ?? '',
    },
    orderNumber: row.order_number === null ? null : Number(row.order_number),
    merchant: { name: row.payee_name, upi_id: row.upi_id },
  }
}

/** By the merchant's own id or by ours: some clients keep the one, some the other. */
export const describeOrderByAnyId = async (
  deps: DescribeDeps,
  asker: Asker,
  id: string,
): Promise<DescribedOrder> => {
  try {
    return await describeOrder(deps, asker, id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'order_not_found') throw error
    const named = await findClientTxnId(deps.db, asker.merchantId, asker.mode, id)
    if (named === undefined) throw error
    return describeOrder(deps, asker, named)
  }
}
