import type { ReplyOf } from '@galla/contract/endpoint'
import { MAY_BE_VERIFIED } from '@galla/contract/order-status'
import type { allTransactions, TransactionRow } from '@galla/contract/orders'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { ActionButton } from '../../../components/form/action-button.tsx'
import {
  displayAmount,
  displayCount,
  displayWhen,
  displayWhenInFull,
} from '../../../format/indian-display.ts'
import { paths } from '../../../paths.ts'
import { BREAKPOINTS } from '../../../theme/tokens.ts'
import { TransactionsHead } from './transactions-head.tsx'
import { TransactionsSkeleton } from './transactions-skeleton.tsx'
import css from './transactions-table.module.css'
import { type PaymentChecking, usePaymentCheck } from './use-payment-check.ts'

type Pagination = ReplyOf<typeof allTransactions>['pagination']
type StatusLook = ComponentType<Pick<TransactionRow, 'status' | 'failureReason'>>

interface TransactionsTableProps {
  readonly transactions: readonly TransactionRow[]
  readonly loading: boolean
  readonly pagination: Pagination | undefined
  readonly onPageChange: (page: number) => void
  /** A status in its colour, with its sign. */
  readonly Status: StatusLook
  readonly refetch: () => void
}

/** Transactions at a glance, each of which can be asked about. */
export function TransactionsTable(props: TransactionsTableProps) {
  const { transactions, loading, pagination, onPageChange, Status, refetch } = props
  const checking = usePaymentCheck(refetch)
  const asCards = useMediaQuery(`(max-width: ${BREAKPOINTS.cards - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  if (loading) return <TransactionsSkeleton asCards={asCards} />
  return (
    <>
      {checking.result.redirectUrl !== undefined && (
        <div className={css.leaving} role="status">
          {checking.result.message}
          <Button size="compact-sm" variant="default" h={36} onClick={checking.reset}>
            Stay here
          </Button>
        </div>
      )}
      {asCards ? (
        <ul className={css.cards}>
          {transactions.map((order) => (
            <Card key={order.orderId} order={order} Status={Status} checking={checking} />
          ))}
        </ul>
      ) : (
        <table className={css.table}>
          <TransactionsHead />
          <tbody>
            {transactions.map((order) => (
              <Row key={order.orderId} order={order} Status={Status} checking={checking} />
            ))}
          </tbody>
        </table>
      )}
      {pagination !== undefined && pagination.totalPages > 1 && (
        <Pages pagination={pagination} onPageChange={onPageChange} />
      )}
    </>
  )
}

interface RowProps {
  readonly order: TransactionRow
  readonly Status: StatusLook
  readonly checking: PaymentChecking
}

function Row({ order, Status, checking }: RowProps) {
  return (
    <tr>
      <td>
        <OrderLink order={order} />
        <span className={css.second}>{order.clientTransactionId}</span>
      </td>
      <td className={css.amount}>{displayAmount(order.amount)}</td>
      <td className={css.when}>
        <When order={order} />
      </td>
      <td className={css.status}>
        <Status status={order.status} failureReason={order.failureReason} />
      </td>
      <td className={css.action}>
        <CheckButton order={order} checking={checking} />
      </td>
    </tr>
  )
}

function Card({ order, Status, checking }: RowProps) {
  return (
    <li>
      <div className={css.line}>
        <OrderLink order={order} />
        <span className={css.amount}>{displayAmount(order.amount)}</span>
      </div>
      <div className={css.line}>
        <span className={css.second}>
          <When order={order} />
        </span>
        <Status status={order.status} failureReason={order.failureReason} />
      </div>
      <CheckButton order={order} checking={checking} />
    </li>
  )
}

const OrderLink = ({ order }: Pick<RowProps, 'order'>) => (
  <Link
    className={css.customer ?? ''}
    to={`${paths.orders}?order=${order.orderId}`}
    aria-label={`${order.customer.name}, order ${order.orderId}`}
  >
    {order.customer.name}
  </Link>
)

const When = ({ order }: Pick<RowProps, 'order'>) => (
  <time dateTime={order.createdAt} title={displayWhenInFull(order.createdAt)}>
    {displayWhen(order.createdAt)}
  </time>
)

function CheckButton({ order, checking }: Omit<RowProps, 'Status'>) {
  if (!MAY_BE_VERIFIED[order.status]) return null
  return (
    <ActionButton
      variant="default"
      size="xs"
      h={36}
      radius="sm"
      busy={checking.running === order.orderId}
      busyLabel="Checking..."
      disabled={checking.running !== undefined}
      aria-label={checking.running === order.orderId ? undefined : `Check status of ${order.orderId}`}
      onClick={() => checking.check(order.orderId)}
    >
      Check status
    </ActionButton>
  )
}

function Pages({
  pagination,
  onPageChange,
}: Pick<TransactionsTableProps, 'onPageChange'> & { pagination: Pagination }) {
  const { currentPage, totalPages, hasPrevPage, hasNextPage } = pagination
  return (
    <nav className={css.pages} aria-label="Pages of recent orders">
      <Button
        variant="default"
        h={36}
        radius="sm"
        disabled={!hasPrevPage}
        onClick={() => onPageChange(currentPage - 1)}
      >
        Previous
      </Button>
      <span>
        Page {displayCount(currentPage)} of {displayCount(totalPages)}
      </span>
      <Button
        variant="default"
        h={36}
        radius="sm"
        disabled={!hasNextPage}
        onClick={() => onPageChange(currentPage + 1)}
      >
        Next
      </Button>
    </nav>
  )
}
