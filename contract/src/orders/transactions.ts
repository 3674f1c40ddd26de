import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { amount, instant, istDate, nextCursor, orderId, pageByCursor, rowsLimit } from '../fields.ts'
import { FAILURE_REASONS, MODES, ORDER_STATUSES } from './order-status.ts'

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

const noteText = z
  .string({ error: 'Please write a note' })
  .trim()
  .min(1, 'Please write a note')
  .max(MAX_LENGTH.note, `Please use at most ${MAX_LENGTH.note} characters`)

/** The filters of the list and the export. `from` and `to` are days in India, both inclusive. */
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
  summary: "List the orders of the session's mode",
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: rowsLimit.default(10),
    ...orderFilter,
  }),
  reply: z.object({
    data: z.array(transactionRow),
    pagination: z.object({
      currentPage: z.number(),
      totalPages: z.number(),
      /** With a search or an amount, at most 10,000 are counted and listed; `totalIsMore` is true if there are more. */
      totalTransactions: z.number(),
      totalIsMore: z.boolean(),
      hasNextPage: z.boolean(),
      hasPrevPage: z.boolean(),
      limit: z.number(),
    }),
  }),
})

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
/** A sheet has 1,048,576 rows, one of which is the heading. */
export const XLSX_ROWS_MAX = 1_048_575

/** Replies with a file, newest orders first, and ignores `sort`. Only refusals are JSON. */
export const exportTransactions = endpoint({
  method: 'GET',
  path: '/user/transactions/export',
  auth: 'session',
  summary: 'Export the orders that match a filter',
  query: z.object({ format: z.enum(EXPORT_FORMATS), ...orderFilter }),
  responseContentTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  refusals: ['export_too_large'],
})

const orderNote = z.object({ text: z.string(), at: instant, by: z.string() })

export const addOrderNote = endpoint({
  method: 'POST',
  path: '/user/transactions/:orderId/notes',
  auth: 'session',
  summary: 'Add a note to an order; only the merchant can see it',
  params: z.object({ orderId: z.string() }),
  body: z.object({ text: noteText }),
  reply: z.object({ data: orderNote }),
  refusals: ['order_not_found'],
})

export const transactionDetail = endpoint({
  method: 'GET',
  path: '/user/transactions/:orderId',
  auth: 'session',
  summary: 'Get an order with its history',
  params: z.object({ orderId: z.string() }),
  reply: z.object({
    data: transactionRow.extend({
      /** The requested amount if `amount` was lowered by some paise to be unique, otherwise null. */
      price: z.number().nullable(),
      purpose: z.string(),
      customerMobile: z.string(),
      paymentUrl: z.string(),
      redirectUrl: z.string(),
      udf: z.array(z.string()),
      /** The reusable link that created the order, and the customer's answers to its questions. */
      link: z
        .object({
          code: z.string(),
          title: z.string(),
          items: z.array(z.object({ name: z.string(), price: z.number(), quantity: z.number() })),
          answers: z.array(z.object({ question: z.string(), answer: z.string() })),
        })
        .optional(),
      attempts: z.array(
        z.object({ attempt: z.number(), reference: z.string(), startedAt: instant, expiresAt: instant }),
      ),
      history: z.array(z.object({ at: instant, event: z.string(), detail: z.string() })),
      credits: z.array(
        z.object({
          id: z.string(),
          utr: z.string().nullable(),
          amount: z.number(),
          /** What the bank or provider kept before the money reached the account. */
          fee: z.number().optional(),
          /** The bank took it back, and no person has decided about that yet. */
          isReversed: z.boolean().optional(),
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

/** An order as a key reads it: money is text with two decimals. */
const orderByKey = transactionRow.omit({ customer: true, merchantName: true }).extend({
  amount: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
})
export type OrderByKey = z.output<typeof orderByKey>

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  auth: 'key',
  summary: 'List or search orders, newest first',
  query: z.object({
    ...pageByCursor,
    search: orderFilter.search.meta({
      description: 'Any part of the ids, the customer or the purpose; or a whole amount, UTR or UPI ID.',
    }),
    status: z.enum(ORDER_STATUSES).optional(),
    from: istDate.optional().meta({ description: 'The first day of creation in India.' }),
    to: istDate.optional().meta({ description: 'The last day of creation in India.' }),
    minAmount: rupees,
    maxAmount: rupees,
  }),
  reply: z.object({ data: z.array(orderByKey), next: nextCursor }),
})

const ofOrder = z.object({ orderId: z.string() })

const wholeOrder = orderByKey.extend({
  purpose: z.string(),
  customerMobile: z.string(),
  paymentUrl: z.string(),
  redirectUrl: z.string(),
  udf: z.array(z.string()),
  payments: z.array(
    z.object({
      id: z.string(),
      utr: z.string().nullable(),
      amount: z.string(),
      state: z.string(),
      receivedAt: instant,
      payerUpiId: z.string().nullable(),
    }),
  ),
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/:orderId',
  auth: 'key',
  summary: 'Get an order with its payments',
  params: ofOrder,
  reply: z.object({ data: wholeOrder }),
  refusals: ['order_not_found'],
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/:orderId/cancel',
  auth: 'key',
  summary: 'Cancel an unpaid order: its payment page expires now',
  params: ofOrder,
  reply: z.object({ data: wholeOrder }),
  refusals: ['order_not_found', 'order_paid'],
})
