import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant, orderId } from '../fields.ts'
import { MODES, ORDER_STATUSES } from '../orders/order-status.ts'

const byOrderId = z.object({ orderId: z.string() })

/** The status that an open page polls, and gets as events. It contains no data of the customer. */
export const pageStatus = z.object({
  status: z.enum(ORDER_STATUSES),
  redirect: z.boolean(),
  redirectUrl: z.string().nullable(),
  expiresAt: instant,
  serverTime: instant,
  version: z.number(),
  /** Money of another amount that has come for the order, in rupees. The merchant decides about it. */
  received: z.number().nullable(),
})
export type PageStatus = z.output<typeof pageStatus>

export const orderStatus = endpoint({
  method: 'GET',
  path: '/order/status/:orderId',
  auth: 'public',
  summary: 'Get the status of an order for the payment page',
  params: byOrderId,
  reply: pageStatus,
  refusals: ['order_not_found'],
})

/** Server-sent events for an open page: the event `status`, with the same data as the poll. */
export const ORDER_EVENTS_PATH = '/order/events/:orderId'

export const checkStatus = endpoint({
  method: 'POST',
  path: '/order/checkstatus/:orderId',
  auth: 'public',
  summary: 'Get the status of a payment for the dashboard',
  params: byOrderId,
  reply: z.object({
    redirect: z.boolean(),
    redirectUrl: z.string().nullable(),
    data: z.object({ status: z.enum(ORDER_STATUSES) }),
  }),
  refusals: ['order_not_found'],
})

export const paymentData = z.object({
  upiIntentUrl: z
    .object({
      bhim: z.string().optional(),
      paytm: z.string().optional(),
      phonepe: z.string().optional(),
      googlepay: z.string().optional(),
      generic: z.string().optional(),
      cred: z.string().optional(),
    })
    .optional(),
  qrCode: z.string().optional(),
  amount: z.number(),
  merchantName: z.string(),
  upiId: z.string(),
  clientTransactionId: z.string(),
  orderId,
  expiresAt: instant,
  serverTime: instant,
  status: z.enum(ORDER_STATUSES),
  mode: z.enum(MODES),
})

export const openOrder = endpoint({
  method: 'POST',
  path: '/order/pay/:orderId',
  auth: 'public',
  summary: 'Open the payment page of an order; after a declined payment, start another attempt',
  params: byOrderId,
  /** A page that only reports that it was opened sends `false`: if the payment was declined meanwhile, no attempt starts. */
  body: z.object({
    retry: z.boolean().default(true),
    /** The customer pressed Try Again: an order that is still open gets its next attempt too, with a new window. */
    again: z.boolean().default(false),
    /** The customer chose Go Back: an order of another gateway's client that can no longer be paid now ends as a failure. Nothing starts. */
    leave: z.boolean().default(false),
  }),
  reply: z.object({ data: paymentData }),
  refusals: ['order_not_found', 'not_payable', 'provider_unavailable'],
})

export const SIMULATOR_OUTCOMES = [
  'success',
  'declined',
  'pending',
  'late',
  'twice',
  'underpaid',
  'overpaid',
] as const
export type SimulatorOutcome = (typeof SIMULATOR_OUTCOMES)[number]

export const simulatorPay = endpoint({
  method: 'POST',
  path: '/simulator/pay',
  auth: 'public',
  summary: 'Pay a test order in the simulator',
  body: z.object({
    upi: z.string({ error: 'A UPI link is required' }).min(1, 'A UPI link is required').max(2048),
    outcome: z.enum(SIMULATOR_OUTCOMES).default('success'),
  }),
  reply: z.object({ data: z.object({ utr: z.string().nullable(), secondUtr: z.string().optional() }) }),
  refusals: ['invalid_upi_link', 'too_many_requests'],
})
