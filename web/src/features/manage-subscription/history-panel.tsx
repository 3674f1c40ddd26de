import { IconReceiptOff, IconRefresh } from 'virtual:icons'
import { planTitle } from '@galla/contract/subscriptions/plans'
import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Skeleton } from '@mantine/core'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayAmount, displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import type { useSubscriptionHistory } from '../../plans/subscription-query.ts'
import { HistoryTable } from './history-table.tsx'

const FAILURE = {
  failed: t('Failed to fetch subscription history'),
  unreachable: t('Something went wrong while fetching subscription history'),
}

type History = ReturnType<typeof useSubscriptionHistory>

interface HistoryPanelProps {
  readonly history: History
  /** True once the content above has its final height. */
  readonly isPlaced: boolean
}

export function HistoryPanel({ history, isPlaced }: HistoryPanelProps) {
  return (
    <Panel title={t('Payment history')} note={t('Each successful payment has an invoice.')}>
      {isPlaced ? <HistoryOf history={history} /> : <HistorySkeleton />}
    </Panel>
  )
}

function HistoryOf({ history }: { history: History }) {
  const { data } = history
  if (data === undefined && history.isPending) return <HistorySkeleton />
  if (data === undefined) return <QueryError query={history} failure={FAILURE} />
  return (
    <>
      {history.isError && <OldData query={history} failure={FAILURE} />}
      {data.length === 0 ? <NoHistory history={history} /> : <Payments payments={data} />}
    </>
  )
}

function Payments({ payments }: { payments: readonly SubscriptionPayment[] }) {
  const { successful, paid, currentPlan } = summaryOf(payments)
  return (
    <>
      <Box mb="md">
        <Tiles>
          <Tile name={t('Successful payments')} value={displayCount(successful)} />
          <Tile name={t('Total amount paid')} value={displayAmount(paid)} />
          <Tile
            name={t('Current plan')}
            value={currentPlan === undefined ? t('None') : planTitle(currentPlan)}
          />
        </Tiles>
      </Box>
      <HistoryTable payments={payments} />
    </>
  )
}

function NoHistory({ history }: { history: History }) {
  return (
    <ScreenMessage
      Icon={IconReceiptOff}
      title={t('No Payment History')}
      text={t('Your plan payments and their invoices appear here.')}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh />}
          disabled={history.isFetching}
          onClick={() => void history.refetch()}
        >
          {history.isFetching ? t('Refreshing...') : t('Refresh')}
        </Button>
      }
    />
  )
}

function HistorySkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label={t('Loading payment history')}>
      <Skeleton h={98} radius="lg" />
      <Skeleton h={20} mt={24} />
      <Skeleton h={44} mt={16} />
      <Skeleton h={44} mt={12} />
    </div>
  )
}

/** Sums are computed in paise to avoid binary fractions. */
const paiseOf = (rupees: number): number => Math.round(rupees * 100)

/** The figures of the tiles. The current plan is the first entry in every state, as the product specification requires. */
export const summaryOf = (payments: readonly SubscriptionPayment[]) => {
  const successful = payments.filter(({ paymentStatus }) => paymentStatus === 'success')
  return {
    successful: successful.length,
    paid: successful.reduce((sum, { amount }) => sum + paiseOf(amount), 0) / 100,
    currentPlan: payments[0]?.plan,
  }
}
