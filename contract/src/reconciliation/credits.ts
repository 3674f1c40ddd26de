import { RAILS } from '@galla/upi/rail'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  count,
  instant,
  istDate,
  nextCursor,
  optionalText,
  orderId,
  pageByCursor,
  rowsLimit,
} from '../fields.ts'
import { ORDER_STATUSES } from '../orders/order-status.ts'
import { reversal } from './reversals.ts'

/** These wait for the merchant. */
export const WAITING_STATES = ['unmatched', 'ambiguous', 'amount_mismatch', 'duplicate'] as const
export type WaitingState = (typeof WAITING_STATES)[number]

/** The states of a credit. `matched`: it settles its order. */
export const CREDIT_STATES = ['matched', ...WAITING_STATES, 'ignored', 'refunded'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

export const CREDIT_SOURCES = ['provider', 'alert', 'statement', 'manual', 'simulator'] as const

/** The entries of a credit's history. A note can be added in every state, 200 to a payment, and changes nothing else. */
export const CREDIT_HISTORY_ACTIONS = [
  'assign',
  'accept',
  'refund',
  'ignore',
  'join',
  'separate',
  'correct_utr',
  'note',
  'accept_reversal',
  'ignore_reversal',
  'request_refund',
  'confirm_refund',
  'fail_refund',
  'cancel_refund',
] as const

export type CreditAction = 'assign' | 'accept' | 'refund' | 'ignore' | 'join'

/** In which states the merchant may do what. The server decides by this table, and the screens show their buttons by it. */
export const CREDIT_ACTIONS = {
  matched: { assign: false, accept: false, refund: true, ignore: false, join: false },
  unmatched: { assign: true, accept: false, refund: true, ignore: true, join: true },
  ambiguous: { assign: true, accept: false, refund: true, ignore: true, join: true },
  amount_mismatch: { assign: true, accept: true, refund: true, ignore: true, join: false },
  duplicate: { assign: true, accept: false, refund: true, ignore: true, join: false },
  ignored: { assign: true, accept: false, refund: false, ignore: false, join: false },
  refunded: { assign: false, accept: false, refund: false, ignore: false, join: false },
} as const satisfies Record<CreditState, Record<CreditAction, boolean>>

export const creditRow = z.object({
  id: z.string(),
  /** Null where the bank reported none; such a credit never settles automatically. */
  utr: z.string().nullable(),
  /** What the customer paid. */
  amount: z.number(),
  /** What was kept before the money reached the account; absent if no statement reported a fee. */
  fee: z.number().optional(),
  /** The rail of the payment, according to its first report. */
  rail: z.enum(RAILS),
  payerUpiId: z.string().nullable(),
  payerName: z.string().nullable(),
  receivedAt: instant,
  state: z.enum(CREDIT_STATES),
  orderId: orderId.nullable(),
  sources: z.array(z.enum(CREDIT_SOURCES)),
  note: z.string().nullable(),
  /** The payment that this message may report again: the merchant says whether it does. */
  possibleRepeatOf: z.string().nullable(),
  /** The payment that this record was found to report again. It counts there and not here. */
  mergedInto: z.string().nullable(),
  reversal: reversal.optional(),
  /** The order that it settles or is held against. */
  order: z
    .object({
      clientTransactionId: z.string(),
      customerName: z.string(),
      amount: z.number(),
      status: z.enum(ORDER_STATUSES),
      paidLate: z.boolean(),
    })
    .nullable(),
  evidence: z.array(
    z.object({
      source: z.enum(CREDIT_SOURCES),
      amount: z.number(),
      /** The reference of an order's attempt, where the source reported it. */
      reference: z.string().nullable(),
      reportedAt: instant,
    }),
  ),
  history: z.array(
    z.object({
      at: instant,
      /** What a person did; null: a source reported it. */
      action: z.enum(CREDIT_HISTORY_ACTIONS).nullable(),
      state: z.enum(CREDIT_STATES),
      orderId: orderId.nullable(),
      by: z.string(),
      note: z.string().nullable(),
      refundUtr: z.string().nullable(),
      /** Of a refund that was asked for or changed. */
      refundAmount: z.number().nullable(),
      /** The UTR that a person had typed before the bank's one replaced it. */
      typedUtr: z.string().nullable(),
    }),
  ),
})
export type CreditRow = z.output<typeof creditRow>

export const pagination = z.object({
  currentPage: z.number(),
  totalPages: z.number(),
  total: z.number(),
  totalIsMore: z.boolean(),
  limit: z.number(),
})
export type Pagination = z.output<typeof pagination>

export const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: rowsLimit.default(25),
}

