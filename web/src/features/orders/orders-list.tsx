import { IconArrowUp, IconListSearch, IconReceiptRupee } from 'virtual:icons'
import { Box, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import type { Sorting } from '../../components/table/sort-head.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import type { useOrders } from './orders-query.ts'
import { OrdersTable } from './orders-table.tsx'
import type { SteadyOrders } from './use-steady-orders.ts'
import type { Verification } from './verify-order.ts'

const FAILURE = {
  failed: t('Failed to fetch transactions'),
  unreachable: t('Something went wrong while fetching transactions'),
}

interface OrdersListProps {
  readonly orders: ReturnType<typeof useOrders>
  readonly steady: SteadyOrders
  readonly sorting: Sorting
  readonly verification: Verification
  readonly openOrder: string | undefined
  readonly onOpen: (orderId: string) => void
  readonly ifEmpty: EmptyProps
}

/** The list in each state: loading, failed, stale, empty and filled. */
export function OrdersList(props: OrdersListProps) {
  const { orders, steady, ifEmpty, ...table } = props
  if (orders.isPending) return <OrdersTable orders={undefined} {...table} />
  if (orders.data === undefined) return <QueryError query={orders} failure={FAILURE} />
  const { rows } = steady
  return (
    <>
      {orders.isError && (
        <Box px={{ base: 'sm', sm: 20 }} py={{ base: 'sm', sm: 'md' }}>
          <OldData query={orders} failure={FAILURE} />
        </Box>
      )}
      <Box pos="relative" opacity={orders.isPlaceholderData ? 0.55 : 1}>
        <News steady={steady} />
        {rows.length === 0 && <NoOrders {...ifEmpty} />}
        {rows.length > 0 && <OrdersTable orders={rows} {...table} />}
      </Box>
    </>
  )
}

/** Overlays the list, so that the rows do not move until it is pressed. */
function News({ steady: { news, catchUp } }: { steady: SteadyOrders }) {
  return (
    <Group
      gap={0}
      align="stretch"
      justify="center"
      wrap="nowrap"
      pos="sticky"
      top={73}
      h={0}
      style={{ zIndex: 4 }}
      role="status"
    >
      {news !== 'none' && (
        <Button mt={-18} radius="xl" leftSection={<IconArrowUp />} onClick={catchUp}>
          {news === 'more' ? t('Show new orders') : t('Refresh the list')}
        </Button>
      )}
    </Group>
  )
}

export interface EmptyProps {
  readonly filtered: boolean
  readonly onClear: () => void
  /** The last page, when the requested page is beyond it. */
  readonly lastPage: number | undefined
  readonly onPage: (page: number) => void
}

function NoOrders({ filtered, onClear, lastPage, onPage }: EmptyProps) {
  if (lastPage !== undefined)
    return (
      <ScreenMessage
        Icon={IconListSearch}
        title={t('No orders found')}
        text={t('This page number does not exist.')}
        action={
          <Button variant="default" onClick={() => onPage(lastPage)}>
            {t('Go to the last page')}
          </Button>
        }
      />
    )
  if (filtered)
    return (
      <ScreenMessage
        Icon={IconListSearch}
        title={t('No orders found')}
        text={t('No orders match the search and the filters.')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('Clear all filters')}
          </Button>
        }
      />
    )
  return (
    <ScreenMessage
      Icon={IconReceiptRupee}
      title={t('No orders found')}
      text={t('Orders from your website and payment links appear here. Their status updates automatically.')}
      action={
        <Button component={Link} to={paths.paymentLink}>
          {t('Create a payment link')}
        </Button>
      }
    />
  )
}
