import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { instant, orderId } from '../fields.ts'
import { ORDER_STATUSES } from '../orders/order-status.ts'
import { creditRow, ofCredit } from './credits.ts'

const UTR_WRONG = 'Please enter the UTR: 12 digits, or the 16 to 22 letters and digits of a bank transfer'

const UTR = /^([0-9]{12}|[A-Z0-9]{16,22})$/

/** A payment's reference: the UTR of UPI, or of another bank transfer. */
const utrText = z
  .string({ error: UTR_WRONG })
  .trim()
  .transform((text) => text.toUpperCase())
export const utr = utrText.refine((text) => UTR.test(text), UTR_WRONG)

/** Empty: the merchant saw the money in an app that shows no UTR. */
const optionalUtr = utrText
  .refine((text) => text === '' || UTR.test(text), UTR_WRONG)
  .transform((text) => text || undefined)
  .optional()

const optionalNoteText = z
  .string({ error: 'Please write a note' })
  .trim()
  .max(MAX_LENGTH.note, `Please use at most ${MAX_LENGTH.note} characters`)
const noteText = optionalNoteText.min(1, 'Please write a note')
export const note = optionalNoteText.transform((text) => (text === '' ? undefined : text)).optional()

const changed = z.object({ data: creditRow })

const proposedOrder = z.object({
  orderId,
  clientTransactionId: z.string(),
  customerName: z.string(),
  amount: z.number(),
  status: z.enum(ORDER_STATUSES),
  createdAt: instant,
  /**
   * `claimed`: its customer claimed this UTR. `same_amount`: it has the amount of the credit. `near_amount`: it differs by at most a tenth,
   * and was created within a day of the credit.
   */
  because: z.enum(['claimed', 'same_amount', 'near_amount']),
})
export type ProposedOrder = z.output<typeof proposedOrder>

export const proposeOrders = endpoint({
  method: 'GET',
  path: '/user/credits/:creditId/orders',
  auth: 'session',
  summary:
    'List unpaid orders that a payment may be for: orders with claims first, then orders of its amount by time, then of about its amount',
  params: ofCredit,
  reply: z.object({ data: z.array(proposedOrder) }),
  refusals: ['credit_not_found'],
})

export const noteCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/note',
  auth: 'session',
  summary: 'Add a note to a payment',
  params: ofCredit,
  body: z.object({ note: noteText }),
  reply: changed,
  refusals: ['credit_not_found'],
})

export const assignCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/assign',
  auth: 'session',
  summary: 'Assign a payment to an order; settles the order if the amount matches',
  params: ofCredit,
  body: z.object({
    orderId,
    /** Required if the bank reported none. */
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
  summary: 'Accept a payment of a different amount for its order',
  params: ofCredit,
  body: z.object({ note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided', 'order_not_found'],
})

export const refundCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/refunded',
  auth: 'session',
  summary: 'Record the refund of a payment with its UTR',
  params: ofCredit,
  body: z.object({ utr, note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided'],
})

export const ignoreCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/ignore',
  auth: 'session',
  summary: 'Mark a payment as not for an order',
  params: ofCredit,
  body: z.object({ note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided'],
})

export const joinCredit = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/join',
  auth: 'session',
  summary: 'Merge a credit without a UTR with a later one that has a UTR',
  params: ofCredit,
  body: z.object({ creditId: z.string().min(1).max(80), note }),
  reply: changed,
  refusals: ['credit_not_found', 'credit_decided'],
})

export const confirmOrder = endpoint({
  method: 'POST',
  path: '/user/transactions/:orderId/confirm',
  auth: 'session',
  summary:
    "Confirm the payment of an order that the merchant's bank account or UPI app shows, with its UTR if it is known",
  params: z.object({ orderId: z.string() }),
  body: z.object({ utr: optionalUtr, note }),
  reply: z.object({ status: z.enum(ORDER_STATUSES) }),
  refusals: ['order_not_found', 'not_payable', 'utr_taken'],
})
