import type { Order } from './order.ts'
import { type OrderChange, orderChange, type SettlingCredit } from './order-change.ts'

export type Settlement =
  | { readonly kind: 'settled'; readonly change: OrderChange }
  | { readonly kind: 'unchanged' }
  /** Another credit has settled it: the customer paid twice. */
  | { readonly kind: 'already_settled' }
  | { readonly kind: 'other_amount' }

/**
 * Decides whether a credit settles an order, whose row is locked: the only way to `success`. The amounts are compared here and once
 * more by the foreign key that carries the credit's amount into the order. Pure: `writeChanges` writes the change.
 */
export const settleOrder = (order: Order, credit: SettlingCredit, now: Date): Settlement => {
  if (order.status === 'success')
    return { kind: order.settledByCreditId === credit.creditId ? 'unchanged' : 'already_settled' }
  if (credit.amount !== order.payable && credit.accepted === null) return { kind: 'other_amount' }
  const { creditId, receivedAt, utr, accepted } = credit
  const detail = { utr, ...(accepted && { acceptedBy: accepted.by }) }
  const change = orderChange(order, { kind: 'settled', creditId, receivedAt }, now, { credit, detail })
  return change === undefined ? { kind: 'unchanged' } : { kind: 'settled', change }
}
