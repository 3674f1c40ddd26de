import type { OrdersFilter } from '../orders-view.ts'

/** The filter's controls. They answer at once, whenever the list follows. */
export interface FilterControls {
  readonly filter: OrdersFilter
  /** The address, and with it the list, follows when nothing has changed for 500 ms. */
  readonly type: (change: Partial<OrdersFilter>) => void
  /** The list follows at once: nothing more is being typed. */
  readonly choose: (change: Partial<OrdersFilter>) => void
}

interface HeldFilter {
  /** As the screen was last drawn with it. */
  readonly filter: OrdersFilter
  /** As it was last touched: two changes may come before the screen is drawn again. */
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
