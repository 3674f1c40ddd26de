import { IconReceipt } from 'virtual:icons'
import {
  type LinkOrder,
  listLinkOrders,
  type ReusableLink,
} from '@galla/contract/reusable-links/reusable-links'
import { Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { When } from '../../components/display/when.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { useMoreRows } from '../../components/table/more-rows.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { orderPath, ordersOfLinkPath } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'

const COLUMNS: readonly Column<LinkOrder>[] = [
  {
    head: t('Customer'),
    card: 'start',
    cell: ({ orderId, customerName, createdAt }) => (
      <TwoLines
        first={
          <Link to={orderPath(orderId)} dir="auto">
            {customerName}
          </Link>
        }
        second={<When at={createdAt} />}
      />
    ),
  },
  {
    head: t('Amount'),
    width: 'middle',
    card: 'end',
    cell: ({ amount, status, failureReason }) => (
      <Stack gap={4} align="flex-start">
        <span className="amount">{displayAmount(amount)}</span>
        <StatusBadge status={status} failureReason={failureReason} />
      </Stack>
    ),
  },
  { head: t('Answers'), card: 'line', cell: ({ answers }) => <Answers answers={answers} /> },
]

function Answers({ answers }: Pick<LinkOrder, 'answers'>) {
  return answers.map(({ question, answer }) => (
    <Text key={question} fz="sm" className="breaks" dir="auto">
      <span className="muted">{question}</span> <strong>{answer}</strong>
    </Text>
  ))
}

/** The payments of a link with their times and answers. */
export function LinkOrdersDialog({ link, onClose }: { link: ReusableLink; onClose: () => void }) {
  const orders = useMoreRows(queryKeys.reusableLinks.orders(link.code), async (after, signal) => {
    const page = Number(after ?? 1)
    const { data, pagination } = await callEndpoint(listLinkOrders, {
      params: { code: link.code },
      query: { page },
      signal,
    })
    return { data, next: pagination.hasNextPage ? String(page + 1) : null }
  })
  return (
    <Dialog title={link.title} onClose={onClose} size="xl">
      <Stack>
        <ListPanel
          what={t('The orders')}
          query={orders}
          count={orders.rows?.length}
          empty={{
            Icon: IconReceipt,
            title: t('No orders yet'),
            text: t('Share the link. Each customer who opens a payment appears here.'),
          }}
        >
          <DataTable
            label={t('Orders')}
            columns={COLUMNS}
            rows={orders.rows}
            keyOf={({ orderId }) => orderId}
            cardsBelow="sm"
          />
        </ListPanel>
        <Link to={ordersOfLinkPath(link.code)}>{t('Search and export in Orders')}</Link>
      </Stack>
    </Dialog>
  )
}
