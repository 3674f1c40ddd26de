import type { TransactionRow } from '@galla/contract/orders/transactions'
import { useState } from 'react'
import type { useOrders } from './orders-query.ts'

interface ShownRows {
  readonly list: string
  readonly rows: readonly TransactionRow[]
}

export interface SteadyOrders extends SteadyRows {
  /** Shows the newest list. */
  readonly catchUp: () => void
}

/**
 * Keeps the rows of a list in place until the reader opens another list or asks for the new rows. `list` is the key of the mode,
 * filter and page.
 */
export function useSteadyOrders(
  list: string,
  { data, isPlaceholderData }: ReturnType<typeof useOrders>,
): SteadyOrders {
  const [shownRows, setShownRows] = useState<ShownRows>()
  const fresh = isPlaceholderData ? undefined : data?.data
  if (fresh !== undefined && shownRows?.list !== list) setShownRows({ list, rows: fresh })
  const shown = shownRows?.rows ?? data?.data ?? []
  return {
    ...steadyRows(shown, shownRows?.list === list ? (fresh ?? shown) : shown),
    catchUp: () => setShownRows(undefined),
  }
}

interface SteadyRows {
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
