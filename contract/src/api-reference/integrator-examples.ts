import type { Failure, Success } from '../endpoint.ts'
import type { CreatedOrder } from '../orders/orders.ts'
import { REFUSALS } from '../refusals.ts'
import type { WebhookPayload } from '../webhooks/webhook.ts'

/** The number of the example order in EKQR's replies and notifications. */
export const EXAMPLE_ORDER_NUMBER = 80260148

/** The order that every example uses. */
const ORDER_ID = '01M7Y45MG07M3V5T9XWNB4E6RH'
const UPI_QUERY = `pa=01kahz5g0d1q7k3mbv8r2t4xyc@gallatest&pn=Sharma%20Tea&tr=${ORDER_ID}&tn=Two%20cups%20of%20tea&am=499.00&cu=INR`

export const EXAMPLE_ORDER = {
  client_txn_id: 'ORDER-1001',
  amount: '499.00',
  p_info: 'Two cups of tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://yourdomain.com/thanks',
} as const

export const exampleCreated = (origin: string): Success & { readonly data: CreatedOrder } => ({
  success: true,
  msg: 'Order created',
  data: {
    order_id: ORDER_ID,
    payment_url: `${origin}/pay/${ORDER_ID}`,
    upi_id_hash: '33ef2484b2ed32f46ed2836c2b6188cb8b7ac8d1211630c65ff2bbfaa7a652d3',
    upi_intent: {
      upi_link: `upi://pay?${UPI_QUERY}`,
      bhim_link: `bhim://upi/pay?${UPI_QUERY}`,
      paytm_link: `paytmmp://pay?${UPI_QUERY}`,
      googlepay_link: `tez://upi/pay?${UPI_QUERY}`,
      gpay_link: `tez://upi/pay?${UPI_QUERY}`,
      phonepe_link: `phonepe://pay?${UPI_QUERY}`,
    },
    expires_at: '2026-11-21T04:05:00.000Z',
    amount: EXAMPLE_ORDER.amount,
  },
})

const PAID = {
  utr: '640112345678',
  payerUpiId: 'customer@gallatest',
  remarks: 'Transaction successful',
  paidLate: false,
  failureReason: null,
} as const

export const EXAMPLE_STATUS = {
  success: true,
  msg: 'OK',
  data: {
    orderId: ORDER_ID,
    clientTransactionId: EXAMPLE_ORDER.client_txn_id,
    amount: EXAMPLE_ORDER.amount,
    status: 'success',
    txnDate: '2026-11-21T04:01:12.000Z',
    ...PAID,
    otherPayments: [],
  },
} as const

/** The query of a first call. A cursor after the last event would be refused. */
export const EXAMPLE_EVENTS_QUERY = { after: '0', limit: '100' } as const

export const EXAMPLE_WEBHOOK = {
  event: 'order.success',
  eventId: '01KAJ2SEY1H8D5P0QXJ7C3F6GT',
  sequence: 3,
  createdAt: '2026-11-21T04:01:12.000Z',
  mode: 'test',
  client_txn_id: EXAMPLE_ORDER.client_txn_id,
  orderId: ORDER_ID,
  amount: EXAMPLE_ORDER.amount,
  orderAmount: EXAMPLE_ORDER.amount,
  p_info: EXAMPLE_ORDER.p_info,
  customerName: EXAMPLE_ORDER.customer_name,
  customerEmail: EXAMPLE_ORDER.customer_email,
  customerMobile: EXAMPLE_ORDER.customer_mobile,
  redirectUrl: EXAMPLE_ORDER.redirect_url,
  udf1: '',
  udf2: '',
  udf3: '',
  status: 'success',
  txnDate: '2026-11-21T09:31:12.000+05:30',
  ...PAID,
} as const satisfies WebhookPayload

export const EXAMPLE_EVENTS = {
  success: true,
  msg: 'OK',
  data: [EXAMPLE_WEBHOOK],
  next: '1',
  more: false,
} as const

export const EXAMPLE_FAILURE = {
  success: false,
  msg: REFUSALS.invalid_fields.msg,
  code: 'invalid_fields',
  errors: [{ field: 'amount', msg: 'Please enter a valid amount' }],
  requestId: '01KAJ2V0M6T4R9B2W8ZK5N7DQX',
} as const satisfies Failure

export const EXAMPLE_SIMULATION = {
  upi: exampleCreated('').data.upi_intent.bhim_link,
  outcome: 'success',
} as const

export const EXAMPLE_SIMULATED = { success: true, msg: 'OK', data: { utr: PAID.utr } } as const

/** The response of a merchant's webhook in the integration guide. Only 200 means delivered. */
export const WEBHOOK_ANSWER = { status: 200, body: { success: true } } as const
export const WEBHOOK_ANSWER_UNKNOWN = {
  status: 404,
  body: { success: false, message: 'Transaction not found' },
} as const
