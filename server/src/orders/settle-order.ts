import type { Transaction } from '../platform/database/database.ts'
import { applyToOrder, type OrderDeps, type SettlingCredit } from './change-order.ts'
import type { Order } from './order.ts'

export type Settlement =
  | { readonly kind: 'settled'; readonly order: Order }
  | { readonly kind: 'unchanged' }
  /** Another credit settled it before: the customer paid twice. */
  | { readonly kind: 'already_settled' }
  | { readonly kind: 'other_amount' }

/**
 * The only writer of `success`. The order's row is locked; the amounts are compared here and once more by the foreign key
 * that carries the credit's amount into the order.
 */
export const settleOrder = async (
  tx: Transaction,
  deps: OrderDeps,
  order: Order,
  credit: SettlingCredit,
): Promise<Settlement> => {
  if (order.status === 'success')
    return { kind: order.settledByCreditId === credit.creditId ? 'unchanged' : 'already_settled' }
  if (credit.amount !== order.payable && credit.accepted === null) return { kind: 'other_amount' }
  const settled = await applyToOrder(
    tx,
    deps,
    order,
    { kind: 'settled', creditId: credit.creditId, receivedAt: credit.receivedAt },
    { credit, detail: { utr: credit.utr, ...(credit.accepted && { acceptedBy: credit.accepted.by }) } },
  )
  return { kind: 'settled', order: settled.order }
}
