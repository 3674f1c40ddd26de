import { Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { displayCount } from '../../indian-display.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { BREAKPOINTS, DEBOUNCE_MS } from '../../tokens.ts'
import { useDebounced } from '../../use-debounced.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { OrdersList } from './orders-list.tsx'
import css from './orders-page.module.css'
import { OrdersPagination } from './orders-pagination.tsx'
import { useOrders } from './orders-query.ts'
import { type OrdersFilter, OrdersToolbar } from './orders-toolbar.tsx'
import { type OrdersView, readView, writeView } from './orders-view.ts'
import { useVerification } from './verify-order.ts'

const filterOf = ({ search, status, rows }: OrdersView): OrdersFilter => ({ search, status, rows })
const sameFilter = (a: OrdersFilter, b: OrdersFilter): boolean =>
  a.search === b.search && a.status === b.status && a.rows === b.rows

export function OrdersPage() {
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

  const orders = useOrders(view)
  const verification = useVerification()
  const asCards = useMediaQuery(`(max-width: ${BREAKPOINTS.cards - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const pagination = orders.data?.pagination
  const totalText =
    pagination === undefined
      ? ''
      : `${displayCount(pagination.totalTransactions)}${pagination.totalIsMore ? '+' : ''}`
  return (
    <>
      <PageTitle
        title="Orders"
        line={pagination === undefined ? '' : `Total ${totalText} orders`}
        actions={
          <Tooltip label="Export as a file is not available yet">
            <Button
              variant="default"
              h={40}
              data-disabled
              aria-disabled
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Export
            </Button>
          </Tooltip>
        }
      />
      <section className={css.surface} aria-label="Orders" aria-busy={orders.isPlaceholderData}>
        <OrdersToolbar filter={filter} onChange={setFilter} />
        <OrdersList
          orders={orders}
          filtered={view.search !== '' || view.status !== 'all'}
          asCards={asCards}
          verification={verification}
          onOpen={(order) => show({ order })}
          onClear={() => show({ search: '', status: 'all', page: 1 })}
        />
        {pagination !== undefined && pagination.totalPages > 1 && (
          <OrdersPagination
            current={view.page}
            last={pagination.totalPages}
            limit={pagination.limit}
            total={pagination.totalTransactions}
            totalText={totalText}
            hasPrevious={view.page > 1}
            hasNext={view.page < pagination.totalPages}
            onChange={(page) => show({ page })}
          />
        )}
      </section>
      <OrderDrawer
        orderId={view.order}
        verification={verification}
        onClose={() => show({ order: undefined }, true)}
      />
    </>
  )
}
