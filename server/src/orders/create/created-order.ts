import type { Mode } from '@galla/contract/orders/order-status'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import type { UpiLink } from '@galla/upi/link'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { integratorLinks, upiLinkOf } from '../order-links.ts'

export interface Created {
  readonly orderId: string
  readonly merchantId: string
  readonly mode: Mode
  readonly upiId: string
  readonly payeeName: string
  readonly clientTxnId: string
  readonly purpose: string
  readonly amountPaise: bigint
  readonly expiresAt: Date
  /** Made by the account's provider; null where it is our own. */
  readonly link: UpiLink | null
}

export interface ResultDeps {
  /** The public address of an order's page. */
  readonly paymentUrl: (orderId: string) => string
}

/** The reply to the integrator that created the order. */
export const createdData = (deps: ResultDeps, created: Created): CreatedOrder => {
  const payable = created.amountPaise as Paise
  const link = created.link ?? upiLinkOf({ ...created, attempt: 1, payable })
  return {
    order_id: created.orderId,
    payment_url: deps.paymentUrl(created.orderId),
    upi_id_hash: sha256(created.upiId).toString('hex'),
    upi_intent: integratorLinks(link),
    expires_at: created.expiresAt.toISOString(),
    amount: formatRupees(payable),
  }
}
