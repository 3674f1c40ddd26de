import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * What is known of an account number that messages name.
 * - `own`: it is the shop's, as the merchant says, or as settled payments of the last 30 days show.
 * - `asked`: the merchant has not said yet. Payments to it wait.
 * - `other`: it is not the shop's, as the merchant says.
 */
export const DIGITS_STANDINGS = ['own', 'asked', 'other'] as const
export type DigitsStanding = (typeof DIGITS_STANDINGS)[number]

export const namedDigits = z.object({ digits: z.string(), standing: z.enum(DIGITS_STANDINGS) })
export type NamedDigits = z.output<typeof namedDigits>

const LAST_DIGITS = 'Please enter the last 2 to 6 digits of the account number'

export const updateLastDigits = endpoint({
  method: 'POST',
  path: '/user/account-last-digits',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Count only messages that name a bank account; null counts all messages',
  body: z.object({
    /** Null: all messages count. */
    lastDigits: z
      .string({ error: LAST_DIGITS })
      .trim()
      .regex(/^[0-9]{2,6}$/, LAST_DIGITS)
      .nullable(),
  }),
  reply: z.object({ data: z.object({ lastDigits: z.string().nullable() }) }),
  refusals: ['account_not_found'],
})

export const confirmHeard = endpoint({
  method: 'POST',
  path: '/user/alerts/:alertId/heard',
  auth: 'session',
  needsConfirmation: true,
  summary:
    "Say that a message reports a payment to the shop: the account number that it names, or the business app that it is from, is the shop's",
  params: z.object({ alertId: z.string().max(80) }),
  reply: z.object({
    data: z.object({
      /** The account number that is the shop's from now on. Null: the message names none. */
      digits: z.string().nullable(),
      /** The package of the app that is the shop's from now on. */
      app: z.string().nullable(),
    }),
  }),
  refusals: ['not_found', 'alert_unproven'],
})

export const answerDigits = endpoint({
  method: 'POST',
  path: '/user/account-digits',
  auth: 'session',
  needsConfirmation: true,
  summary: "Say whether a bank account that messages name is the shop's",
  body: z.object({
    digits: z.string({ error: LAST_DIGITS }).regex(/^[0-9]{2,6}$/, LAST_DIGITS),
    isShops: z.boolean("Please say whether the account is the shop's"),
  }),
  reply: z.object({ data: namedDigits }),
  refusals: ['account_not_found', 'not_found'],
})
