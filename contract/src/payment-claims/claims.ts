import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { instant, optionalText, orderId, rowsLimit } from '../fields.ts'
import { ORDER_STATUSES } from '../orders/order-status.ts'
import { CREDIT_STATES, pagination, paging } from '../reconciliation/credits.ts'

const CLAIM_UTR_WRONG = 'Please enter the 12-digit UTR of your payment'
export const CLAIMS_PER_ORDER_MAX = 5

/**
 * What is known about a claimed payment.
 * - `paid`: the order is paid.
 * - `arrived`: a credit with this UTR waits for the merchant.
 * - `other_order`: the credit with this UTR paid something else.
 * - `asked`, `asking`: a status check found no payment, or is under way.
 * - `not_seen`: no source has reported the payment so far.
 */
export const CLAIM_OUTCOMES = ['paid', 'arrived', 'other_order', 'asked', 'asking', 'not_seen'] as const
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number]

/** Accepts spaces and dashes, because apps show the UTR in groups. */
export const claimUtr = z
  .string({ error: CLAIM_UTR_WRONG })
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9]{12}$/, CLAIM_UTR_WRONG))

export const claimPayment = endpoint({
  method: 'POST',
  path: '/order/claim/:orderId',
  auth: 'public',
  summary: "Record a customer's claim to have paid; notifies the merchant and settles nothing",
  params: z.object({ orderId: z.string() }),
  body: z.object({ utr: claimUtr }),
  reply: z.object({ status: z.enum(ORDER_STATUSES), outcome: z.enum(CLAIM_OUTCOMES) }),
  refusals: ['too_many_requests', 'order_not_found'],
})

const claimRow = z.object({
  orderId,
  clientTransactionId: z.string(),
  utr: z.string(),
  claimedAt: instant,
  amount: z.number(),
  customerName: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** The account's credit with this UTR, if there is one. */
  creditId: z.string().nullable(),
  creditState: z.enum(CREDIT_STATES).nullable(),
  /** Who rejected the claim, when, and why. */
  dismissed: z.object({ at: instant, by: z.string(), note: z.string().nullable() }).nullable(),
})

export type ClaimRow = z.output<typeof claimRow>

export const listClaims = endpoint({
  method: 'GET',
  path: '/user/claims',
  auth: 'session',
  summary: 'List the payment claims, newest first',
  query: z.object({
    /** `open`: claims of unpaid orders that no person has decided on. */
    state: z.enum(['open', 'all']).default('all'),
    search: optionalText(100),
    ...paging,
    limit: rowsLimit.default(50),
  }),
  reply: z.object({
    data: z.array(claimRow),
    pagination,
  }),
})

export const dismissClaim = endpoint({
  method: 'POST',
  path: '/user/claims/:orderId/:utr/dismiss',
  auth: 'session',
  summary: 'Reject a payment claim; its order does not change',
  params: z.object({ orderId: z.string(), utr: z.string() }),
  body: z.object({
    note: z
      .string()
      .trim()
      .max(MAX_LENGTH.note, `Please use at most ${MAX_LENGTH.note} characters`)
      .transform((text) => (text === '' ? undefined : text))
      .optional(),
  }),
  refusals: ['claim_not_found', 'claim_decided'],
})
