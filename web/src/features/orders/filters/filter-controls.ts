import type { OrdersFilter } from '../orders-view.ts'

/** The controls of the filter. They update immediately, before the list does. */
export interface FilterControls {
  readonly filter: OrdersFilter
  /** Updates the address and the list once nothing has changed for 500 ms. */
  readonly type: (change: Partial<OrdersFilter>) => void
  /** Updates the list immediately. */
  readonly choose: (change: Partial<OrdersFilter>) => void
}

interface HeldFilter {
  /** The rendered filter. */
  readonly filter: OrdersFilter
  /** The newest filter: two changes may precede a render. */
  readonly latest: () => OrdersFilter
  readonly put: (filter: OrdersFilter) => void
  readonly show: (filter: OrdersFilter) => void
}

export function filterControls({ filter, latest, put, show }: HeldFilter): FilterControls {
  return {
    filter,
    type: (change) => put({ ...latest(), ...change }),
    choose: (change) => {
      const next = { ...latest(), ...change }
      put(next)
      show(next)
    },
  }
}
