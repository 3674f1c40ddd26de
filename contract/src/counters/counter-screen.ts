import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, instant, orderId } from '../fields.ts'
import { MODES } from '../orders/order-status.ts'
import { PAGE_LANGUAGE_CODES } from '../payment-page/page-languages.ts'
import { counterNote, keypadSale, SALE_REFUSALS, shownOrder } from './counters.ts'

/** The calls of a counter device. Its token allows no others. */

export const counterLogin = endpoint({
  method: 'POST',
  path: '/counter/login',
  auth: 'public',
  summary: "Log in a counter device with the token of its login link and the counter's PIN",
  body: z.object({
    token: z.string().min(1).max(100),
    pin: z.string().min(1, 'Enter the PIN').max(20),
  }),
  refusals: ['foreign_origin', 'wrong_pin', 'too_many_attempts'],
})

export const counterLogout = endpoint({
  method: 'POST',
  path: '/counter/logout',
  auth: 'public',
  summary: 'Log out the device; without a login, this changes nothing',
  refusals: ['foreign_origin'],
})

const counterPayment = z.object({
  orderId,
  creditId: z.string(),
  amount: z.number(),
  payerName: z.string().nullable(),
  note: z.string(),
  paidAt: instant,
})
export type CounterPayment = z.output<typeof counterPayment>

const waitingPayment = z.object({
  creditId: z.string(),
  amount: z.number(),
  payerName: z.string().nullable(),
  receivedAt: instant,
  /** False while its UTR is unknown, because a later report of it would be a second payment, and where its rail settles no order. */
  canBeTaken: z.boolean(),
})
export type WaitingPayment = z.output<typeof waitingPayment>

/** A payment to announce: it paid an order of the counter, or came to the printed QR. */
const counterNews = z.object({
  /** Stays the same when the cashier takes the payment, so that no payment is announced twice. */
  creditId: z.string(),
  /** Null: the payment came to the printed QR and waits. */
  orderId: orderId.nullable(),
  amount: z.number(),
  payerName: z.string().nullable(),
  at: instant,
})
export type CounterNews = z.output<typeof counterNews>

/** After a long absence, a device gets only this many of the newest payments; the others are only in the totals. */
export const NEWS_MAX = 1_000
export const PAYMENTS_SHOWN = 10
export const WAITING_SHOWN = 50
/** For how long the counter offers a payment to the printed QR. After that, the owner has to match it. */
export const WAITING_HOURS = 24

export const counterState = z.object({
  counter: z.object({
    id: z.string(),
    name: z.string(),
    shopName: z.string(),
    language: z.enum(PAGE_LANGUAGE_CODES),
    mode: z.enum(MODES),
    /** False: the account of the counter was replaced, so it cannot create orders. */
    accountIsCurrent: z.boolean(),
  }),
  serverTime: instant,
  /** The payments since midnight in India: the counter's own, and those that wait for any counter of the account. */
  today: z.object({
    count,
    amount: z.number(),
    /** The payments that no counter has taken yet. */
    waiting: z.object({ count, amount: z.number() }),
  }),
  payments: z.array(counterPayment),
  waiting: z.array(waitingPayment),
  /** The newest order from the keypad, until it is paid or 15 minutes old. */
  order: shownOrder.nullable(),
  news: z.array(counterNews),
})
export type CounterState = z.output<typeof counterState>

export const readCounter = endpoint({
  method: 'GET',
  path: '/counter',
  auth: 'counter',
  summary: 'Get the content of a counter screen and the payments since a time',
  query: z.object({ since: instant.optional() }),
  reply: z.object({ data: counterState }),
})

/** Server-sent events: `changed` when the device should read the state again, and a `beat` every few seconds. */
export const COUNTER_EVENTS_PATH = '/counter/events'

export const createCounterOrder = endpoint({
  method: 'POST',
  path: '/counter/orders',
  auth: 'counter',
  summary: 'Create an order for an amount; the same requestId returns the same order',
  body: keypadSale,
  reply: z.object({ data: z.object({ orderId }) }),
  refusals: SALE_REFUSALS,
})

const ofCredit = z.object({ creditId: z.string().max(80) })

export const listCounterBills = endpoint({
  method: 'GET',
  path: '/counter/credits/:creditId/orders',
  auth: 'counter',
  summary: 'List the open orders with the exact amount of a waiting payment',
  params: ofCredit,
  reply: z.object({
    data: z.array(
      z.object({
        orderId,
        clientTransactionId: z.string(),
        customerName: z.string(),
        createdAt: instant,
      }),
    ),
  }),
  refusals: ['credit_not_found'],
})

export const takeCredit = endpoint({
  method: 'POST',
  path: '/counter/credits/:creditId/take',
  auth: 'counter',
  summary: 'Assign a waiting payment to an open order of its amount, or record it as a sale',
  params: ofCredit,
  body: z.object({
    /** Without it, the payment is recorded as a sale. */
    orderId: orderId.optional(),
    note: counterNote,
  }),
  reply: z.object({ data: z.object({ orderId }) }),
  refusals: [
    ...(['credit_not_found', 'credit_decided', 'order_not_found', 'suspended', 'no_account'] as const),
    ...(['counter_account_replaced', 'quota_exhausted', 'no_subscription'] as const),
  ],
})
