import { DIRECTIONS, IGNORED } from '@galla/upi/alert-ignored'
import { RAILS } from '@galla/upi/rail'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { amount, count, instant, rowsLimit } from '../fields.ts'
import { namedDigits } from './account-digits.ts'

/** The outcome of a forwarded message. Only `credit` is recorded automatically; a person can record the others as credits. */
export const ALERT_OUTCOMES = ['credit', 'ignored', 'unread', 'untrusted'] as const
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number]

/** How a message arrived. */
export const ALERT_CHANNELS = ['phone', 'mailbox', 'address'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** For how many days the dashboard shows a message. */
export const ALERT_DAYS = 30
/** Longer messages are cut. No bank sends messages of this length. */
export const ALERT_TEXT_CHARS_MAX = 4000

/** What a message says: which way the money went, by which rail, and the words of the message that say so. */
const reading = z.object({
  direction: z.enum(DIRECTIONS),
  directionWords: z.string().nullable(),
  rail: z.enum(RAILS),
  railWords: z.string().nullable(),
  /** Why the message is not a payment. Null if it is one or the reason is unknown. */
  because: z.enum(IGNORED).nullable(),
})
export type AlertReading = z.output<typeof reading>

/** How a message is read. */
const understood = z.object({
  outcome: z.enum(ALERT_OUTCOMES),
  reading,
  amount: z.number().nullable(),
  utr: z.string().nullable(),
  payerUpiId: z.string().nullable(),
  payerName: z.string().nullable(),
})
export type Understood = z.output<typeof understood>

export const receiveAlert = endpoint({
  method: 'POST',
  path: '/alerts/:token',
  auth: 'public',
  summary:
    'Receive a message from a phone as JSON, a form or plain text, with the field names of any common forwarder app',
  params: z.object({ token: z.string().max(200) }),
  /** With `test=1` nothing is stored: the reply shows how the message would be read. `ping` authenticates unsigned pings. */
  query: z.object({ test: z.string().optional(), ping: z.string().max(100).optional() }),
  requestContent: 'anything',
  reply: z.object({ data: understood.optional() }),
  refusals: ['too_many_requests', 'not_found', 'bad_signature'],
})

/** A file that a phone opens by scanning a QR code. It contains its own address, and with `code` also the signing secret. */
export const forwarderRules = endpoint({
  method: 'GET',
  path: '/alerts/:token/rules',
  auth: 'public',
  summary: 'Get the settings file that a forwarder app imports',
  params: z.object({ token: z.string().max(200) }),
  query: z.object({ code: z.string().max(100).optional() }),
  responseContentTypes: ['application/json'],
  reply: z.object({}),
  refusals: ['too_many_requests', 'not_found', 'bad_signature'],
})

/** Builds the URL of the forwarder's settings, for a QR code. */
export const rulesUrl = (alertUrl: string): string => `${alertUrl}/rules`

const alertRow = z.object({
  id: z.string(),
  text: z.string(),
  title: z.string().nullable(),
  sender: z.string().nullable(),
  receivedAt: instant,
  channel: z.enum(ALERT_CHANNELS),
  outcome: z.enum(ALERT_OUTCOMES),
  /** Why an e-mail is not believed, as a sentence. */
  refusal: z.string().nullable(),
  reading,
  /** A one-time password: its text was not kept. */
  isSecret: z.boolean(),
  creditId: z.string().nullable(),
  /** What the parser found: a suggestion for the person who decides. */
  found: z.object({ amount: z.number().nullable(), utr: z.string().nullable() }),
})
export type AlertRow = z.output<typeof alertRow>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/user/alerts',
  auth: 'session',
  summary: "List the messages of the last 30 days in the session's mode, newest first",
  query: z.object({
    /** `waiting`: messages that were not read or not trusted, and that no person has decided on. */
    outcome: z.enum([...ALERT_OUTCOMES, 'waiting', 'all']).default('all'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: rowsLimit.default(25),
  }),
  reply: z.object({
    data: z.array(alertRow),
    /** When the phone last sent anything: shows whether it still forwards. */
    lastReceivedAt: instant.nullable(),
    pagination: z.object({
      currentPage: z.number(),
      totalPages: z.number(),
      total: z.number(),
      totalIsMore: z.boolean(),
      limit: z.number(),
    }),
  }),
})

/** Which payments besides UPI settle orders or are recorded. UPI payments always settle orders by amount. */
const rails = z.object({
  /** Whether IMPS transfers settle orders by amount, too. */
  imps: z.boolean(),
  /** Whether payments by an unknown rail settle orders by amount. */
  unknown: z.boolean(),
  /** NEFT, RTGS, salary, cash and the like are recorded for a person to match, or ignored. */
  others: z.enum(['keep', 'ignore']),
})
export type AccountRails = z.output<typeof rails>

/**
 * Why a message was refused before it was read.
 * - `unsigned`, `wrong`: it has no signature, or a signature that does not match.
 * - `old`, `undated`: the time of its signature is too far from ours, or missing.
 * - `reused`: another message had the same signature before.
 * - `too_large`, `too_many`: it exceeds the limit of size or rate.
 */
