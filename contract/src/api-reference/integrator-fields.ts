import type { z } from 'zod'
import { AMOUNT_RUPEES_MAX, MOBILE_DIGITS } from '../fields.ts'
import {
  EXPIRES_IN_SECONDS_MAX,
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  EXPIRY_SECONDS,
} from '../orders/order-status.ts'
import type { checkOrderStatus, createdOrder, createOrderBody } from '../orders/orders.ts'
import type { simulatorPay } from '../payment-page/payment-page.ts'
import type { WebhookPayload } from '../webhooks/webhook.ts'

/** The description of a field for integrators, and its limit if the schema does not show it well enough. */
export interface FieldDescription {
  readonly means: string
  readonly limit?: string
}

type DescriptionsOf<Fields> = Readonly<Record<keyof Fields & string, FieldDescription>>

const RUPEES_MAX = AMOUNT_RUPEES_MAX.toLocaleString('en-IN', { minimumFractionDigits: 2 })
const KEY = {
  means:
    'Your API key, for clients that cannot set the Authorization header. If you send both, they must be equal.',
}
const UDF = { means: 'Any text of yours. Webhooks include it.' }

export const CREATE_ORDER_FIELDS = {
  key: KEY,
  client_txn_id: { means: 'Your own id of the order. It must be unique in each mode, test and live.' },
  amount: {
    means: 'The amount to collect, in rupees. Prefer text, because floating-point numbers round.',
    limit: `0.01 to ${RUPEES_MAX}, at most 2 decimals`,
  },
  p_info: { means: 'What the customer pays for. The payment page shows it.' },
  customer_name: { means: "The customer's name." },
  customer_email: { means: "The customer's e-mail address.", limit: 'an e-mail address' },
  customer_mobile: { means: "The customer's mobile number.", limit: `exactly ${MOBILE_DIGITS} digits` },
  redirect_url: {
    means:
      'Where the customer goes after the payment. Galla appends client_txn_id and txn_id (the order ID).',
    limit: 'http:// or https://, at most 2048 characters',
  },
  udf1: UDF,
  udf2: UDF,
  udf3: UDF,
  expires_in: {
    means: `Seconds until the payment URL expires. Default: ${EXPIRY_SECONDS} (${EXPIRY_SECONDS / 60} minutes).`,
    limit: `${EXPIRES_IN_SECONDS_MIN} (in test mode ${EXPIRES_IN_SECONDS_MIN_TEST}) to ${EXPIRES_IN_SECONDS_MAX}`,
  },
} as const satisfies DescriptionsOf<z.input<typeof createOrderBody>>

export const CREATED_ORDER_FIELDS = {
  order_id: { means: "Galla's id of the order.", limit: '26 capital letters and digits' },
  payment_url: { means: 'The payment page. Send your customer to it.' },
  upi_id_hash: { means: 'SHA-256 of the UPI ID that receives the payment.', limit: '64 hexadecimal digits' },
  upi_intent: {
    means:
      'Links that open a UPI app on a phone: upi_link opens any app; bhim_link, paytm_link, googlepay_link, gpay_link and phonepe_link open one app.',
  },
  expires_at: { means: 'When the payment URL expires.' },
  amount: { means: 'The amount that the customer pays. Compare it with the amount in the webhook.' },
} as const satisfies DescriptionsOf<z.output<typeof createdOrder>>

export const CHECK_STATUS_FIELDS = {
  key: KEY,
  client_txn_id: { means: 'Your own id of the order.' },
} as const satisfies DescriptionsOf<z.input<typeof checkOrderStatus.body>>

