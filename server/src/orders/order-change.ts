import type { Paise } from '@galla/upi/rupees'
import { type Change, decide, type Order, type OrderEvent } from './order.ts'

export interface SettlingCredit {
  readonly creditId: string
  readonly amount: Paise
  /** Null: its lowered amount proves the order. The UTR may become known later. */
  readonly utr: string | null
  readonly payerUpiId: string | null
  readonly receivedAt: Date
  /** The person who accepted another amount than the payable one. */
  readonly accepted: { readonly by: string; readonly why: string } | null
}

/** A decided change of an order, with all that is written. */
export interface OrderChange {
  readonly before: Order
  readonly order: Order
  readonly change: Change
  readonly at: Date
  readonly detail: Record<string, unknown>
  readonly credit: SettlingCredit | null
}

export interface ChangeFacts {
  readonly detail?: Record<string, unknown>
  readonly credit?: SettlingCredit | null
}

/** Returns the change that an event causes; undefined when it changes nothing, which is no error. Pure. */
export const orderChange = (
  before: Order,
  event: OrderEvent,
  at: Date,
  { detail = {}, credit = null }: ChangeFacts = {},
): OrderChange | undefined => {
  const decision = decide(before, event, at)
  if (decision.kind === 'unchanged') return undefined
  return { before, order: decision.order, change: decision.change, at, detail, credit }
}

export type Settlement =
  | { readonly kind: 'settled'; readonly change: OrderChange }
  | { readonly kind: 'unchanged' }
  /** Another credit has settled it: the customer paid twice. */
  | { readonly kind: 'already_settled' }
  | { readonly kind: 'other_amount' }

/**
 * Decides whether a credit settles an order, whose row is locked: the only way to `success`. The amounts are compared here and once
 * more by the foreign key that carries the credit's amount into the order. Pure: `writeChange` writes the change.
 */
export const settleOrder = (order: Order, credit: SettlingCredit, now: Date): Settlement => {
  if (order.status === 'success')
    return { kind: order.settledByCreditId === credit.creditId ? 'unchanged' : 'already_settled' }
  if (credit.amount !== order.payable && credit.accepted === null) return { kind: 'other_amount' }
  const { creditId, amount, receivedAt, utr, accepted } = credit
  const detail = { utr, ...(accepted && { acceptedBy: accepted.by }) }
  const change = orderChange(order, { kind: 'settled', creditId, amount, receivedAt }, now, {
    credit,
    detail,
  })
  return change === undefined ? { kind: 'unchanged' } : { kind: 'settled', change }
}
