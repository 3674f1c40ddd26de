import { IconFileInvoice } from 'virtual:icons'
import { subscriptionInvoice } from '@galla/contract/accounting/invoices'
import { planTitle } from '@galla/contract/subscriptions/plans'
import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'
import { Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { isNotFound } from '../../api/api.ts'
import { downloadFile } from '../../api/receive-file.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { DayAndTime } from '../../components/display/when.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { AMOUNT_CELLS } from '../../components/table/amount-cells.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { t } from '../../locales/translate.ts'
import { cycleLabel } from './cycle-label.ts'

export function HistoryTable({ payments }: { payments: readonly SubscriptionPayment[] }) {
  return (
    <DataTable
      label={t('Payments')}
      columns={COLUMNS}
      rows={payments}
      keyOf={({ orderId }) => orderId}
      cardsBelow="lg"
      inPanel
    />
  )
}

const Id = ({ orderId }: SubscriptionPayment) => (
  <Group component="span" gap={2} wrap="nowrap" miw={0}>
    <Text component="code" ff="monospace" fz="xs" className="breaks">
      {orderId}
    </Text>
    <CopyIcon text={orderId} what={t('order ID')} />
  </Group>
)

const COLUMNS: readonly Column<SubscriptionPayment>[] = [
  { head: t('Order ID'), width: 210, card: 'start', cardOrder: 6, cell: Id },
  {
    head: t('Plan'),
    card: 'start',
    cardOrder: 3,
    cell: ({ plan }) => (
      <Text span fw={600}>
        {planTitle(plan)}
      </Text>
    ),
  },
  {
    head: t('Billing Cycle'),
    card: 'end',
    cardOrder: 3,
    cell: ({ billingCycle }) => cycleLabel(billingCycle),
  },
  {
    head: t('Amount (INR)'),
    width: 112,
    end: true,
    card: 'start',
    cardOrder: 1,
    ...AMOUNT_CELLS,
  },
  { head: t('Payment Method'), card: 'start', cardOrder: 4, cell: ({ paymentMethod }) => paymentMethod },
  {
    head: t('Status'),
    width: 112,
    card: 'end',
    cardOrder: 2,
    cell: ({ paymentStatus }) => <StatusBadge status={paymentStatus} />,
  },
  {
    head: t('Date'),
    width: 108,
    card: 'end',
    cardOrder: 5,
    cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
  },
  {
    head: t('Invoice'),
    hideHead: true,
    width: 132,
    end: true,
    card: 'end',
    cardOrder: 7,
    cell: ({ paymentStatus, orderId }) => paymentStatus === 'success' && <InvoiceButton orderId={orderId} />,
  },
]

const NOT_YET = t('The invoice is being created. Please try again in a moment.')

function InvoiceButton({ orderId }: { orderId: string }) {
  const download = useMutation({
    mutationFn: () =>
      downloadFile(
        subscriptionInvoice,
        { params: { orderId } },
        'application/pdf',
        (name = 'invoice.pdf') => name,
      ),
    onError: (error) => {
      toastFailure(isNotFound(error) ? NOT_YET : failureMessage(error, t('Failed to download the invoice')))
    },
  })
  return (
    <ActionButton
      variant="default"
      px={12}
      aria-label={download.isPending ? undefined : t('Invoice of {orderId}', { orderId })}
      title={t('Download the invoice as a PDF')}
      busy={download.isPending}
      busyLabel={t('Saving...')}
      leftSection={<IconFileInvoice />}
      onClick={() => download.mutate()}
    >
      {t('Invoice')}
    </ActionButton>
  )
}
