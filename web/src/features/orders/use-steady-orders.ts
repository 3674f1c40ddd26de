import type { TransactionRow } from '@galla/contract/orders/transactions'
import { useState } from 'react'
import type { useOrders } from './orders-query.ts'
import { type SteadyRows, steadyRows } from './steady-rows.ts'

interface ShownRows {
  readonly list: string
  readonly rows: readonly TransactionRow[]
}

export interface SteadyOrders extends SteadyRows {
  /** Shows the newest list. */
  readonly catchUp: () => void
}

/**
 * Holds the rows of a list (`list` is its word) from when they were first shown until the reader asks for another list, or
 * for what is new in this one.
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
