import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, instant, istDate, orderId } from '../fields.ts'
import { CREDIT_SOURCES, CREDIT_STATES } from './credits.ts'

export const CLOSING_FORMATS = ['json', 'csv'] as const

const closingOfDay = z.object({
  date: istDate,
  /** The amounts of the orders that this day's payments settled. */
  expected: z.number(),
  /** All payments of the day, without credits that were marked as not a payment. */
  received: z.number(),
  difference: z.number(),
  /** What was kept of the received payments before they reached the account, as statements report it. */
  fees: z.number(),
  /** What banks took back on this day, of payments of any day; without what the merchant marked as no reversal. */
  reversed: z.object({ count, amount: z.number() }),
  /** What the merchant sent back on this day, of payments of any day. One that went back whole is not received. */
  refunds: z.object({ count, amount: z.number() }),
  /** Credits of the day that wait for a decision. */
  open: count,
  orders: count,
  states: z.array(z.object({ state: z.enum(CREDIT_STATES), count, amount: z.number() })),
  /** The received payments by the source that reported them first. */
  sources: z.array(z.object({ source: z.enum(CREDIT_SOURCES), count, amount: z.number() })),
})

export const dailyClosing = endpoint({
  method: 'GET',
  path: '/user/closing',
  auth: 'session',
  summary: 'Get the closing of a day in India: settled orders, received payments and open cases',
  query: z.object({ date: istDate, format: z.enum(CLOSING_FORMATS).default('json') }),
  reply: z.object({
    data: closingOfDay,
  }),
  responseContentTypes: ['application/json', 'text/csv'],
})

/** The newest payments of the day that the home shows. */
export const TODAY_PAYMENTS_MAX = 5

export const readToday = endpoint({
  method: 'GET',
  path: '/user/today',
  auth: 'session',
  summary: 'Get what was received today in India, as the closing counts it, and the newest payments',
  reply: z.object({
    data: z.object({
      date: istDate,
      count,
      amount: z.number(),
      payments: z.array(
        z.object({
          creditId: z.string(),
          state: z.enum(CREDIT_STATES),
          orderId: orderId.nullable(),
          /** Of its order's customer, else of the payer. */
          name: z.string().nullable(),
          amount: z.number(),
          receivedAt: instant,
        }),
      ),
    }),
  }),
})

/** The closing of the previous day is e-mailed from this hour in India. */
export const CLOSING_MAIL_HOUR = 6

const closingMail = z.object({ isOn: z.boolean() })

export const readClosingMail = endpoint({
  method: 'GET',
  path: '/user/closing/mail',
  auth: 'session',
  summary:
    'Get whether the daily closing is sent by e-mail the morning after a live day with payments; on by default',
  reply: z.object({ data: closingMail }),
})

export const setClosingMail = endpoint({
  method: 'POST',
  path: '/user/closing/mail',
  auth: 'session',
  summary: 'Turn the e-mail of the daily closing on or off',
  body: closingMail,
  reply: z.object({ data: closingMail }),
})

const sums = { count, amount: z.string() }

export const getClosing = endpoint({
  method: 'GET',
  path: '/closing',
  auth: 'key',
  summary: 'Get the closing of a day in India',
  query: z.object({ date: istDate }),
  reply: z.object({
    data: closingOfDay.extend({
      expected: z.string(),
      received: z.string(),
      difference: z.string(),
      fees: z.string(),
      reversed: z.object(sums),
      refunds: z.object(sums),
      states: z.array(z.object({ state: z.enum(CREDIT_STATES), ...sums })),
      sources: z.array(z.object({ source: z.enum(CREDIT_SOURCES), ...sums })),
    }),
  }),
})