export const ALERT_REFUSALS = [
  'unsigned',
  'wrong',
  'old',
  'undated',
  'reused',
  'too_large',
  'too_many',
] as const
export type AlertRefusal = (typeof ALERT_REFUSALS)[number]
export type SignatureFault = Exclude<AlertRefusal, 'too_large' | 'too_many'>

/** By how much the time of a signature may differ from our clock. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

/** Where the phone of the current account sends messages to, and whether it does. */
const alertSource = z.object({
  /** The account that the messages are about. */
  upiId: z.string(),
  /** Null until the merchant creates one. */
  alertUrl: z.string().nullable(),
  addressSince: instant.nullable(),
  /** Within the last 30 days. */
  lastReceivedAt: instant.nullable(),
  /** When the forwarder last reported that it works. */
  lastPingAt: instant.nullable(),
  /** When the merchant declared the phone as no longer used. */
  unusedSince: instant.nullable(),
  /** The messages of the last 24 hours by outcome. */
  lastDay: z.object({ credit: count, ignored: count, unread: count, untrusted: count }),
  rails,
  /** The last digits of the bank account number; null if the merchant has not set them. */
  lastDigits: z.string().nullable(),
  /** The account numbers that messages named; none while the last digits are set. */
  namedDigits: z.array(namedDigits),
  /** From this time only signed messages count. Null: no signing secret is set. */
  signedSince: instant.nullable(),
  /** Messages that were refused in the last 24 hours before they were read. */
  refused: z.array(z.object({ reason: z.enum(ALERT_REFUSALS), messages: count, lastAt: instant })),
})
export type AlertSource = z.output<typeof alertSource>

export const readAlertSource = endpoint({
  method: 'GET',
  path: '/user/alert-source',
  auth: 'session',
  summary: "Get the alert address of the mode's current account and the last message of its phone",
  reply: z.object({ data: alertSource }),
  refusals: ['account_not_found'],
})

export const updateRails = endpoint({
  method: 'POST',
  path: '/user/account-rails',
  auth: 'session',
  needsConfirmation: true,
  summary: "Choose which payments besides UPI count for the mode's current account",
  body: rails,
  reply: z.object({ data: rails }),
  refusals: ['account_not_found'],
})

export const rotateAlertToken = endpoint({
  method: 'POST',
  path: '/user/rotate-alert-token',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Create a new alert address for the current account; the old one stops immediately',
  reply: z.object({ data: z.object({ alertUrl: z.string() }) }),
  refusals: ['no_account'],
})

const UTR_WRONG = 'Please enter the UTR: 12 digits, or the 16 to 22 letters and digits of a bank transfer'

export const creditAlert = endpoint({
  method: 'POST',
  path: '/user/alerts/:alertId/credit',
  auth: 'session',
  summary: 'Record the payment that a message reports, as read by the merchant',
  params: z.object({ alertId: z.string().max(80) }),
  body: z.object({
    amount,
    utr: z
      .string({ error: UTR_WRONG })
      .trim()
      .transform((text) => text.toUpperCase())
      .refine((text) => text === '' || /^([0-9]{12}|[A-Z0-9]{16,22})$/.test(text), UTR_WRONG)
      .transform((text) => (text === '' ? undefined : text))
      .optional(),
  }),
  reply: z.object({ data: alertRow }),
  refusals: ['not_found', 'alert_decided'],
})

export const readAlert = endpoint({
  method: 'GET',
  path: '/user/alerts/:alertId',
  auth: 'session',
  summary: 'Get a message',
  params: z.object({ alertId: z.string().max(80) }),
  reply: z.object({ data: alertRow }),
  refusals: ['not_found'],
})

export const dismissAlert = endpoint({
  method: 'POST',
  path: '/user/alerts/:alertId/dismiss',
  auth: 'session',
  summary: 'Mark a message as not a payment',
  params: z.object({ alertId: z.string().max(80) }),
  reply: z.object({ data: alertRow }),
  refusals: ['not_found', 'alert_decided'],
})

export const alertsOfCredit = endpoint({
  method: 'GET',
  path: '/user/credits/:creditId/alerts',
  auth: 'session',
  summary: 'List the messages that reported a payment, while they are stored',
  params: z.object({ creditId: z.string().max(80) }),
  reply: z.object({ data: z.array(alertRow) }),
  refusals: ['credit_not_found'],
})

export const testAlert = endpoint({
  method: 'POST',
  path: '/user/test-alert',
  auth: 'session',
  summary: 'Test how a message is read; nothing is stored',
  body: z.object({
    text: z
      .string({ error: 'Please paste a message' })
      .trim()
      .min(1, 'Please paste a message')
      .max(ALERT_TEXT_CHARS_MAX, `Please use at most ${ALERT_TEXT_CHARS_MAX} characters`),
    sender: z.string().trim().max(100, 'Please use at most 100 characters').optional(),
  }),
  reply: z.object({ data: understood }),
})