export const STATUS_FIELDS = {
  orderId: { means: "Galla's id of the order.", limit: '26 capital letters and digits' },
  clientTransactionId: { means: 'Your own id of the order.' },
  amount: { means: 'The amount in rupees, with 2 decimals.' },
  status: { means: 'The status of the order. Deliver only on success.' },
  utr: { means: "The bank's reference of the payment; null until the order is paid." },
  txnDate: { means: 'When the payment arrived; null until then.' },
  payerUpiId: { means: "The payer's UPI ID; null if the bank does not report it." },
  remarks: { means: 'The status as a sentence.' },
  failureReason: {
    means: 'Why the order failed; null otherwise. The customer can retry a declined payment.',
  },
  paidLate: {
    means: 'True if the payment arrived after the payment URL had expired. The order is still a success.',
  },
  otherPayments: {
    means:
      'Payments for this order that do not settle it: a second payment (duplicate) or a payment of another amount (amount_mismatch). Settle or refund them in the dashboard.',
    limit: 'the oldest 20',
  },
} as const satisfies DescriptionsOf<z.output<typeof checkOrderStatus.reply>['data']>

export const WEBHOOK_FIELDS = {
  event: { means: 'The kind of event.' },
  eventId: { means: 'Equals the webhook-id header, and is the same in every attempt.' },
  sequence: { means: 'Increases with each change of an order. A lower number means an older event.' },
  createdAt: { means: 'When the event happened.', limit: 'ISO 8601, UTC' },
  mode: { means: 'test or live. Test orders move no money.' },
  client_txn_id: { means: 'Your own id of the order.' },
  orderId: { means: 'The order at Galla.', limit: '26 capital letters and digits' },
  amount: {
    means:
      'The amount in rupees. Compare it with the amount in the create-order reply. It stays the same if the merchant accepts a payment of another amount in the dashboard; receipts, sums and the order list then state what was received.',
    limit: '2 decimals',
  },
  orderAmount: {
    means:
      'The amount that you sent in create-order. An account with unique amounts collects up to 0.99 less.',
    limit: '2 decimals',
  },
  p_info: { means: 'As you sent it.' },
  customerName: { means: 'As you sent it.' },
  customerEmail: { means: 'As you sent it.' },
  customerMobile: { means: 'As you sent it.' },
  redirectUrl: { means: 'As you sent it.' },
  udf1: { means: 'As you sent it, or empty. For a reusable link: the answer to question 1.' },
  udf2: { means: 'As you sent it, or empty. For a reusable link: the answer to question 2.' },
  udf3: { means: 'As you sent it, or empty. For a reusable link: the answer to question 3.' },
  remarks: { means: 'The status as a sentence.' },
  status: { means: 'success or failed.' },
  txnDate: { means: 'When the payment arrived, or when the order failed.', limit: 'ISO 8601, +05:30' },
  utr: { means: "The bank's reference of the payment; empty if the order failed." },
  payerUpiId: { means: "The payer's UPI ID; empty if the bank does not report it." },
  paidLate: { means: 'True if the payment arrived after the payment URL had expired.' },
  failureReason: { means: 'Why the order failed; null on success.' },
} as const satisfies DescriptionsOf<WebhookPayload>

export const EVENTS_FIELDS = {
  after: {
    means:
      '`next` from the previous reply, unchanged. Without it, the list starts with the oldest stored event.',
    limit: 'digits',
  },
  notifications: {
    means:
      'With 1, the reply also has `notifications`: the `contentType` and `body` of the webhook for each event, or null if its format does not include the event.',
    limit: '0 or 1; default 0',
  },
  limit: { means: 'The maximum number of events.', limit: '1 to 500; default 100' },
} as const satisfies Record<string, FieldDescription>

export const SIMULATOR_FIELDS = {
  upi: { means: 'Any of the upi_intent links of a test order.' },
  outcome: { means: 'What the customer does. Default: success.' },
} as const satisfies DescriptionsOf<z.input<typeof simulatorPay.body>>

export const SIMULATED_FIELDS = {
  utr: { means: 'The reference of the payment, like one from a bank; null if nothing was paid.' },
  secondUtr: { means: 'The reference of the second payment, for the outcome twice.' },
} as const satisfies DescriptionsOf<z.output<typeof simulatorPay.reply>['data']>
