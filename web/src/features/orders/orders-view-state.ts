import { useRef, useState } from 'react'
import { useAddressSearch } from '../../components/form/use-address-search.ts'
import { useDebounced } from '../../components/form/use-debounced.ts'
import { useDrawerAddress } from '../../components/form/use-drawer-address.ts'
import { useFollowedAddress } from '../../components/form/use-followed-address.ts'
import { DEBOUNCE_MS } from '../../theme/tokens.ts'
import { filterControls } from './filters/filter-controls.ts'
import { filterKey, type OrdersFilter, type OrdersView, readView, writeView } from './orders-view.ts'

const filterOf = ({ page: _page, order: _order, ...filter }: OrdersView): OrdersFilter => filter

/** The view in the address, and the newest state of its controls. */
export function useOrdersView() {
  const [search, setSearch] = useAddressSearch()
  const view = readView(search)
  const show = (change: Partial<OrdersView>, replace = false, state: unknown = null) =>
    setSearch((now) => writeView({ ...readView(now), ...change }), { replace, state })

  const [filter, setFilter] = useState(() => filterOf(view))
  const latest = useRef(filter)
  const put = (next: OrdersFilter) => {
    latest.current = next
    setFilter(next)
  }
  const asked = filterKey(view)
  const noteOwn = useFollowedAddress(asked, () => {
    if (filterKey(latest.current) !== asked) put(filterOf(view))
  })
  const showFilter = (next: OrdersFilter, replace = false) => {
    const key = filterKey(next)
    if (key === asked) return
    noteOwn(key)
    show({ ...next, page: 1 }, replace)
  }
  useDebounced(filter, DEBOUNCE_MS, (settled) => showFilter(settled, true))

  const controls = filterControls({
    filter,
    latest: () => latest.current,
    put,
    show: showFilter,
  })
  return {
    view,
    show,
    controls,
    drawer: useDrawerAddress<Pick<OrdersView, 'order'>>(show, { order: undefined }),
  }
}
