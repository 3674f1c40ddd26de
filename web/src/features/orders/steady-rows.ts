import type { TransactionRow } from '@galla/contract/orders/transactions'

export interface SteadyRows {
  /** The rows in the order that the reader sees, with current values. */
  readonly rows: readonly TransactionRow[]
  /** Whether a newer list has more or other rows; they are shown on request. */
  readonly news: 'none' | 'more' | 'other'
}

/** Keeps the rows in place while the reader looks at them: only their values follow the newer list. */
export function steadyRows(shown: readonly TransactionRow[], fresh: readonly TransactionRow[]): SteadyRows {
  const byId = new Map(fresh.map((order) => [order.orderId, order]))
  const rows = shown.map((order) => byId.get(order.orderId) ?? order)
  const same = shown.length === fresh.length && shown.every((order, i) => order.orderId === fresh[i]?.orderId)
  if (same) return { rows, news: 'none' }
  const known = new Set(shown.map(({ orderId }) => orderId))
  return { rows, news: fresh.some(({ orderId }) => !known.has(orderId)) ? 'more' : 'other' }
}
