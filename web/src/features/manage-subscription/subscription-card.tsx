import { IconArrowsExchange, IconCircleCheck, IconCircleMinus, IconReceipt } from 'virtual:icons'
import { planTitle } from '@galla/contract/subscriptions/plans'
import type { SubscriptionRecord } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayDay, displayPrice, displayWhenInFull } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { daysInWords } from '../../plans/days-label.ts'
import type { useSubscription } from '../../plans/subscription-query.ts'
import { cycleLabel } from './cycle-label.ts'
import { NoSubscription } from './no-subscription.tsx'
import { QrUsage } from './qr-usage.tsx'
import { RenewButton } from './renew-button.tsx'
import css from './subscription-card.module.css'

const WORDS = {
  failed: 'Failed to fetch subscription',
  unreachable: 'Something went wrong while fetching subscription',
}
const DAYS_LEFT_RED = 7
const DAYS_LEFT_RENEWABLE = 30

interface SubscriptionCardProps {
  readonly subscription: ReturnType<typeof useSubscription>
  readonly onHistory: () => void
}

/** Five states: waiting, none, failed, old, and there. */
export function SubscriptionCard({ subscription, onHistory }: SubscriptionCardProps) {
  const { data } = subscription
  if (data === undefined && subscription.isPending) return <CardSkeleton />
  if (data === undefined)
    return (
      <Panel>
        <LoadError
          message={failureMessage(subscription.error, WORDS)}
          onRetry={() => void subscription.refetch()}
        />
      </Panel>
    )
  return (
    <>
      {subscription.isError && (
        <OldData error={subscription.error} words={WORDS} onRetry={subscription.refetch} />
      )}
      {data.kind === 'none' ? (
        <NoSubscription trial={data.trial} />
      ) : (
        <Subscribed record={data.record} onHistory={onHistory} />
      )}
    </>
  )
}

function Subscribed({ record, onHistory }: { record: SubscriptionRecord; onHistory: () => void }) {
  return (
    <Paper component="section" withBorder radius="lg" className={css.card} aria-label="Your plan">
      <div className={css.plan}>
        <Group gap="6px 12px" className={css.head}>
          <h2>{planTitle(record.plan)}</h2>
          <ActiveBadge active={record.isActive} />
        </Group>
        <Text mt={4} c="dimmed" className={css.amount}>
          <strong>{displayPrice(record.planAmount)}</strong> for {cycleLabel(record.billingCycle)}
        </Text>
        <Dates record={record} />
      </div>
      <QrUsage record={record} />
      <Buttons record={record} onHistory={onHistory} />
    </Paper>
  )
}

function ActiveBadge({ active }: { active: boolean }) {
  const Icon = active ? IconCircleCheck : IconCircleMinus
  return (
    <span className={active ? css.active : css.inactive}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {active ? 'Active' : 'Inactive'}
    </span>
  )
}

function Dates({ record }: { record: SubscriptionRecord }) {
  const { planStart, planExpiry, isActive, daysLeft } = record
  return (
    <Group component="dl" gap="12px 40px" align="stretch" className={css.dates}>
      <div>
        <Box component="dt" c="dimmed" fz="xs" fw={600} lts="0">
          Started
        </Box>
        <Group component="dd" gap="4px 8px" mih={26} fz="md" fw={600} className="tabular">
          <time dateTime={planStart} title={displayWhenInFull(planStart)}>
            {displayDay(planStart)}
          </time>
        </Group>
      </div>
      <div>
        <Box component="dt" c="dimmed" fz="xs" fw={600} lts="0">
          Expires
        </Box>
        <Group component="dd" gap="4px 8px" mih={26} fz="md" fw={600} className="tabular">
          <time dateTime={planExpiry} title={displayWhenInFull(planExpiry)}>
            {displayDay(planExpiry)}
          </time>
          {isActive && (
            <span className={daysLeft <= DAYS_LEFT_RED ? css.fewDays : css.days}>
              {daysInWords(daysLeft)} left
            </span>
          )}
        </Group>
      </div>
    </Group>
  )
}

function Buttons({ record, onHistory }: { record: SubscriptionRecord; onHistory: () => void }) {
  const renewable = record.isActive && record.daysLeft <= DAYS_LEFT_RENEWABLE
  return (
    <Group gap="xs" align="stretch" className={css.buttons}>
      {renewable && <RenewButton record={record} />}
      <Button
        component={Link}
        to={paths.newSubscription}
        variant={record.isActive ? 'default' : 'filled'}
        h={40}
        leftSection={<IconArrowsExchange size={18} aria-hidden />}
      >
        {record.isActive ? 'Change plan' : 'View Plans'}
      </Button>
      <Button
        component={Link}
        to={paths.manageSubscription}
        preventScrollReset
        variant="default"
        h={40}
        leftSection={<IconReceipt size={18} aria-hidden />}
        onClick={onHistory}
      >
        Payment History
      </Button>
    </Group>
  )
}

function CardSkeleton() {
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={css.card}
      role="status"
      aria-busy="true"
      aria-label="Loading subscription"
    >
      <div className={css.plan}>
        <Skeleton h={26} w={160} my={3} />
        <Skeleton h={18} w={140} mt={10} />
        <Group gap="12px 40px" align="stretch" className={css.dates}>
          <Skeleton h={40} w={120} />
          <Skeleton h={40} w={170} />
        </Group>
      </div>
      <div className={css.usage}>
        <Skeleton h={16} w={90} my={3} />
        <Skeleton h={28} w={180} mt={10} />
        <Skeleton h={10} mt={12} />
        <Skeleton h={16} w={130} mt={10} />
      </div>
      <Group gap="xs" align="stretch" className={css.buttons}>
        <Skeleton h={40} w={120} />
        <Skeleton h={40} w={160} />
      </Group>
    </Paper>
  )
}
