import type { CreatedOrder } from '@galla/contract/orders/orders'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { integratorLinks, upiLinkOf } from '../order-links.ts'
import type { Created, ResultDeps } from './read-creation-result.ts'

/** What the integrator gets to collect with. */
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
