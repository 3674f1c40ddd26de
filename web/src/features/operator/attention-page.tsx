import {
  IconAlertTriangle,
  IconArrowsSplit,
  IconCircleCheck,
  IconCopy,
  IconQuestionMark,
} from 'virtual:icons'
import { attention, type OpenCredit, sharedUpiIds } from '@galla/contract/operator/operator-merchants'
import { Box, Group, SegmentedControl } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { When } from '../../components/display/when.tsx'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import { Facts } from '../../components/layout/facts.tsx'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { useMoreRows } from '../../components/table/more-rows.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { operatorMerchantPath } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { MERCHANT_COLUMN } from './merchant-column.tsx'

const STATE = {
  unmatched: { label: 'No order', tone: 'pending', Icon: IconQuestionMark },
  ambiguous: { label: 'Several orders', tone: 'pending', Icon: IconArrowsSplit },
  amount_mismatch: { label: 'Other amount', tone: 'failed', Icon: IconAlertTriangle },
  duplicate: { label: 'Paid twice', tone: 'failed', Icon: IconCopy },
} as const satisfies Record<OpenCredit['state'], object>

const COLUMNS: readonly Column<OpenCredit>[] = [
  MERCHANT_COLUMN,
  {
    head: 'Why',
    width: 'middle',
    cell: ({ state }) => <StateBadge {...STATE[state]} />,
  },
  {
    head: 'Received',
    width: 'middle',
    end: true,
    cell: ({ amount, orderAmount }) => (
      <TwoLines
        first={displayAmount(amount)}
        second={orderAmount === null ? '' : `order asks ${displayAmount(orderAmount)}`}
      />
    ),
  },
  {
    head: 'Order and UTR',
    wideOnly: true,
    cell: ({ orderId, utr }) => (
      <TwoLines
        first={<span className="mono">{orderId ?? 'No order'}</span>}
        second={utr === null ? 'No UTR' : `UTR ${utr}`}
      />
    ),
  },
  {
    head: 'When',
    width: 'middle',
    cell: ({ receivedAt, payerName }) => (
      <TwoLines first={<When at={receivedAt} />} second={payerName ?? ''} />
    ),
  },
]

const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
  { value: 'all', label: 'Both' },
]

export function AttentionPage() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('mode')
  const mode = asked === 'test' || asked === 'all' ? asked : 'live'
  const credits = useMoreRows(queryKeys.operator.attention(mode), (after, signal) =>
    callEndpoint(attention, { query: { mode, after }, signal }),
  )
  return (
    <>
      <PageTitle
        title="Attention"
        line="Payments of all merchants that could not be matched to an order. The merchant decides what to do."
      />
      <Group gap="xs" mb="md">
        <SegmentedControl
          aria-label="Mode"
          data={MODES}
          value={mode}
          onChange={(value) => setSearch(value === 'live' ? {} : { mode: value }, { replace: true })}
        />
      </Group>
      <ListPanel
        what="The payments"
        query={credits}
        count={credits.rows?.length}
        empty={{
          Icon: IconCircleCheck,
          title: 'Nothing needs attention',
          text: 'Every payment is matched to an order or was decided by its merchant.',
        }}
      >
        <DataTable label="Payments" columns={COLUMNS} rows={credits.rows} keyOf={({ id }) => id} />
      </ListPanel>
      <Box mt="md">
        <SharedUpiIds />
      </Box>
    </>
  )
}

/** Shown only if there is one. */
function SharedUpiIds() {
  const { data = [] } = useData(queryKeys.operator.sharedUpiIds, sharedUpiIds, {})
  if (data.length === 0) return null
  return (
    <Panel
      title="UPI IDs of several merchants"
      note="Usually one person with two accounts. It can also be someone who collects in another shop's name: ask both."
    >
      <Facts
        facts={data.map(({ upiId, merchants }) => [
          upiId,
          <Group key={upiId} gap="xs" justify="flex-end">
            {merchants.map(({ merchantId, merchantName }) => (
              <Link key={merchantId} to={operatorMerchantPath(merchantId)}>
                {merchantName}
              </Link>
            ))}
          </Group>,
        ])}
      />
    </Panel>
  )
}
