import type { Mode } from '@galla/contract/orders/order-status'
import type { Order } from '../order.ts'

/** The creator of an order: an API key, which the creating statement looks up, or an authenticated merchant. */
export type OrderCaller = { readonly mode: Mode } & (
  | { readonly keyHash: Uint8Array; readonly address: string | null }
  | { readonly merchantId: string }
)

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

/** One order to create. Merchant, mode and account follow from the caller. */
export interface OrderRequest extends Pick<Order, Requested> {
  readonly caller: OrderCaller
  readonly requestHash: Uint8Array
  readonly amountPaise: bigint
  /** The payable amount that was reserved for it, if its account has unique amounts. */
  readonly payablePaise?: bigint
  /** The account whose provider made a QR for it. */
  readonly qrAccountId?: string
  /** Only report whether the order could be created. */
  readonly checkOnly?: boolean
}
