import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, istDate } from '../fields.ts'
import { CREDIT_SOURCES, CREDIT_STATES } from './credits.ts'

export const CLOSING_FORMATS = ['json', 'csv'] as const

export const dailyClosing = endpoint({
  method: 'GET',
  path: '/user/closing',
  auth: 'session',
  summary: 'Get the closing of a day in India: settled orders, received payments and open cases',
  query: z.object({ date: istDate, format: z.enum(CLOSING_FORMATS).default('json') }),
  reply: z.object({
    data: z.object({
      date: istDate,
      /** What the orders ask for that this day's money settled. */
      expected: z.number(),
      /** All money of the day but what was marked as not a payment. */
      received: z.number(),
      difference: z.number(),
      /** What was kept of the money received before it reached the account, as statements report it. */
      fees: z.number(),
      /** What banks took back on this day, whenever it had come; without what the merchant says is no reversal. */
      reversed: z.object({ count, amount: z.number() }),
      /** Credits of the day that wait. */
      open: count,
      orders: count,
      states: z.array(z.object({ state: z.enum(CREDIT_STATES), count, amount: z.number() })),
      /** What was received, by the source that reported it first. */
      sources: z.array(z.object({ source: z.enum(CREDIT_SOURCES), count, amount: z.number() })),
    }),
  }),
  responseContentTypes: ['application/json', 'text/csv'],
})

/** From this hour in India on the closing of the day before is mailed. */
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
