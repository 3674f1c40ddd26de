import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, instant, istDate, MAX_LENGTH, orderId } from './fields.ts'
import { ORDER_STATUSES } from './order-status.ts'

/** What a credit is taken for. `matched` settles its order; the next four wait for the merchant. */
export const CREDIT_STATES = [
  'matched',
  'unmatched',
  'ambiguous',
  'amount_mismatch',
  'duplicate',
  'ignored',
  'refunded',
] as const
export type CreditState = (typeof CREDIT_STATES)[number]

export const WAITING_STATES = [
  'unmatched',
  'ambiguous',
  'amount_mismatch',
  'duplicate',
] as const satisfies readonly CreditState[]
export type WaitingState = (typeof WAITING_STATES)[number]

export const CREDIT_SOURCES = ['provider', 'alert', 'statement', 'manual', 'simulator'] as const

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

const UTR_WRONG = 'Please enter the UTR: 12 digits, or the 16 to 22 letters and digits of a bank transfer'

/** A payment's reference as banks print it. */
const utr = z
  .string({ error: UTR_WRONG })
  .trim()
  .transform((text) => text.toUpperCase())
  .refine((text) => /^([0-9]{12}|[A-Z0-9]{16,22})$/.test(text), UTR_WRONG)

/** Several lines are well. */
const note = z
  .string({ error: 'Please write a note' })
  .trim()
  .max(MAX_LENGTH.note, `Please use at most ${MAX_LENGTH.note} characters`)
  .transform((text) => (text === '' ? undefined : text))
  .optional()

export const creditRow = z.object({
  id: z.string(),
  /** Null where the bank told none; such a credit never settles by itself. */
  utr: z.string().nullable(),
  amount: z.number(),
  payerUpiId: z.string().nullable(),
  payerName: z.string().nullable(),
  receivedAt: instant,
  state: z.enum(CREDIT_STATES),
  orderId: orderId.nullable(),
  sources: z.array(z.enum(CREDIT_SOURCES)),
  note: z.string().nullable(),
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
  evidence: z.array(z.object({ source: z.enum(CREDIT_SOURCES), amount: z.number(), toldAt: instant })),
  history: z.array(
    z.object({
      at: instant,
      state: z.enum(CREDIT_STATES),
      orderId: orderId.nullable(),
      by: z.string(),
      note: z.string().nullable(),
      refundUtr: z.string().nullable(),
    }),
  ),
})
export type CreditRow = z.output<typeof creditRow>

export const CREDITS_LIMIT_MAX = 100

const pagination = z.object({
  currentPage: z.number(),
  totalPages: z.number(),
  total: z.number(),
  totalIsMore: z.boolean(),
  limit: z.number(),
})

const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(CREDITS_LIMIT_MAX).default(25),
}

/** `open` is all that waits, `late` what settled its order after the window. */
export const CREDIT_FILTERS = [...CREDIT_STATES, 'open', 'late'] as const

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
  summary: "Money that was recognised in the session's mode, and what waits in Reconciliation",
  query: z.object({ state: z.enum(CREDIT_FILTERS).default('open'), ...paging }),
  reply: z.object({ data: z.array(creditRow), counts: waitingCounts, pagination }),
})

export const creditCounts = endpoint({
  method: 'GET',
  path: '/user/credits/counts',
  auth: 'session',
  summary: 'How many credits wait, by reason: for the badge',
  reply: z.object({ data: waitingCounts }),
})

const ofCredit = z.object({ creditId: z.string().max(80) })
const changed = z.object({ data: creditRow })

export const assignCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/assign',
  auth: 'session',
  summary: 'This money is for that order: settles it when the amount is the payable one',
  params: ofCredit,
  body: z.object({
    orderId,
    /** Needed where the bank told none. */
    utr: utr.optional(),
    note,
  }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided', 'utr_taken', 'order_not_found'],
})

export const acceptCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/accept',
  auth: 'session',
  summary: 'Take another amount than the payable one for the payment of its order',
  params: ofCredit,
  body: z.object({ note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided', 'order_not_found'],
})

export const refundCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/refunded',
  auth: 'session',
  summary: 'The money was sent back, under this UTR',
  params: ofCredit,
  body: z.object({ utr, note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided'],
})

export const ignoreCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/ignore',
  auth: 'session',
  summary: 'This is no payment of an order',
  params: ofCredit,
  body: z.object({ note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided'],
})

export const joinCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/join',
  auth: 'session',
  summary: 'A credit without UTR is the same money as one that was told later with a UTR',
  params: ofCredit,
  body: z.object({ creditId: z.string().min(1).max(80), note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided'],
})

export const confirmOrder = endpoint({
  method: 'POST',
  path: '/user/transactions/:orderId/confirm',
  auth: 'session',
  summary: 'The merchant confirms an order by the UTR that he sees in his account',
  params: z.object({ orderId: z.string() }),
  body: z.object({ utr, note }),
  reply: z.object({ status: z.enum(ORDER_STATUSES) }),
  refusals: ['order_not_found', 'not_payable', 'utr_taken'],
})

export const CLOSING_FORMATS = ['json', 'csv'] as const

export const dailyClosing = endpoint({
  method: 'GET',
  path: '/user/closing',
  auth: 'session',
  summary: 'A day in India: what its settled orders ask for, what was received, and what is still open',
  query: z.object({ date: istDate, format: z.enum(CLOSING_FORMATS).default('json') }),
  reply: z.object({
    data: z.object({
      date: istDate,
      /** What the orders ask for that this day's money settled. */
      expected: z.number(),
      /** All money of the day but what was marked as not a payment. */
      received: z.number(),
      difference: z.number(),
      /** Credits of the day that wait. */
      open: count,
      orders: count,
      states: z.array(z.object({ state: z.enum(CREDIT_STATES), count, amount: z.number() })),
    }),
  }),
  gives: ['application/json', 'text/csv'],
})

export const CLAIM_UTR_WRONG = 'Please enter the 12-digit UTR of your payment'
export const CLAIMS_PER_ORDER_MAX = 5

export const claimPayment = endpoint({
  method: 'POST',
  path: '/order/claim/:orderId',
  auth: 'public',
  summary: 'A customer says to have paid; it is told to the merchant and settles nothing',
  params: z.object({ orderId: z.string() }),
  body: z.object({
    utr: z
      .string({ error: CLAIM_UTR_WRONG })
      .trim()
      .regex(/^[0-9]{12}$/, CLAIM_UTR_WRONG),
  }),
  reply: z.object({ status: z.enum(ORDER_STATUSES) }),
  refusals: ['too_many_requests', 'order_not_found'],
})

export const listClaims = endpoint({
  method: 'GET',
  path: '/user/claims',
  auth: 'session',
  summary: 'What customers say to have paid, newest first',
  query: z.object({ ...paging }),
  reply: z.object({
    data: z.array(
      z.object({
        orderId,
        clientTransactionId: z.string(),
        utr: z.string(),
        claimedAt: instant,
        amount: z.number(),
        status: z.enum(ORDER_STATUSES),
        /** The credit of the account with this UTR, where one is known. */
        creditId: z.string().nullable(),
        creditState: z.enum(CREDIT_STATES).nullable(),
      }),
    ),
    pagination,
  }),
})
