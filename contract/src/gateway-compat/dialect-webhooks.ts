import type { TestPingPayload, WebhookPayload } from '../webhooks/webhook.ts'
import { cutepeFields, type DialectOrder, ekqrFields } from './dialect-fields.ts'
import type { Dialect } from './dialects.ts'

/** Fields of a form, in their order. */
export type WebhookForm = Readonly<Record<string, string>>

/** The same before they become texts. */
type WebhookFields = Readonly<Record<string, string | number | null>>

const orderOf = (payload: WebhookPayload): DialectOrder => ({
  orderId: payload.orderId,
  clientTxnId: payload.client_txn_id,
  rupees: Number(payload.orderAmount ?? payload.amount),
  purpose: payload.p_info,
  customerName: payload.customerName,
  customerEmail: payload.customerEmail,
  customerMobile: payload.customerMobile,
  redirectUrl: payload.redirectUrl,
  udf1: payload.udf1,
  udf2: payload.udf2,
  udf3: payload.udf3,
  status: payload.status,
  remarks: payload.remarks,
  utr: payload.utr,
  payerUpiId: payload.payerUpiId,
})

/** The same under our own names, for receivers that were written from our documentation. */
const ownNames = (payload: WebhookPayload): WebhookFields => ({
  orderId: payload.orderId,
  customerName: payload.customerName,
  customerEmail: payload.customerEmail,
  customerMobile: payload.customerMobile,
  redirectUrl: payload.redirectUrl,
  remarks: payload.remarks,
  txnDate: payload.txnDate,
})

const FIELDS_OF = {
  ekqr: (payload: WebhookPayload, orderNumber: number | null): WebhookFields => ({
    ...ekqrFields(orderOf(payload), orderNumber),
    ...ownNames(payload),
  }),
  cutepe: (payload: WebhookPayload): WebhookFields => ({
    ...cutepeFields(orderOf(payload)),
    order_id: payload.client_txn_id,
    ...ownNames(payload),
  }),
} as const satisfies Record<Dialect, (payload: WebhookPayload, orderNumber: number | null) => WebhookFields>

/** No order has such an id, no amount and no status: whatever a receiver makes of it, nothing is paid by it. */
const pingOf = (dialect: Dialect, ping: TestPingPayload): WebhookFields => ({
  ...Object.fromEntries(Object.keys(FIELDS_OF[dialect](EMPTY, null)).map((name) => [name, ''])),
  amount: 0,
  client_txn_id: `test_ping_${ping.eventId}`,
  remark: 'Test webhook: no order and no payment',
  event: ping.event,
})

const EMPTY: WebhookPayload = {
  event: 'order.success',
  eventId: '',
  sequence: 0,
  createdAt: '',
  mode: 'test',
  client_txn_id: '',
  orderId: '0'.repeat(26),
  amount: '0',
  orderAmount: '0',
  p_info: '',
  customerName: '',
  customerEmail: '',
  customerMobile: '',
  redirectUrl: '',
  udf1: '',
  udf2: '',
  udf3: '',
  remarks: '',
  status: 'success',
  txnDate: '',
  utr: '',
  payerUpiId: '',
  paidLate: false,
  failureReason: null,
}

/** A notification in another gateway's names and words. Only EKQR's has the order's number. */
export const webhookFields = (
  dialect: Dialect,
  payload: WebhookPayload | TestPingPayload,
  orderNumber: number | null,
): WebhookFields =>
  payload.event === 'test.ping' ? pingOf(dialect, payload) : FIELDS_OF[dialect](payload, orderNumber)

/** The same as a form, as the gateways send it. */
export const webhookForm = (...sent: Parameters<typeof webhookFields>): WebhookForm =>
  Object.fromEntries(
    Object.entries(webhookFields(...sent)).map(([name, value]) => [name, String(value ?? '')]),
  )
