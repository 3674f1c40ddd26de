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
 * Keeps the rows of a list in place until the reader opens another list or asks for the new rows. `list` is the key of the filter
 * and page.
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
