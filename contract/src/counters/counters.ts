import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { amount, count, instant, optionalText, orderId, requiredText } from '../fields.ts'
import { FAILURE_REASONS, MODES, ORDER_STATUSES } from '../orders/order-status.ts'
import { PAGE_LANGUAGE_CODES } from '../payment-page/page-languages.ts'

export const COUNTER_NAME_CHARS_MAX = 40
/** Active ones, of a merchant in a mode. */
export const COUNTERS_MAX = 50
export const PIN_DIGITS_MIN = 4
export const PIN_DIGITS_MAX = 8

/** A note of a cashier on a payment. */
export const counterNote = optionalText(100)

/** What a keypad sends for a QR code. */
export const keypadSale = z.object({
  requestId: z.string().regex(/^[0-9A-Za-z-]{8,40}$/),
  amount,
  note: counterNote,
})

/** What shows the QR code of a keypad's order. */
export const shownOrder = z.object({
  orderId,
  /** What the customer pays. */
  amount: z.number(),
  note: z.string(),
  status: z.enum(ORDER_STATUSES),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
  expiresAt: instant,
  /** Money of another amount that has come for the order, in rupees. */
  received: z.number().nullable(),
  /** The UPI link in its QR code. */
  link: z.string(),
})
export type ShownOrder = z.output<typeof shownOrder>

export const SALE_REFUSALS = [
  'suspended',
  'no_account',
  'counter_account_replaced',
  'quota_exhausted',
  'no_subscription',
  'provider_unavailable',
] as const

const PIN_WRONG = `Choose a PIN of ${PIN_DIGITS_MIN} to ${PIN_DIGITS_MAX} digits`
const newPin = z
  .string({ error: PIN_WRONG })
  .regex(/^[0-9]{4,8}$/, PIN_WRONG)
  .refine((pin) => !/^(\d)\1*$/.test(pin), 'Choose a PIN with different digits')

const counter = z.object({
  id: z.string(),
  name: z.string(),
  language: z.enum(PAGE_LANGUAGE_CODES),
  mode: z.enum(MODES),
  /** The link in its printed QR: the account's UPI ID without an amount. */
  staticLink: z.string(),
  upiId: z.string(),
  /** False after the merchant connected another account: this counter still pays into the old one. */
  accountIsCurrent: z.boolean(),
  /** Devices that are logged in. */
  devices: count,
  /** False after the owner logged out everywhere: devices need a new link. */
  hasLogin: z.boolean(),
  createdAt: instant,
})
export type Counter = z.output<typeof counter>

/** The link is shown once: only its hash is stored. */
const withLogin = z.object({ data: counter.extend({ loginUrl: z.string() }) })

const ofCounter = z.object({ counterId: z.string().max(40) })

export const listCounters = endpoint({
  method: 'GET',
  path: '/user/counters',
  auth: 'session',
  summary: "List the active counters of the session's mode",
  reply: z.object({ data: z.array(counter) }),
})

export const createCounter = endpoint({
  method: 'POST',
  path: '/user/counters',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Create a counter for the connected account',
  body: z.object({
    name: requiredText('Enter the counter name', COUNTER_NAME_CHARS_MAX),
    language: z.enum(PAGE_LANGUAGE_CODES).default('en'),
    pin: newPin,
  }),
  reply: withLogin,
  refusals: ['no_account', 'too_many_counters', 'suspended'],
})

export const renewCounterLogin = endpoint({
  method: 'POST',
  path: '/user/counters/:counterId/login',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Create a new login link and PIN for a counter; logs out its devices and ends the old link',
  params: ofCounter,
  body: z.object({ pin: newPin }),
  reply: withLogin,
  refusals: ['counter_not_found'],
})

/** Sizes of a standee. */
export const STANDEE_SIZES = ['a4', 'a5', 'a6', 'sticker'] as const
export type StandeeSize = (typeof STANDEE_SIZES)[number]

/** The reply is a PDF; only refusals are JSON. */
export const counterStandee = endpoint({
  method: 'GET',
  path: '/user/counters/:counterId/standee.pdf',
  auth: 'session',
  summary: 'Get a printable standee with the QR code of a counter: A4, A5, A6, or a sticker of 75 by 100 mm',
  params: ofCounter,
  query: z.object({
    size: z.enum(STANDEE_SIZES).default('a5'),
    /** Left out: the language of the counter. */
    language: z.enum(PAGE_LANGUAGE_CODES).optional(),
  }),
  responseContentTypes: ['application/pdf'],
  refusals: ['counter_not_found', 'counter_account_replaced'],
})

export const closeCounter = endpoint({
  method: 'POST',
  path: '/user/counters/:counterId/close',
  auth: 'session',
  summary: 'Close a counter and log out its devices',
  params: ofCounter,
  refusals: ['counter_not_found'],
})

export const collect = endpoint({
  method: 'POST',
  path: '/user/collect',
  auth: 'session',
  summary:
    "Sell from the dashboard as the keypad of the account's first counter does, if it has one; the same requestId returns the same order",
  body: keypadSale,
  reply: z.object({ data: shownOrder }),
  refusals: [...SALE_REFUSALS, 'duplicate_client_txn_id', 'not_payable'],
})
