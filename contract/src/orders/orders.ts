import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import {
  amount,
  email,
  httpUrl,
  instant,
  mobile,
  optionalText,
  orderId,
  requiredId,
  requiredText,
} from '../fields.ts'
import { EXPIRES_IN_SECONDS_MAX, FAILURE_REASONS, ORDER_STATUSES } from './order-status.ts'

/** The fields of create-order and of the payment-link form. The form shows the messages under its fields. */
const orderFields = {
  client_txn_id: requiredId('Transaction ID is required', MAX_LENGTH.clientTxnId),
  amount,
  p_info: requiredText('Payment purpose is required', MAX_LENGTH.purpose),
  customer_name: requiredText('Customer name is required', MAX_LENGTH.name),
  customer_email: email('Customer email is required'),
  customer_mobile: mobile('Customer mobile is required', 'Please enter a valid 10-digit mobile number'),
  redirect_url: httpUrl(
    'Redirect URL is required',
    'Please enter a valid URL starting with http:// or https://',
  ),
  udf1: optionalText(MAX_LENGTH.udf),
  udf2: optionalText(MAX_LENGTH.udf),
  udf3: optionalText(MAX_LENGTH.udf),
}

const EXPIRES_IN_WRONG = 'expires_in must be a whole number of seconds, 60 to 2592000'

/** In seconds. The minimum depends on the mode (see order-status.ts), so it is checked after authentication. */
const expiresIn = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^[0-9]{1,7}$/)
        .transform(Number),
    ],
    { error: EXPIRES_IN_WRONG },
  )
  .refine(
    (seconds) => Number.isInteger(seconds) && seconds >= 1 && seconds <= EXPIRES_IN_SECONDS_MAX,
    EXPIRES_IN_WRONG,
  )
  .meta({ description: `Seconds until the payment URL expires, at most ${EXPIRES_IN_SECONDS_MAX}.` })
  .optional()

export const paymentLinkForm = z.object({ ...orderFields, expires_in: expiresIn })
export type PaymentLinkForm = z.output<typeof paymentLinkForm>

export const createOrderBody = z.object({
  key: z.string().max(200).optional(),
  ...orderFields,
  expires_in: expiresIn,
})

const upiIntent = z.object({
  /** `upi://pay?…`: opens any UPI app, and is the content of the QR code on the page. */
  upi_link: z.string(),
  bhim_link: z.string(),
  paytm_link: z.string(),
  googlepay_link: z.string(),
  gpay_link: z.string(),
  phonepe_link: z.string(),
})

export const createdOrder = z.object({
  order_id: orderId,
  payment_url: z.string(),
  upi_id_hash: z.string(),
  upi_intent: upiIntent,
  expires_at: instant,
  amount: z.string(),
})
export type CreatedOrder = z.output<typeof createdOrder>

const CREATE_REFUSALS = [
  'suspended',
  'no_account',
  'duplicate_client_txn_id',
  'quota_exhausted',
  'no_subscription',
  'provider_unavailable',
] as const

export const createOrder = endpoint({
  method: 'POST',
  path: '/order/create-order',
  auth: 'key',
  summary: 'Create an order',
  body: createOrderBody,
  reply: z.object({ data: createdOrder }),
  refusals: [...CREATE_REFUSALS, 'idempotency_key_reused'],
})

export const generatePaymentLink = endpoint({
  method: 'POST',
  path: '/user/generate-payment-link',
  auth: 'session',
  summary: 'Create an order from the dashboard',
  body: paymentLinkForm,
  reply: z.object({
    /** `amount` is the payable amount with two decimals. */
    data: z.object({ payment_url: z.string(), order_id: orderId, expires_at: instant, amount: z.string() }),
  }),
  refusals: CREATE_REFUSALS,
})

/** A payment for an order that does not settle it: a second payment, or a different amount. The merchant decides about it. */
const otherPayment = z.object({
  reason: z.enum(['duplicate', 'amount_mismatch']),
  amount: z.string(),
  utr: z.string().nullable(),
  payerUpiId: z.string().nullable(),
  receivedAt: instant,
})
export type OtherPayment = z.output<typeof otherPayment>

/** Only the oldest are listed; the dashboard has all. */
export const OTHER_PAYMENTS_MAX = 20

export const checkOrderStatus = endpoint({
  method: 'POST',
  path: '/order/check-order-status',
  auth: 'key',
  summary: 'Check the status of an order',
  body: z.object({
    key: z.string().max(200).optional(),
    client_txn_id: requiredId('Transaction ID is required', MAX_LENGTH.clientTxnId),
  }),
  reply: z.object({
    data: z.object({
      orderId,
      clientTransactionId: z.string(),
      amount: z.string(),
      status: z.enum(ORDER_STATUSES),
      /** Null: not paid. Empty: paid, and no bank has reported the UTR yet. */
      utr: z.string().nullable(),
      txnDate: instant.nullable(),
      payerUpiId: z.string().nullable(),
      remarks: z.string(),
      failureReason: z.enum(FAILURE_REASONS).nullable(),
      paidLate: z.boolean(),
      otherPayments: z.array(otherPayment),
    }),
  }),
  refusals: ['order_not_found'],
})

export const verifyOrder = endpoint({
  method: 'POST',
  path: '/order/verify/:orderId',
  auth: 'session',
  summary: 'Check the status of an order in the dashboard',
  params: z.object({ orderId: z.string() }),
  reply: z.object({ status: z.enum(ORDER_STATUSES) }),
  refusals: ['order_not_found'],
})
