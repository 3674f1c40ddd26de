import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import { EXPIRY_SECONDS } from '@galla/contract/orders/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { formatRupees } from '@galla/upi/rupees'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Platform } from '../../platform/feature.ts'
import type { OrderCaller, OrderRequest } from './order-request.ts'

/** Two requests are the same when all that the order remembers of them is. */
export const requestHashOf = (form: PaymentLinkForm): Buffer =>
  sha256(
    JSON.stringify([
      form.client_txn_id,
      formatRupees(form.amount),
      form.p_info,
      form.customer_name,
      form.customer_email,
      form.customer_mobile,
      form.redirect_url,
      form.udf1 ?? null,
      form.udf2 ?? null,
      form.udf3 ?? null,
      form.expires_in ?? EXPIRY_SECONDS,
    ]),
  )

export const requestOf = (
  { clock, ids }: Pick<Platform, 'clock' | 'ids'>,
  { merchantId, mode }: OrderCaller,
  form: PaymentLinkForm,
  dialect: Dialect | null = null,
): OrderRequest => {
  const createdAt = clock.now()
  return {
    merchantId,
    mode,
    orderId: ids.ulid(createdAt),
    dialect,
    clientTxnId: form.client_txn_id,
    requestHash: requestHashOf(form),
    amountPaise: form.amount,
    purpose: form.p_info,
    customerName: form.customer_name,
    customerEmail: form.customer_email,
    customerMobile: form.customer_mobile,
    redirectUrl: form.redirect_url,
    udf1: form.udf1 ?? null,
    udf2: form.udf2 ?? null,
    udf3: form.udf3 ?? null,
    createdAt,
    windowSeconds: form.expires_in ?? EXPIRY_SECONDS,
  }
}
