import { CUTEPE_STATUS, cutepeFields } from '@galla/contract/dialect-fields'
import type { OrderStatus } from '@galla/contract/order-status'
import type { CreatedOrder } from '@galla/contract/orders'
import { type RefusalCode, wordOf } from '@galla/contract/refusals'
import type { DescribedOrder } from './described-order.ts'

/** An order is asked for by the id that its merchant gave it, and so it is called. */
export const cutepeCreated = (created: CreatedOrder, txnId: string) => ({
  status: 'success',
  message: 'Order created successfully',
  order_id: txnId,
  txn_id: txnId,
  payment_url: created.payment_url,
})

/** `success` stands at the top for a paid order only: who reads no further must not deliver for less. */
const OUTCOMES = {
  created: { status: 'pending', txn_status: 'TXN_PENDING' },
  pending: { status: 'pending', txn_status: 'TXN_PENDING' },
  success: { status: 'success', txn_status: 'TXN_SUCCESS' },
  failed: { status: 'failure', txn_status: 'TXN_FAILURE' },
} as const satisfies Record<OrderStatus, { status: string; txn_status: string }>

export const cutepeFound = ({ told, merchant }: DescribedOrder) => ({
  ...OUTCOMES[told.status],
  message: told.remarks,
  data: { ...cutepeFields(told), status: CUTEPE_STATUS[told.status], Merchant: merchant },
})

export const cutepeRefused = (code: RefusalCode, message: string) => ({
  status: 'error',
  message,
  error_code: wordOf(code),
})
