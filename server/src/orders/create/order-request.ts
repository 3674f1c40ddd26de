import type { Mode } from '@galla/contract/orders/order-status'
import type { Order } from '../order.ts'

/** The merchant who creates an order, and the mode of the key or the session. */
export interface OrderCaller {
  readonly merchantId: string
  readonly mode: Mode
}

type Requested =
  | 'orderId'
  | 'dialect'
  | 'clientTxnId'
  | 'purpose'
  | 'customerName'
  | 'customerEmail'
  | 'customerMobile'
  | 'redirectUrl'
  | 'udf1'
  | 'udf2'
  | 'udf3'
  | 'createdAt'
  | 'windowSeconds'

/** One order to create. Its account follows from the caller. */
export interface OrderRequest extends Pick<Order, Requested>, OrderCaller {
  readonly requestHash: Uint8Array
  readonly amountPaise: bigint
}

export const expiresAtOf = ({ createdAt, windowSeconds }: OrderRequest): Date =>
  new Date(createdAt.getTime() + windowSeconds * 1000)
