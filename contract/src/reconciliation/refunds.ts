import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { amount, instant } from '../fields.ts'
import { note, utr } from './credit-decisions.ts'
import { creditByKey, ofCredit } from './credits.ts'

export const REFUND_STATES = ['requested', 'sent', 'confirmed', 'failed', 'cancelled'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** `upi`: the merchant sends it with their own app. `provider`: the provider sends it. */
export const REFUND_WAYS = ['upi', 'provider'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

/** What confirmed a refund: a debit on a statement or in an alert, or the provider. */
export const REFUND_SOURCES = ['alert', 'statement', 'provider'] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

const refund = z.object({
  id: z.string(),
  amount: z.number(),
  way: z.enum(REFUND_WAYS),
  state: z.enum(REFUND_STATES),
  utr: z.string().nullable(),
  /** The provider's own ID of the refund. */
  providerId: z.string().nullable(),
  confirmedBy: z.enum(REFUND_SOURCES).nullable(),
  /** Why it failed, or why the merchant says what became of it. */
  reason: z.string().nullable(),
  /** The merchant says what became of it: it is their own, or the provider does not know it. */
  isYours: z.boolean(),
  note: z.string().nullable(),
  by: z.string(),
  /** Opens a UPI app with payee, amount and note. Null once it was sent, and if the payer's UPI ID is unknown. */
  link: z.string().nullable(),
  /** Debits that may be this refund, while nobody knows. */
  debits: z.array(
    z.object({
      source: z.enum(['alert', 'statement']),
      /** Names it at its source. */
      sourceKey: z.string(),
      utr: z.string().nullable(),
      at: instant,
      /** The bank's own. */
      words: z.string().nullable(),
    }),
  ),
  requestedAt: instant,
  sentAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** It had ended here, and the provider sent it all the same. */
  isRevived: z.boolean(),
})
export type RefundRow = z.output<typeof refund>

/** The refunds of a payment, oldest first. */
const refunds = z.object({
  /** What can still be sent back. */
  left: z.number(),
  /** By how much more goes back than was paid; 0 unless the provider sent a refund that had ended here. */
  excess: z.number(),
  payerUpiId: z.string().nullable(),
  /** The provider that reported the payment can send it back. */
  isAtProvider: z.boolean(),
  refunds: z.array(refund),
})
export type Refunds = z.output<typeof refunds>

const changed = z.object({ data: refunds })
const ofRefund = z.object({ refundId: z.string().max(80) })

export const listRefunds = endpoint({
  method: 'GET',
  path: '/user/credits/:creditId/refunds',
  auth: 'session',
  summary: 'List the refunds of a payment, and what can still be sent back',
  params: ofCredit,
  reply: changed,
  refusals: ['credit_not_found'],
})

export const startRefund = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/refunds',
  auth: 'session',
  summary: 'Start a refund of a payment or of a part of it; the same requestId returns the same refund',
  params: ofCredit,
  body: z.object({
    requestId: z.string().regex(/^[0-9A-Za-z-]{8,40}$/),
    amount,
    note,
  }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided'],
})

/** Money leaves the merchant's balance there, so the person proves who they are. */
export const startProviderRefund = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/provider-refunds',
  auth: 'session',
  summary: 'Have the provider that reported a payment send it back, or a part of it',
  params: ofCredit,
  body: startRefund.body,
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided', 'no_verification'],
  needsConfirmation: true,
})

export const markRefundSent = endpoint({
  method: 'POST',
  path: '/user/refunds/:refundId/sent',
  auth: 'session',
  summary: 'Record the UTR of the transfer that a refund was sent with',
  params: ofRefund,
  body: z.object({ utr }),
  reply: changed,
  refusals: ['refund_not_found', 'refund_decided'],
})

export const confirmRefund = endpoint({
  method: 'POST',
  path: '/user/refunds/:refundId/debit',
  auth: 'session',
  summary: 'Say which debit of a statement or an alert a refund is',
  params: ofRefund,
  body: z.object({ source: z.enum(['alert', 'statement']), sourceKey: z.string().max(200) }),
  reply: changed,
  refusals: ['refund_not_found', 'refund_decided'],
})

export const endRefund = endpoint({
  method: 'POST',
  path: '/user/refunds/:refundId/end',
  auth: 'session',
  summary: 'Cancel a refund that was not sent, or record that one that was sent did not arrive',
  params: ofRefund,
  body: z.object({ state: z.enum(['cancelled', 'failed']), note }),
  reply: changed,
  refusals: ['refund_not_found', 'refund_decided'],
})

/** A refund as a key reads it, without the person who started it. */
const refundByKey = refund
  .pick({
    id: true,
    way: true,
    state: true,
    utr: true,
    note: true,
    reason: true,
    requestedAt: true,
    sentAt: true,
    endedAt: true,
  })
  .extend({
    requestId: z.string().nullable(),
    amount: z.string(),
    /** The provider's name of it. */
    reference: z.string().nullable(),
  })
export type RefundByKey = z.output<typeof refundByKey>

export const getPayment = endpoint({
  method: 'GET',
  path: '/credits/:creditId',
  auth: 'key',
  summary: 'Get a payment with its refunds',
  params: ofCredit,
  reply: z.object({
    data: creditByKey.extend({
      left: z.string().meta({ description: 'What can still be sent back.' }),
      isAtProvider: z.boolean(),
      refunds: z.array(refundByKey),
    }),
  }),
})

export const createRefund = endpoint({
  method: 'POST',
  path: '/credits/:creditId/refunds',
  auth: 'key',
  summary: 'Start a refund of a payment; the same requestId returns the same refund',
  params: ofCredit,
  body: z.object({
    requestId: z
      .string()
      .regex(/^[\w.:-]{1,64}$/)
      .meta({ description: 'Your own name of the refund. It never starts a second one.' }),
    amount: amount.optional().meta({ description: 'Default: all that is left of the payment.' }),
    way: z.enum(REFUND_WAYS).default('upi').meta({
      description:
        '`upi`: you send the money with your own app. `provider`: your provider sends it, if isAtProvider.',
    }),
    note,
  }),
  reply: z.object({ data: refundByKey }),
  refusals: ['credit_decided', 'no_verification', 'idempotency_key_reused'],
})
