import { CUTEPE_STATUS, cutepeFields } from '@galla/contract/gateway-compat/dialect-fields'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import { codeOf, type RefusalCode } from '@galla/contract/refusals'
import type { DescribedOrder } from './described-order.ts'

/** CutePe's clients identify an order by the merchant's own id. */
export const cutepeCreated = (created: CreatedOrder, txnId: string) => ({
  status: 'success',
  message: 'Order created successfully',
  order_id: txnId,
  txn_id: txnId,
  payment_url: created.payment_url,
})

/** The top-level status is `success` for a paid order only, because some clients read nothing else. */
const OUTCOMES = {
  created: { status: 'pending', txn_status: 'TXN_PENDING' },
  pending: { status: 'pending', txn_status: 'TXN_PENDING' },
  success: { status: 'success', txn_status: 'TXN_SUCCESS' },
  failed: { status: 'failure', txn_status: 'TXN_FAILURE' },
} as const satisfies Record<OrderStatus, { status: string; txn_status: string }>

export const cutepeFound = ({ order, merchant }: DescribedOrder) => ({
  ...OUTCOMES[order.status],
  message: order.remarks,
  data: { ...cutepeFields(order), status: CUTEPE_STATUS[order.status], Merchant: merchant },
})

export const cutepeRefused = (code: RefusalCode, message: string) => ({
  status: 'error',
  message,
  error_code: codeOf(code),
})