/**
 * `open` is all that waits, `late` what settled its order after the window, `reversed` what the bank took back without a decision yet,
 * `any` every payment.
 */
export const CREDIT_FILTERS = [...CREDIT_STATES, 'open', 'late', 'reversed', 'any'] as const
export type CreditFilter = (typeof CREDIT_FILTERS)[number]

/** How many of the newest credits of a state are searched for a word; a whole UTR is always found. */
export const CREDITS_SEARCHED_MAX = 10_000

const waitingCounts = z.object({
  unmatched: count,
  ambiguous: count,
  amount_mismatch: count,
  duplicate: count,
  /** All four: the badge. */
  open: count,
})

export const listCredits = endpoint({
  method: 'GET',
  path: '/user/credits',
  auth: 'session',
  summary: "List the payments of the session's mode and their cases in Reconciliation",
  query: z.object({
    state: z.enum(CREDIT_FILTERS).default('open'),
    /** A part of the UTR, the payer, the order's ids or its customer; or the whole amount. */
    search: optionalText(100),
    ...paging,
  }),
  reply: z.object({ data: z.array(creditRow), counts: waitingCounts, pagination }),
})

const owed = z.object({ count, amount: z.number() })

export const creditCounts = endpoint({
  method: 'GET',
  path: '/user/credits/counts',
  auth: 'session',
  summary:
    'Count the open credit cases by reason, and sum what the merchant and the customers owe each other',
  reply: z.object({
    data: waitingCounts.extend({
      /** Exact, over all open cases. */
      owed: z.object({
        /** What was paid twice or too much. */
        toCustomers: owed,
        /** What was paid too little. */
        byCustomers: owed,
      }),
    }),
  }),
})

export const ofCredit = z.object({ creditId: z.string().max(80) })

export const readCredit = endpoint({
  method: 'GET',
  path: '/user/credits/:creditId',
  auth: 'session',
  summary: 'Get a payment with its evidence and history',
  params: ofCredit,
  reply: z.object({ data: creditRow }),
  refusals: ['credit_not_found'],
})

/** A payment as a key reads it: without the words and the people of its history, and with money as text of two decimals. */
export const creditByKey = creditRow
  .pick({
    id: true,
    utr: true,
    rail: true,
    payerUpiId: true,
    payerName: true,
    receivedAt: true,
    state: true,
    orderId: true,
    sources: true,
  })
  .extend({
    amount: z.string(),
    fee: z.string().nullable(),
    clientTransactionId: z.string().nullable(),
    copyOf: z.string().nullable().meta({
      description:
        'The payment of another of your accounts with the same UTR. This record settled an order too, but the money came once: it is in no sum.',
    }),
  })

export const listPayments = endpoint({
  method: 'GET',
  path: '/credits',
  auth: 'key',
  summary: 'List payments, newest first',
  query: z.object({
    ...pageByCursor,
    state: z.enum(CREDIT_STATES).optional(),
    from: istDate.optional().meta({ description: 'The first day of receipt in India.' }),
    to: istDate.optional().meta({ description: 'The last day of receipt in India.' }),
  }),
  reply: z.object({ data: z.array(creditByKey), next: nextCursor }),
})
