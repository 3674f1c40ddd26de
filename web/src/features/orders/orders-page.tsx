import { Paper } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useAddressSearch } from '../../components/form/use-address-search.ts'
import { useDebounced } from '../../components/form/use-debounced.ts'
import { useDrawerAddress } from '../../components/form/use-drawer-address.ts'
import { useFollowedAddress } from '../../components/form/use-followed-address.ts'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { useUser } from '../../session/session.tsx'
import { DEBOUNCE_MS } from '../../theme/tokens.ts'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import { ExportMenu } from './export-menu.tsx'
import { filterControls } from './filters/filter-controls.ts'
import { OrdersList } from './orders-list.tsx'
import { useOrders } from './orders-query.ts'
import { OrdersToolbar } from './orders-toolbar.tsx'
import {
  filterKey,
  isFiltered,
  type OrdersFilter,
  type OrdersView,
  readView,
  type Sort,
  UNFILTERED,
  writeView,
} from './orders-view.ts'
import { useSteadyOrders } from './use-steady-orders.ts'
import { useVerification } from './verify-order.ts'

const OrderDrawer = lazyDialog(async () => (await import('./detail/order-drawer.tsx')).OrderDrawer, {
  failed: t('The order could not be opened. Try again.'),
  isOpen: ({ orderId }) => orderId !== undefined,
  prefetchDelayMs: 1_000,
})

export function OrdersPage() {
  const { view, show, controls, drawer } = useOrdersView()
  const orders = useOrders(view)
  const { mode } = useUser()
  const steady = useSteadyOrders(`${mode} ${filterKey(view)} ${view.page}`, orders)
  const verification = useVerification(steady.catchUp)
  const surface = useStartOfPage(view.page)
  const asCards = useNarrowerThan('sm')
  const { pagination, lastPage, totalText } = totalsOf(orders)
  const beyondEnd = lastPage > 0 && view.page > lastPage && !orders.isPlaceholderData
  return (
    <>
      <PageTitle
        title={t('Orders')}
        line={totalText === '' ? '' : t('Total {totalText} orders', { totalText })}
        actions={<ExportMenu filter={view} totalText={totalText} />}
      />
      <Paper
        component="section"
        ref={surface}
        withBorder
        radius="lg"
        aria-label={t('Orders')}
        aria-busy={orders.isPlaceholderData}
      >
        <OrdersToolbar controls={controls} asCards={asCards} />
        <OrdersList
          orders={orders}
          steady={steady}
          sorting={{ sort: view.sort, onSort: (sort) => controls.choose({ sort: sort as Sort }) }}
          verification={verification}
          openOrder={view.order}
          onOpen={(order) => drawer.open({ order })}
          ifEmpty={{
            filtered: isFiltered(view),
            onClear: () => controls.choose(UNFILTERED),
            lastPage: beyondEnd ? lastPage : undefined,
            onPage: (page) => show({ page }),
          }}
        />
        {pagination !== undefined && lastPage > 1 && (
          <Pager
            current={view.page}
            last={lastPage}
            rows={pagination}
            hasPrevious={view.page > 1}
            hasNext={view.page < lastPage}
            onChange={(page) => show({ page })}
          />
        )}
      </Paper>
      <OrderDrawer
        orderId={view.order}
        neighbours={steady.rows}
        verification={verification}
        onSwitch={(order) => drawer.switchTo({ order })}
        onClose={drawer.close}
      />
    </>
  )
}

function totalsOf({ data }: ReturnType<typeof useOrders>) {
  if (data === undefined) return { pagination: undefined, lastPage: 0, totalText: '' }
  const { limit, totalPages, totalTransactions: total, totalIsMore } = data.pagination
  const totalText = `${displayCount(total)}${totalIsMore ? '+' : ''}`
  return { pagination: { limit, total, totalText }, lastPage: totalPages, totalText }
}

/** Scrolls to the start of the list when the page number changes. */
function useStartOfPage(page: number) {
  const surface = useRef<HTMLElement>(null)
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    if ((surface.current?.getBoundingClientRect().top ?? 0) < 0)
      surface.current?.scrollIntoView({ block: 'start' })
  }, [page])
  return surface
}

const filterOf = ({ page: _page, order: _order, ...filter }: OrdersView): OrdersFilter => filter

/** The view in the address, and the newest state of its controls. */
function useOrdersView() {
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
