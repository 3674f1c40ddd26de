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

/** What a field means to who integrates, and its limit where the schema's own words would say too little. */
export interface FieldDescription {
  readonly means: string
  readonly limit?: string
}

type WordsOf<Fields> = Readonly<Record<keyof Fields & string, FieldDescription>>

const RUPEES_MAX = AMOUNT_RUPEES_MAX.toLocaleString('en-IN', { minimumFractionDigits: 2 })
const KEY = {
  means:
    'Your API key, for clients that cannot set the Authorization header. Sent in both, they must be equal.',
}
const UDF = { means: 'Anything of your own. It comes back in the webhook.' }

export const CREATE_ORDER_FIELDS = {
  key: KEY,
  client_txn_id: { means: 'Your own id of this order. It must be unique; test and live count apart.' },
  amount: {
    means: 'What to collect, in rupees. Text is best, since a float rounds.',
    limit: `0.01 to ${RUPEES_MAX}, at most 2 decimals`,
  },
  p_info: { means: 'What is paid for. The customer sees it.' },
  customer_name: { means: 'Who pays.' },
  customer_email: { means: 'The e-mail address of who pays.', limit: 'an e-mail address' },
  customer_mobile: { means: 'The mobile number of who pays.', limit: `exactly ${MOBILE_DIGITS} digits` },
  redirect_url: {
    means: 'Where the customer goes after paying, with client_txn_id and txn_id (the order ID) appended.',
    limit: 'http:// or https://, at most 2048 characters',
  },
  udf1: UDF,
  udf2: UDF,
  udf3: UDF,
  expires_in: {
    means: `Seconds until the payment URL expires; without it ${EXPIRY_SECONDS}, which are ${EXPIRY_SECONDS / 60} minutes.`,
    limit: `${EXPIRES_IN_SECONDS_MIN} (in test mode ${EXPIRES_IN_SECONDS_MIN_TEST}) to ${EXPIRES_IN_SECONDS_MAX}`,
  },
} as const satisfies WordsOf<z.input<typeof createOrderBody>>

export const CREATED_ORDER_FIELDS = {
  order_id: { means: 'The order at Galla.', limit: '26 capital letters and digits' },
  payment_url: { means: 'The payment page. Send your customer there.' },
  upi_id_hash: { means: 'SHA-256 of the UPI ID that is paid to.', limit: '64 hexadecimal digits' },
  upi_intent: {
    means:
      'Links that open a UPI app on a phone: upi_link for any app; bhim_link, paytm_link, googlepay_link, gpay_link, phonepe_link for one.',
  },
  expires_at: { means: 'When the payment URL expires.' },
  amount: { means: 'What the customer pays. Compare the webhook with this.' },
} as const satisfies WordsOf<z.output<typeof createdOrder>>

export const CHECK_STATUS_FIELDS = {
  key: KEY,
  client_txn_id: { means: 'Your own id of the order.' },
} as const satisfies WordsOf<z.input<typeof checkOrderStatus.body>>

export const STATUS_FIELDS = {
  orderId: { means: 'The order at Galla.', limit: '26 capital letters and digits' },
  clientTransactionId: { means: 'Your own id of the order.' },
  amount: { means: 'Rupees with 2 decimals.' },
  status: { means: 'Deliver on success only.' },
  utr: { means: "The bank's number of the payment; null until it is paid." },
  txnDate: { means: 'When the money came; null until then.' },
  payerUpiId: { means: 'Who paid, where the bank reports it.' },
  remarks: { means: 'The status in a sentence.' },
  failureReason: { means: 'Why it failed; null otherwise. A declined payment may be tried again.' },
  paidLate: { means: 'The money came after the payment URL had expired. It is a success all the same.' },
  otherPayments: {
    means:
      'Money for this order that does not pay for it: a second payment (duplicate), or another amount (amount_mismatch). Settle or refund it in the dashboard.',
    limit: 'the oldest 20',
  },
} as const satisfies WordsOf<z.output<typeof checkOrderStatus.reply>['data']>

export const WEBHOOK_FIELDS = {
  event: { means: 'What happened.' },
  eventId: { means: 'The same as the webhook-id header, and the same in every attempt.' },
  sequence: { means: 'Grows with each change of an order: what has a lower number is older news.' },
  createdAt: { means: 'When it happened.', limit: 'ISO 8601, UTC' },
  mode: { means: 'A test order moves no money.' },
  client_txn_id: { means: 'Your own id of the order.' },
  orderId: { means: 'The order at Galla.', limit: '26 capital letters and digits' },
  amount: { means: 'Rupees. Compare it with what create-order answered.', limit: '2 decimals' },
  orderAmount: {
    means: 'What you asked for. An account with unique amounts collects up to 0.99 less.',
    limit: '2 decimals',
  },
  p_info: { means: 'As you sent it.' },
  customerName: { means: 'As you sent it.' },
  customerEmail: { means: 'As you sent it.' },
  customerMobile: { means: 'As you sent it.' },
  redirectUrl: { means: 'As you sent it.' },
  udf1: { means: 'As you sent it, or empty. From a reusable link: the answer to question 1.' },
  udf2: { means: 'As you sent it, or empty. From a reusable link: the answer to question 2.' },
  udf3: { means: 'As you sent it, or empty. From a reusable link: the answer to question 3.' },
  remarks: { means: 'The status in a sentence.' },
  status: { means: 'success or failed, nothing else.' },
  txnDate: { means: 'When the money came, or when it failed.', limit: 'ISO 8601, +05:30' },
  utr: { means: "The bank's number of the payment; empty when it failed." },
  payerUpiId: { means: 'Who paid, where the bank reports it; else empty.' },
  paidLate: { means: 'The money came after the payment URL had expired.' },
  failureReason: { means: 'Why it failed; null on success.' },
} as const satisfies WordsOf<WebhookPayload>

export const EVENTS_FIELDS = {
  after: {
    means:
      '`next` of the previous reply, unchanged. Without it you start with the oldest event that is kept.',
    limit: 'digits',
  },
  notifications: {
    means:
      'With 1 the reply has `notifications` too: for each event the `contentType` and `body` that its webhook has, or null where its format leaves it out.',
    limit: '0 or 1; default 0',
  },
  limit: { means: 'How many events at most.', limit: '1 to 500; default 100' },
} as const satisfies Record<string, FieldDescription>

export const SIMULATOR_FIELDS = {
  upi: { means: 'The UPI link of a test order: any of upi_intent.' },
  outcome: { means: 'What the customer does; without it success.' },
} as const satisfies WordsOf<z.input<typeof simulatorPay.body>>

export const SIMULATED_FIELDS = {
  utr: { means: 'The number of the payment as a bank would give it; null when nothing was paid.' },
  secondUtr: { means: 'Of the second payment, for twice.' },
} as const satisfies WordsOf<z.output<typeof simulatorPay.reply>['data']>
