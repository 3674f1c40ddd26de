import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DEBOUNCE_MS } from '../../tokens.ts'
import { useDebounced } from '../../use-debounced.ts'
import type { OrdersFilter } from './orders-toolbar.tsx'
import { type OrdersView, readView, writeView } from './orders-view.ts'

const filterOf = ({ search, status, rows }: OrdersView): OrdersFilter => ({ search, status, rows })
const sameFilter = (a: OrdersFilter, b: OrdersFilter): boolean =>
  a.search === b.search && a.status === b.status && a.rows === b.rows

/** The view as the address says it, and the controls as they were last touched. */
export function useOrdersView() {
  const [search, setSearch] = useSearchParams()
  const view = readView(search)
  const show = (change: Partial<OrdersView>, replace = false) =>
    setSearch((now) => writeView({ ...readView(now), ...change }), { replace, preventScrollReset: true })

  // The controls answer at once; the address, and with it the list, follows when nothing has changed for 500 ms.
  const [filter, setFilter] = useState(() => filterOf(view))
  useDebounced(filter, DEBOUNCE_MS, (settled) => {
    if (!sameFilter(settled, filterOf(view))) show({ ...settled, page: 1 }, true)
  })
  // The browser's Back and Forward change the address under the controls.
  useEffect(() => {
    setFilter((now) => {
      const asked = { search: view.search, status: view.status, rows: view.rows }
      return sameFilter(now, asked) ? now : asked
    })
  }, [view.search, view.status, view.rows])
  return { view, show, filter, setFilter }
}
