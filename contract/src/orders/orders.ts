import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  email,
  httpUrl,
  instant,
  istDate,
  MAX_LENGTH,
  mobile,
  optionalText,
  orderId,
  requiredText,
  rowsLimit,
} from '../fields.ts'
import { EXPIRES_IN_SECONDS_MAX, FAILURE_REASONS, MODES, ORDER_STATUSES } from './order-status.ts'

/** What create-order and the payment-link form ask; the sentences are those under the form's fields. */
const orderFields = {
  client_txn_id: requiredText('Transaction ID is required', MAX_LENGTH.clientTxnId),
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

/** Seconds; the least depends on the mode (see order-status.ts) and is checked where the mode is known. */
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
  /** `upi://pay?…`: any UPI app, and what the QR code of the page says. */
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

export const createOrder = endpoint({
  method: 'POST',
  path: '/order/create-order',
  auth: 'key',
  summary: 'Create an order and its payment link',
  body: createOrderBody,
  reply: z.object({ data: createdOrder }),
  refusals: [
    'suspended',
    'no_account',
    'duplicate_client_txn_id',
    'quota_exhausted',
    'no_subscription',
    'no_free_amount',
    'provider_unavailable',
    'idempotency_key_reused',
  ],
})

export const generatePaymentLink = endpoint({
  method: 'POST',
  path: '/user/generate-payment-link',
  auth: 'session',
  summary: 'Create an order from the dashboard',
  body: paymentLinkForm,
  reply: z.object({
    /** `amount` is the payable one, a decimal with two places. */
    data: z.object({ payment_url: z.string(), order_id: orderId, expires_at: instant, amount: z.string() }),
  }),
  refusals: [
    'suspended',
    'no_account',
    'duplicate_client_txn_id',
    'quota_exhausted',
    'no_subscription',
    'no_free_amount',
    'provider_unavailable',
  ],
})

/** Money for an order that does not pay for it: a second payment, or another amount. The merchant decides about it. */
const otherPayment = z.object({
  reason: z.enum(['duplicate', 'amount_mismatch']),
  amount: z.string(),
  utr: z.string().nullable(),
  payerUpiId: z.string().nullable(),
  receivedAt: instant,
})
export type OtherPayment = z.output<typeof otherPayment>

/** The oldest of an order's; more are in the dashboard. */
export const OTHER_PAYMENTS_MAX = 20

export const checkOrderStatus = endpoint({
  method: 'POST',
  path: '/order/check-order-status',
  auth: 'key',
  summary: 'What became of an order',
  body: z.object({
    key: z.string().max(200).optional(),
    client_txn_id: requiredText('Transaction ID is required', MAX_LENGTH.clientTxnId),
  }),
  reply: z.object({
    data: z.object({
      orderId,
      clientTransactionId: z.string(),
      amount: z.string(),
      status: z.enum(ORDER_STATUSES),
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

export const transactionRow = z.object({
  orderId,
  clientTransactionId: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  amount: z.number(),
  createdAt: instant,
  status: z.enum(ORDER_STATUSES),
  merchantName: z.string(),
  utr: z.string().nullable(),
  mode: z.enum(MODES),
  paidLate: z.boolean(),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
  expiresAt: instant,
  paidAt: instant.nullable(),
  attention: z.boolean(),
})
export type TransactionRow = z.output<typeof transactionRow>

const rupees = amount.optional()

/** Several lines are well; nothing else that is not a character. */
const noteText = z
  .string({ error: 'Please write a note' })
  .trim()
  .min(1, 'Please write a note')
  .max(MAX_LENGTH.note, `Please use at most ${MAX_LENGTH.note} characters`)

/** What narrows the list down; the export takes the same. Days are of Asia/Kolkata, both inclusive. */
const orderFilter = {
  search: z.string().trim().max(MAX_LENGTH.email).optional(),
  status: z.enum([...ORDER_STATUSES, 'all', 'attention']).default('all'),
  from: istDate.optional(),
  to: istDate.optional(),
  sort: z.enum(['newest', 'oldest', 'highest', 'lowest']).default('newest'),
  minAmount: rupees,
  maxAmount: rupees,
}

export const allTransactions = endpoint({
  method: 'GET',
  path: '/user/all-transactions',
  auth: 'session',
  summary: "The orders of the session's mode",
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: rowsLimit.default(10),
    totals: z.enum(['now', 'later']).default('now').meta({
      description:
        '`later` answers sooner: the totals then only say whether there is a next page, and /user/transactions/totals counts.',
    }),
    ...orderFilter,
  }),
  reply: z.object({
    data: z.array(transactionRow),
    pagination: z.object({
      currentPage: z.number(),
      totalPages: z.number(),
      totalTransactions: z.number(),
      totalIsMore: z.boolean(),
      hasNextPage: z.boolean(),
      hasPrevPage: z.boolean(),
      limit: z.number(),
    }),
  }),
})

export const transactionTotals = endpoint({
  method: 'GET',
  path: '/user/transactions/totals',
  auth: 'session',
  summary: 'How many orders a filter finds',
  query: z.object(orderFilter),
  reply: z.object({
    /** With a search or an amount no more than 10,000 are counted; `totalIsMore` says that there are more. */
    data: z.object({ totalTransactions: z.number(), totalIsMore: z.boolean() }),
  }),
})

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
/** A sheet has 1,048,576 rows, one of which is the heading. */
export const XLSX_ROWS_MAX = 1_048_575

/** Answers a file, newest orders first whatever `sort` says. Only the refusals are JSON. */
export const exportTransactions = endpoint({
  method: 'GET',
  path: '/user/transactions/export',
  auth: 'session',
  summary: 'The orders of a filter as a file',
  query: z.object({ format: z.enum(EXPORT_FORMATS), ...orderFilter }),
  responseContentTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  refusals: ['export_too_large'],
})

const orderNote = z.object({ text: z.string(), at: instant, by: z.string() })

export const addOrderNote = endpoint({
  method: 'POST',
  path: '/user/transactions/:orderId/notes',
  auth: 'session',
  summary: "Write a note on an order; the merchant's own eyes only",
  params: z.object({ orderId: z.string() }),
  body: z.object({ text: noteText }),
  reply: z.object({ data: orderNote }),
  refusals: ['order_not_found'],
})

export const transactionDetail = endpoint({
  method: 'GET',
  path: '/user/transactions/:orderId',
  auth: 'session',
  summary: 'One order with its whole story',
  params: z.object({ orderId: z.string() }),
  reply: z.object({
    data: transactionRow.extend({
      /** The requested amount, where `amount` was lowered by some paise to be unique; else null. */
      price: z.number().nullable(),
      purpose: z.string(),
      customerMobile: z.string(),
      paymentUrl: z.string(),
      redirectUrl: z.string(),
      udf: z.array(z.string()),
      attempts: z.array(
        z.object({ attempt: z.number(), reference: z.string(), startedAt: instant, expiresAt: instant }),
      ),
      history: z.array(z.object({ at: instant, event: z.string(), detail: z.string() })),
      credits: z.array(
        z.object({
          id: z.string(),
          utr: z.string().nullable(),
          amount: z.number(),
          receivedAt: instant,
          state: z.string(),
          payerUpiId: z.string().nullable(),
          sources: z.array(z.string()),
        }),
      ),
      deliveries: z.array(
        z.object({
          eventId: z.string(),
          event: z.string(),
          state: z.string(),
          attempts: z.array(
            z.object({
              at: instant,
              status: z.number().nullable(),
              durationMs: z.number(),
              error: z.string().nullable(),
            }),
          ),
          nextAttemptAt: instant.nullable(),
        }),
      ),
      notes: z.array(orderNote),
    }),
  }),
  refusals: ['order_not_found'],
})

export const verifyOrder = endpoint({
  method: 'POST',
  path: '/order/verify/:orderId',
  auth: 'session',
  summary: 'Ask again what became of an order',
  params: z.object({ orderId: z.string() }),
  reply: z.object({ status: z.enum(ORDER_STATUSES) }),
  refusals: ['order_not_found'],
})
