import { istDayOf } from '../ist.ts'
import { orderMadeAt } from '../orders/order-number.ts'
import type { OrderStatus } from '../orders/order-status.ts'

/** The order fields that another gateway's client receives, in replies and in webhooks. */
export interface DialectOrder {
  readonly orderId: string
  readonly clientTxnId: string
  /** The requested amount, which clients compare with their own record. */
  readonly rupees: number
  readonly purpose: string
  readonly customerName: string
  readonly customerEmail: string
  readonly customerMobile: string
  readonly redirectUrl: string
  readonly udf1: string
  readonly udf2: string
  readonly udf3: string
  readonly status: OrderStatus
  readonly remarks: string
  readonly utr: string
  readonly payerUpiId: string
}

/** `failure`, not `failed`: existing receivers treat any unknown status as a payment. */
export const EKQR_STATUS = {
  created: 'created',
  pending: 'scanning',
  success: 'success',
  failed: 'failure',
} as const satisfies Record<OrderStatus, string>

export const CUTEPE_STATUS = {
  created: 'PENDING',
  pending: 'PENDING',
  success: 'SUCCESS',
  failed: 'FAILURE',
} as const satisfies Record<OrderStatus, string>

/** Formats a time without milliseconds, as those gateways do. */
const secondOf = (at: Date): string => `${at.toISOString().slice(0, 19)}.000Z`

/** The fields that both gateways have, in EKQR's order. `txnAt` is the day of creation in India; EKQR's clients send it in later checks. */
const fieldsOf = <Id>(order: DialectOrder, id: Id) => {
  const madeAt = orderMadeAt(order.orderId)
  return {
    id,
    customer_vpa: order.payerUpiId,
    amount: order.rupees,
    client_txn_id: order.clientTxnId,
    customer_name: order.customerName,
    customer_email: order.customerEmail,
    customer_mobile: order.customerMobile,
    p_info: order.purpose,
    upi_txn_id: order.utr,
    // Some clients take `txn_id` as the UTR of a reply that has none.
    utr: order.utr,
    status: EKQR_STATUS[order.status] as string,
    remark: order.remarks,
    udf1: order.udf1,
    udf2: order.udf2,
    udf3: order.udf3,
    redirect_url: order.redirectUrl,
    txnAt: istDayOf(madeAt),
    createdAt: secondOf(madeAt),
  }
}

/** `txn_id` is what EKQR appends to the redirect: the order's number. */
export const ekqrFields = (order: DialectOrder, orderNumber: number | null) => ({
  ...fieldsOf(order, orderNumber),
  txn_id: orderNumber,
})

const dayFirst = (day: string): string => day.split('-').reverse().join('-')

/** CutePe writes the day first, and its `txn_id` is the merchant's own id. */
export const cutepeFields = (order: DialectOrder) => {
  const fields = fieldsOf(order, order.orderId)
  return { ...fields, txn_id: order.clientTxnId, txnAt: dayFirst(fields.txnAt) }
}
