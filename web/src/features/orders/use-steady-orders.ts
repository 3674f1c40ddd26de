import type { TransactionRow } from '@galla/contract/orders/transactions'
import { useState } from 'react'
import type { useOrders } from './orders-query.ts'
import { type SteadyRows, steadyRows } from './steady-rows.ts'

interface Held {
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
  const [held, setHeld] = useState<Held>()
  const fresh = isPlaceholderData ? undefined : data?.data
  if (fresh !== undefined && held?.list !== list) setHeld({ list, rows: fresh })
  const shown = held?.rows ?? data?.data ?? []
  return {
    ...steadyRows(shown, held?.list === list ? (fresh ?? shown) : shown),
    catchUp: () => setHeld(undefined),
  }
}
