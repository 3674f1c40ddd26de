import type { ReplyOf } from '@galla/contract/endpoint'
import { MAY_BE_VERIFIED } from '@galla/contract/orders/order-status'
import type { allTransactions, TransactionRow } from '@galla/contract/orders/transactions'
import { checkStatus } from '@galla/contract/payment-page/payment-page'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../../api/api.ts'
import { When } from '../../../components/display/when.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { StatusBadge } from '../../../components/feedback/status-badge.tsx'
import { toastFailure, toastPending, toastSuccess } from '../../../components/feedback/toast.tsx'
import { AMOUNT_CELLS } from '../../../components/table/amount-cells.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { Pager } from '../../../components/table/pager.tsx'
import { t } from '../../../locales/translate.ts'
import { paths } from '../../../paths.ts'
import css from './transactions-table.module.css'

type Pagination = ReplyOf<typeof allTransactions>['pagination']

interface TransactionsTableProps {
  /** Undefined while they load. */
  readonly transactions: readonly TransactionRow[] | undefined
  readonly pagination: Pagination | undefined
  readonly onPageChange: (page: number) => void
  readonly refetch: () => void
}

/** The latest transactions, each with a button that checks its payment. */
export function TransactionsTable(props: TransactionsTableProps) {
  const { transactions, pagination, onPageChange, refetch } = props
  const checking = usePaymentCheck(refetch)
  return (
    <>
      {checking.result.redirectUrl !== undefined && (
        <Group
          gap="8px 12px"
          justify="space-between"
          mb="md"
          py="xs"
          px={14}
          bdrs="md"
          c="var(--galla-success)"
          bg="var(--galla-success-soft)"
          fw={500}
          role="status"
        >
          {checking.result.message}
          <Button px="xs" variant="default" onClick={checking.reset}>
            {t('Stay here')}
          </Button>
        </Group>
      )}
      <DataTable
        label={t('Recent orders')}
        columns={columnsOf(checking)}
        rows={transactions}
        keyOf={({ orderId }) => orderId}
        cardsBelow="xs"
        skeletonRows={5}
        inPanel
      />
      {pagination !== undefined && pagination.totalPages > 1 && (
        <Pager
          label={t('Pages of recent orders')}
          current={pagination.currentPage}
          last={pagination.totalPages}
          hasPrevious={pagination.hasPrevPage}
          hasNext={pagination.hasNextPage}
          inPanel
          onChange={onPageChange}
        />
      )}
    </>
  )
}

const columnsOf = (checking: PaymentChecking): readonly Column<TransactionRow>[] => [
  {
    head: t('Customer'),
    card: 'start',
    cell: ({ orderId, customer, clientTransactionId }) => (
      <>
        <OrderLink orderId={orderId} name={customer.name} />
        <Text span c="dimmed" fz="xs" truncate display="block">
          {clientTransactionId}
        </Text>
      </>
    ),
  },
  {
    head: t('Amount'),
    width: { sm: 120, lg: 128 },
    end: true,
    card: 'end',
    ...AMOUNT_CELLS,
  },
  {
    head: t('Date'),
    width: 140,
    wideOnly: true,
    card: 'start',
    cell: ({ createdAt }) => (
      <Text span c="dimmed">
        <When at={createdAt} />
      </Text>
    ),
  },
  {
    head: t('Status'),
    width: 112,
    card: 'end',
    cell: ({ status, failureReason }) => <StatusBadge status={status} failureReason={failureReason} />,
    skeleton: <Skeleton h={24} w={82} radius={12} />,
  },
  {
    head: t('Action'),
    hideHead: true,
    width: { sm: 128, lg: 148 },
    end: true,
    card: 'line',
    cell: (order) => <CheckButton order={order} checking={checking} />,
    skeleton: <Skeleton h={36} w={96} ml="auto" />,
  },
]

const OrderLink = ({ orderId, name }: { orderId: string; name: string }) => (
  <Link
    className={css.customer ?? ''}
    to={`${paths.orders}?order=${orderId}`}
    aria-label={t('{name}, order {orderId}', { name, orderId })}
  >
    {name}
  </Link>
)

function CheckButton({ order, checking }: { order: TransactionRow; checking: PaymentChecking }) {
  if (!MAY_BE_VERIFIED[order.status]) return null
  return (
    <ActionButton
      variant="default"
      size="xs"
      h={36}
      busy={checking.running === order.orderId}
      busyLabel={t('Checking...')}
      disabled={checking.running !== undefined}
      aria-label={
        checking.running === order.orderId
          ? undefined
          : t('Check status of {orderId}', { orderId: order.orderId })
      }
      onClick={() => checking.check(order.orderId)}
    >
      {t('Check status')}
    </ActionButton>
  )
}

/** Time to read the redirect's target and to cancel. */
const REDIRECT_DELAY_MS = 2000

const TOASTS = { pending: toastPending, success: toastSuccess, failed: toastFailure } as const

interface PaymentChecking {
  /** The order being checked; only one at a time. */
  readonly running: string | undefined
  readonly result: PaymentCheck
  readonly check: (orderId: string) => void
  /** Clears the result and cancels the redirect. */
  readonly reset: () => void
}

/** Checks the status of a payment. Once it is decided the list reloads and the browser follows the order's redirect. */
function usePaymentCheck(refetch: () => void): PaymentChecking {
  const asked = useMutation({
    mutationFn: (orderId: string) => callEndpoint(checkStatus, { params: { orderId } }),
    onSuccess: (reply) => {
      const { status, message, redirectUrl } = paymentCheckOf(reply)
      if (status !== 'pending') refetch()
      if (redirectUrl !== undefined) return
      TOASTS[status](message ?? reply.msg)
    },
    onError: (error) => toastFailure(failureMessage(error, CHECK_FAILED)),
  })
  const result = asked.data === undefined ? UNCHECKED : paymentCheckOf(asked.data)
  const { redirectUrl } = result
  useEffect(() => {
    if (redirectUrl === undefined) return
    const timer = window.setTimeout(() => window.location.assign(redirectUrl), REDIRECT_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [redirectUrl])
  return {
    running: asked.isPending ? asked.variables : undefined,
    result,
    check: (orderId) => {
      if (!asked.isPending) asked.mutate(orderId)
    },
    reset: asked.reset,
  }
}

type CheckReply = Pick<ReplyOf<typeof checkStatus>, 'redirect' | 'redirectUrl' | 'data'>

/** What a client knows about a payment. It starts as pending; a reset restores that state. */
interface PaymentCheck {
  readonly status: 'pending' | 'success' | 'failed'
  readonly message: string | undefined
  /** The redirect address; only after a success. */
  readonly redirectUrl: string | undefined
}

export const UNCHECKED: PaymentCheck = { status: 'pending', message: undefined, redirectUrl: undefined }

const CHECK_FAILED = t('Failed to check payment status')

/** A redirect with an address, or the status, marks a success; any other reply leaves the payment pending. */
export function paymentCheckOf({ redirect, redirectUrl, data }: CheckReply): PaymentCheck {
  if (redirect && redirectUrl !== null && redirectUrl !== '')
    return { status: 'success', message: t('Payment successful! Redirecting...'), redirectUrl }
  if (data.status === 'success')
    return { status: 'success', message: t('Payment completed successfully'), redirectUrl: undefined }
  if (data.status === 'failed')
    return { status: 'failed', message: t('Payment failed'), redirectUrl: undefined }
  return UNCHECKED
}
