import type { TransactionRow } from '@galla/contract/orders/transactions'
import { Group, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { ShortOrderId } from '../../components/display/order-id.tsx'
import { DayAndTime } from '../../components/display/when.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { AMOUNT_CELLS } from '../../components/table/amount-cells.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import type { Sorting } from '../../components/table/sort-head.tsx'
import { displayWhen } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { VerifyButton } from './detail/order-actions.tsx'
import css from './orders-table.module.css'
import type { Verification } from './verify-order.ts'

interface OrdersTableProps {
  /** Undefined while the rows load. */
  readonly orders: readonly TransactionRow[] | undefined
  readonly sorting: Sorting
  readonly verification: Verification
  /** The id of the order in the drawer. */
  readonly openOrder: string | undefined
  readonly onOpen: (orderId: string) => void
}

/** An order and what the last check of it found. */
type ShownOrder = TransactionRow & { readonly checked: string }

export function OrdersTable({ orders, sorting, verification, openOrder, onOpen }: OrdersTableProps) {
  const { found } = verification
  const columns: readonly Column<ShownOrder>[] = [
    {
      head: t('Order ID'),
      width: { sm: 104, lg: 148 },
      card: 'start',
      cardOrder: 5,
      cell: (order) => <OrderOpener order={order} onOpen={onOpen} />,
    },
    ...COLUMNS,
    {
      head: t('Actions'),
      width: { sm: 84, lg: 100 },
      end: true,
      card: 'end',
      cardOrder: 6,
      cell: (order) => <VerifyButton order={order} verification={verification} />,
      skeleton: <Skeleton h={36} w={84} ml="auto" />,
    },
  ]
  return (
    <div className={css.table}>
      <VisuallyHidden role="status">{found.line}</VisuallyHidden>
      <DataTable
        label={t('Orders')}
        columns={columns}
        rows={orders?.map((order) => ({
          ...order,
          checked: order.orderId === found.orderId ? found.line : '',
        }))}
        keyOf={({ orderId }) => orderId}
        isOpen={({ orderId }) => orderId === openOrder}
        sorting={sorting}
        skeletonRows={10}
      />
    </div>
  )
}

const COLUMNS: readonly Column<ShownOrder>[] = [
  {
    head: 'ClientTxnID',
    width: { sm: 76, lg: '9.5%' },
    card: 'none',
    cell: ({ clientTransactionId }) => (
      <Text span display="block" truncate title={clientTransactionId}>
        {clientTransactionId}
      </Text>
    ),
  },
  {
    head: t('Customer'),
    card: 'line',
    cardOrder: 3,
    cell: ({ customer }) => (
      <>
        <Text span display="block" truncate c="var(--galla-text)" title={customer.name}>
          {customer.name}
        </Text>
        <Text span display="block" truncate c="dimmed" fz="xs" title={customer.email}>
          {customer.email}
        </Text>
      </>
    ),
    skeleton: (
      <>
        <Skeleton h={14} w="60%" mb={6} />
        <Skeleton h={12} w="85%" />
      </>
    ),
  },
  {
    head: t('Amount'),
    width: { sm: 120, lg: 128 },
    end: true,
    sort: ['highest', 'lowest'],
    card: 'start',
    cardOrder: 1,
    ...AMOUNT_CELLS,
  },
  {
    head: t('Date'),
    width: { sm: 70, lg: '14%' },
    sort: ['newest', 'oldest'],
    card: 'line',
    cardOrder: 4,
    cardCell: ({ createdAt }) => (
      <Text span visibleFrom="xs" c="dimmed" fz="xs" className="tabular">
        <time dateTime={createdAt}>{displayWhen(createdAt)}</time>
      </Text>
    ),
    cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
    skeleton: (
      <>
        <Skeleton h={14} w="80%" mb={6} />
        <Skeleton h={12} w="50%" />
      </>
    ),
  },
  {
    head: t('Status'),
    width: { sm: 104, lg: '13%' },
    card: 'end',
    cardOrder: 2,
    cell: (order) => (
      <>
        <StatusBadge status={order.status} failureReason={order.failureReason} />
        <OrderRemark order={order} />
        <Text c="dimmed" fz="xs">
          {order.checked}
        </Text>
      </>
    ),
    skeleton: <Skeleton h={24} w={82} radius={12} />,
  },
  {
    head: t('Merchant'),
    width: '8%',
    wideOnly: true,
    card: 'none',
    cell: ({ merchantName }) => (
      <Text span display="block" truncate title={merchantName}>
        {merchantName}
      </Text>
    ),
  },
]

function OrderOpener({ order, onOpen }: { order: TransactionRow; onOpen: (orderId: string) => void }) {
  return (
    <Group gap={2} wrap="nowrap" miw={0}>
      <UnstyledButton
        mih={36}
        miw={0}
        c="var(--galla-accent)"
        fz="xs"
        className="mono"
        {...opensRow(order.orderId)}
        onClick={() => onOpen(order.orderId)}
        aria-label={t('Order {orderId}, details', { orderId: order.orderId })}
      >
        <ShortOrderId id={order.orderId} />
      </UnstyledButton>
      <CopyIcon text={order.orderId} what={t('order ID')} />
    </Group>
  )
}

const FAILED = { declined: t('Declined'), expired: t('Expired') } as const

/** A short remark that adds to the status. */
function remarkOf({
  attention,
  paidLate,
  failureReason,
}: Pick<TransactionRow, 'attention' | 'paidLate' | 'failureReason'>): string {
  if (attention) return t('Needs attention')
  if (paidLate) return t('Paid late')
  return failureReason === null ? '' : FAILED[failureReason]
}

function OrderRemark({ order }: { order: TransactionRow }) {
  const remark = remarkOf(order)
  if (remark === '') return null
  return (
    <Text fz="xs" {...(order.attention ? { c: 'var(--galla-pending)', fw: 600 } : { c: 'dimmed' })}>
      {remark}
    </Text>
  )
}
