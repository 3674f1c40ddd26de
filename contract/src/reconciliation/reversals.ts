import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

export const REVERSAL_DECISIONS = ['accepted', 'refunded', 'ignored'] as const

/** The bank took the payment back: what was reported, and what the merchant decided. */
export const reversal = z.object({
  openedAt: instant,
  /** Null: it waits. */
  decision: z.enum(REVERSAL_DECISIONS).nullable(),
  reports: z.array(
    z.object({
      source: z.enum(['alert', 'statement']),
      /** Null where the message does not say. */
      amount: z.number().nullable(),
      /** When it happened, as the source says. */
      at: instant,
      /** The bank's own. */
      words: z.string().nullable(),
    }),
  ),
})
export type Reversal = z.output<typeof reversal>

/** What can be done about the reversal of a payment that settled its order; `refund` and the others are those of payments. */
export const REVERSAL_ACTIONS = {
  matched: { assign: false, accept: true, refund: true, ignore: true, join: false },
  refunded: { assign: false, accept: true, refund: false, ignore: true, join: false },
} as const

/** Whether the reversal of a payment that settled its order waits for the merchant. */
export const isReversedCase = ({
  state,
  reversal: found,
}: {
  readonly state: string
  readonly reversal?: Reversal | undefined
}): boolean => found?.decision === null && (state === 'matched' || state === 'refunded')

/** A reversal without a known payment. */
const unknownReversal = z.object({
  accountId: z.string(),
  source: z.enum(['alert', 'statement']),
  /** Names it at its source. */
  sourceKey: z.string(),
  /** The number that the bank names; null: none. */
  utr: z.string().nullable(),
  orderId: z.string().nullable(),
  /** Null where the message does not say. */
  amount: z.number().nullable(),
  at: instant,
  /** The bank's own. */
  words: z.string().nullable(),
  /** Whether another source reports one of this amount in these days, which may be the same. */
  mayBeRepeated: z.boolean(),
})
export type UnknownReversal = z.output<typeof unknownReversal>

export const UNKNOWN_REVERSALS_SHOWN = 100

export const listUnknownReversals = endpoint({
  method: 'GET',
  path: '/user/unknown-reversals',
  auth: 'session',
  summary: 'List the reversals without a known payment, newest first',
  reply: z.object({ data: z.array(unknownReversal) }),
})

export const markReversalSeen = endpoint({
  method: 'POST',
  path: '/user/unknown-reversals/seen',
  auth: 'session',
  summary: 'Acknowledge a reversal',
  body: z.object({
    accountId: z.string().max(80),
    source: z.enum(['alert', 'statement']),
    sourceKey: z.string().max(200),
  }),
  refusals: ['not_found'],
})
