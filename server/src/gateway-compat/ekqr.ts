import { ekqrFields } from '@galla/contract/gateway-compat/dialect-fields'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import { codeOf, type RefusalCode } from '@galla/contract/refusals'
import type { CreatedInDialect } from './create-in-dialect.ts'
import type { DescribedOrder } from './described-order.ts'

/** UPIGateway's messages as far as they are known, otherwise those of similar gateways. Clients show them, but do not compare them. */
export const GATEWAY_SENTENCES: Partial<Record<RefusalCode, string>> = {
  bad_key: 'Invalid API Key',
  suspended: 'User account is not active',
  forbidden: 'This API Key may not do this',
  no_account: 'merchant is not found or log out',
  no_subscription: 'Your Plan Already Expired',
  quota_exhausted: 'QR code request limit reached. Please upgrade your plan.',
  duplicate_client_txn_id: 'Client Transaction ID already exists',
  order_not_found: 'Record not found',
}

const NOT_FOUND_CODE = 1610

/** EKQR's `bhim_link` opens any UPI app. Clients use it unchanged, also for their QR code. */
const linksOf = ({ upi_intent: links }: CreatedOrder) => ({
  bhim_link: links.upi_link,
  phonepe_link: links.phonepe_link,
  paytm_link: links.paytm_link,
  gpay_link: links.gpay_link,
  googlepay_link: links.googlepay_link,
})

/** 32 hexadecimal digits that name the order for a page that embeds it: a ULID has 128 bits. */
const sessionIdOf = (orderId: string): string =>
  [...orderId]
    .reduce((sum, letter) => sum * 32n + BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter)), 0n)
    .toString(16)
    .padStart(32, '0')

export const ekqrCreated = ({ created, orderNumber }: CreatedInDialect) => ({
  status: true,
  msg: 'Order Created',
  data: {
    order_id: orderNumber,
    payment_url: created.payment_url,
    upi_id_hash: created.upi_id_hash,
    upi_intent: linksOf(created),
  },
})

export const ekqrCreatedV2 = ({ created, orderNumber }: CreatedInDialect) => ({
  status: true,
  msg: 'Order Created',
  data: {
    order_id: orderNumber,
    payment_url: created.payment_url,
    session_id: sessionIdOf(created.order_id),
    upi_intent: linksOf(created),
    is_utr_required: false,
  },
})

export const ekqrFound = ({ order, merchant }: DescribedOrder, orderNumber: number) => ({
  status: true,
  msg: 'Transaction found',
  data: { ...ekqrFields(order, orderNumber), Merchant: merchant },
})

/** `status` is a boolean: in PHP the text "false" is true. */
export const ekqrRefused = (code: RefusalCode, msg: string) => ({
  status: false,
  msg,
  error_code: codeOf(code),
  ...(code === 'order_not_found' ? { code: NOT_FOUND_CODE } : {}),
})
