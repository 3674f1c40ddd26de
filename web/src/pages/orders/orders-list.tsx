import { Button } from '@mantine/core'
import { IconListSearch, IconReceiptRupee } from '@tabler/icons-react'
import { Link } from 'react-router'
import { failureMessage } from '../../failure-message.ts'
import { Banner } from '../../parts/banner.tsx'
import { LoadError, ScreenMessage } from '../../parts/screen-message.tsx'
import { paths } from '../../paths.ts'
import { OrderCards } from './order-cards.tsx'
import css from './orders-page.module.css'
import type { useOrders } from './orders-query.ts'
import { OrdersSkeleton } from './orders-skeleton.tsx'
import { OrdersTable } from './orders-table.tsx'
import type { Verification } from './verify-order.ts'

const WORDS = {
  failed: 'Failed to fetch transactions',
  unreachable: 'Something went wrong while fetching transactions',
}

interface OrdersListProps {
  readonly orders: ReturnType<typeof useOrders>
  readonly filtered: boolean
  readonly asCards: boolean
  readonly verification: Verification
  readonly onOpen: (orderId: string) => void
  readonly onClear: () => void
}

/** The five states of the list. */
export function OrdersList({ orders, filtered, asCards, verification, onOpen, onClear }: OrdersListProps) {
  if (orders.isPending)
    return (
      <div className={css.list}>
        <OrdersSkeleton asCards={asCards} />
      </div>
    )
  if (orders.data === undefined)
    return (
      <div className={css.list}>
        <LoadError message={failureMessage(orders.error, WORDS)} onRetry={() => void orders.refetch()} />
      </div>
    )
  const rows = orders.data.data
  return (
    <>
      {orders.isError && (
        <Banner tone="failed" message={`${failureMessage(orders.error, WORDS)}. The list may be old.`} />
      )}
      <div className={`${css.list} ${orders.isPlaceholderData ? css.stale : ''}`}>
        {rows.length === 0 && <NoOrders filtered={filtered} onClear={onClear} />}
        {rows.length > 0 &&
          (asCards ? (
            <OrderCards orders={rows} verification={verification} onOpen={onOpen} />
          ) : (
            <OrdersTable orders={rows} verification={verification} onOpen={onOpen} />
          ))}
      </div>
    </>
  )
}

function NoOrders({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered)
    return (
      <ScreenMessage
        Icon={IconListSearch}
        title="No orders found"
        text="Nothing matches the search and filter."
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    )
  return (
    <ScreenMessage
      Icon={IconReceiptRupee}
      title="No orders found"
      text="Every order, from the API or from a payment link, will stand here with its status."
      action={
        <Button component={Link} to={paths.paymentLink}>
          Create a payment link
        </Button>
      }
    />
  )
}
