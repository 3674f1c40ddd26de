import type { TransactionRow } from '@galla/contract/orders/transactions'

export interface SteadyRows {
  /** The rows where the reader has them, each as it is now. */
  readonly rows: readonly TransactionRow[]
  /** A newer list has other rows, or the same in another order; it waits until it is asked for. */
  readonly news: 'none' | 'more' | 'other'
}

/** What the reader looks at does not move under the hand: only the rows' own values follow the newer list. */
export function steadyRows(shown: readonly TransactionRow[], fresh: readonly TransactionRow[]): SteadyRows {
  const byId = new Map(fresh.map((order) => [order.orderId, order]))
  const rows = shown.map((order) => byId.get(order.orderId) ?? order)
  const same = shown.length === fresh.length && shown.every((order, i) => order.orderId === fresh[i]?.orderId)
  if (same) return { rows, news: 'none' }
  const known = new Set(shown.map(({ orderId }) => orderId))
  return { rows, news: fresh.some(({ orderId }) => !known.has(orderId)) ? 'more' : 'other' }
}
