import { Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { displayCount } from '../../indian-display.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { BREAKPOINTS } from '../../tokens.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { OrdersList } from './orders-list.tsx'
import css from './orders-page.module.css'
import { OrdersPagination } from './orders-pagination.tsx'
import { useOrders } from './orders-query.ts'
import { OrdersToolbar } from './orders-toolbar.tsx'
import { useOrdersView } from './orders-view-state.ts'
import { useVerification } from './verify-order.ts'

export function OrdersPage() {
  const { view, show, filter, setFilter } = useOrdersView()
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
        actions={<ExportButton />}
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

function ExportButton() {
  return (
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
  )
}
