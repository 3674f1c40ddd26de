import { IconReceiptOff, IconRefresh } from 'virtual:icons'
import { planTitle } from '@galla/contract/subscriptions/plans'
import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, SimpleGrid, Skeleton } from '@mantine/core'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { LoadError, ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayAmount, displayCount } from '../../format/indian-display.ts'
import type { useSubscriptionHistory } from '../../plans/subscription-query.ts'
import css from './history.module.css'
import { summaryOf } from './history-summary.ts'
import { HistoryTable } from './history-table.tsx'

const WORDS = {
  failed: 'Failed to fetch subscription history',
  unreachable: 'Something went wrong while fetching subscription history',
}

type History = ReturnType<typeof useSubscriptionHistory>

export function HistoryPanel({ history }: { history: History }) {
  return (
    <Panel
      title="Payment history"
      note="All times in IST. An invoice stands beside every successful payment."
    >
      <HistoryOf history={history} />
    </Panel>
  )
}

function HistoryOf({ history }: { history: History }) {
  const { data } = history
  if (data === undefined && history.isPending) return <HistorySkeleton />
  if (data === undefined)
    return <LoadError message={failureMessage(history.error, WORDS)} onRetry={() => void history.refetch()} />
  return (
    <>
      {history.isError && <OldData error={history.error} words={WORDS} onRetry={history.refetch} />}
      {data.length === 0 ? <NoHistory history={history} /> : <Payments payments={data} />}
    </>
  )
}

function Payments({ payments }: { payments: readonly SubscriptionPayment[] }) {
  const { successful, paid, currentPlan } = summaryOf(payments)
  return (
    <>
      <SimpleGrid component="dl" cols={{ base: 1, sm: 3 }} spacing="sm" mb={20} className={css.tiles}>
        <Tile name="Successful payments">{displayCount(successful)}</Tile>
        <Tile name="Total amount paid">{displayAmount(paid)}</Tile>
        <Tile name="Current plan">{currentPlan === undefined ? '' : planTitle(currentPlan)}</Tile>
      </SimpleGrid>
      <HistoryTable payments={payments} />
    </>
  )
}

function Tile({ name, children }: { name: string; children: string }) {
  return (
    <Box miw={0} bdrs="md" bg="var(--galla-background)" className={css.tile}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Box>
  )
}

function NoHistory({ history }: { history: History }) {
  return (
    <ScreenMessage
      Icon={IconReceiptOff}
      title="No Payment History"
      text="Every payment for a plan appears here, with its invoice."
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={history.isFetching}
          onClick={() => void history.refetch()}
        >
          {history.isFetching ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    />
  )
}

function HistorySkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading payment history">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mb={20} className={css.tiles}>
        {['count', 'sum', 'plan'].map((tile) => (
          <Box key={tile} miw={0} bdrs="md" bg="var(--galla-background)" className={css.tile}>
            <Skeleton h={15} w={120} my={3} />
            <Skeleton h={24} w={90} mt={8} />
          </Box>
        ))}
      </SimpleGrid>
      <Skeleton h={20} mt={24} />
      <Skeleton h={44} mt={16} />
      <Skeleton h={44} mt={12} />
    </div>
  )
}
