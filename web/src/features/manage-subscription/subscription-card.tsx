import { IconArrowsExchange, IconCircleCheck, IconCircleMinus, IconReceipt } from 'virtual:icons'
import { planTitle } from '@galla/contract/subscriptions/plans'
import type { SubscriptionRecord, TrialLeft } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { ShareBar } from '../../components/display/share-bar.tsx'
import { Day } from '../../components/display/when.tsx'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayPrice } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { daysLabel } from '../../plans/days-label.ts'
import type { useSubscription } from '../../plans/subscription-query.ts'
import { useMayOpen } from '../../session/may.ts'
import { cycleLabel } from './cycle-label.ts'
import { RenewButton } from './renew-button.tsx'

const FAILURE = {
  failed: t('Failed to fetch subscription'),
  unreachable: t('Something went wrong while fetching subscription'),
}
const PADDING = { base: 'md', sm: 'lg' }
const DAYS_LEFT_RED = 7
const DAYS_LEFT_RENEWABLE = 30

interface SubscriptionCardProps {
  readonly subscription: ReturnType<typeof useSubscription>
  readonly onHistory: () => void
}

/** The subscription in each state: loading, failed, none, expired and active. */
export function SubscriptionCard({ subscription, onHistory }: SubscriptionCardProps) {
  const { data } = subscription
  if (data === undefined && subscription.isPending) return <CardSkeleton />
  if (data === undefined)
    return (
      <Panel>
        <QueryError query={subscription} failure={FAILURE} />
      </Panel>
    )
  return (
    <>
      {subscription.isError && <OldData query={subscription} failure={FAILURE} />}
      {data.kind === 'none' ? (
        <NoSubscription trial={data.trial} />
      ) : (
        <Subscribed record={data.record} onHistory={onHistory} />
      )}
    </>
  )
}

function Subscribed({ record, onHistory }: { record: SubscriptionRecord; onHistory: () => void }) {
  const { isActive } = record
  return (
    <Paper component="section" withBorder radius="lg" p={PADDING} aria-label={t('Your plan')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <div>
          <Group gap="6px 12px">
            <Title order={2} fz="xl" fw={700}>
              {planTitle(record.plan)}
            </Title>
            <ToneBadge
              tone={isActive ? 'success' : 'failed'}
              Icon={isActive ? IconCircleCheck : IconCircleMinus}
            >
              {isActive ? t('Active') : t('Inactive')}
            </ToneBadge>
          </Group>
          <Text mt={4} mb="sm" c="dimmed">
            {richText(
              '<b>{planAmount}</b> for {billingCycle}',
              { b: (text) => <strong className="tabular">{text}</strong> },
              { planAmount: displayPrice(record.planAmount), billingCycle: cycleLabel(record.billingCycle) },
            )}
          </Text>
          <Dates record={record} />
        </div>
        <QrUsage record={record} />
      </SimpleGrid>
      <Buttons record={record} onHistory={onHistory} />
    </Paper>
  )
}

function Dates({ record }: { record: SubscriptionRecord }) {
  const { planStart, planExpiry, isActive, daysLeft } = record
  return (
    <FactList>
      <Fact name={t('Started')}>
        <Day at={planStart} />
      </Fact>
      <Fact name={t('Expires')}>
        <Day at={planExpiry} />
        {isActive && (
          <ToneBadge tone={daysLeft <= DAYS_LEFT_RED ? 'failed' : 'calm'}>
            {t('{daysLeft} left', { daysLeft: daysLabel(daysLeft) })}
          </ToneBadge>
        )}
      </Fact>
    </FactList>
  )
}

function Buttons({ record, onHistory }: { record: SubscriptionRecord; onHistory: () => void }) {
  const mayBuy = useMayOpen()(paths.newSubscription)
  const renewable = mayBuy && record.isActive && record.daysLeft <= DAYS_LEFT_RENEWABLE
  return (
    <Group gap="xs" mt="lg">
      {renewable && <RenewButton record={record} />}
      {mayBuy && (
        <Button
          component={Link}
          to={paths.newSubscription}
          variant={record.isActive ? 'default' : 'filled'}
          leftSection={<IconArrowsExchange size={18} />}
        >
          {record.isActive ? t('Change plan') : t('View Plans')}
        </Button>
      )}
      <Button
        component={Link}
        to={paths.manageSubscription}
        preventScrollReset
        variant="default"
        leftSection={<IconReceipt size={18} />}
        onClick={onHistory}
      >
        {t('Payment History')}
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
      p={PADDING}
      role="status"
      aria-busy="true"
      aria-label={t('Loading subscription')}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" mb="lg">
        <Skeleton h={134} radius="md" />
        <Skeleton h={134} radius="md" />
      </SimpleGrid>
      <Skeleton h={40} w={300} />
    </Paper>
  )
}

/** The used quota, with a bar that is red above 80 per cent, and the remaining requests. */
function QrUsage({ record }: { record: SubscriptionRecord }) {
  const { qrLimit, qrRemaining, isActive } = record
  const used = qrLimit - qrRemaining
  return (
    <div>
      <Title order={3} c="dimmed" fz="xs" fw={600} lts="0" lh="18px">
        {t('QR usage')}
      </Title>
      <Text mt={4} c="dimmed" fz="md" mb="sm" className="tabular">
        <Text span c="var(--galla-text)" fz="xl" fw={700}>
          {displayCount(used)}
        </Text>
        /{displayCount(qrLimit)}
      </Text>
      <UsageBar used={used} limit={qrLimit} label={t('QR requests used')} />
      <Text mt="xs" c="dimmed" className="tabular">
        {richText('<b>{qrRemaining}</b> remaining', {}, { qrRemaining: displayCount(qrRemaining) })}
        {!isActive && qrRemaining > 0 && t(', expired with the plan')}
        {isActive && qrRemaining === 0 && t('. Renew or upgrade your plan to create new live orders')}
      </Text>
    </div>
  )
}

function NoSubscription({ trial: { trialLimit, trialRemaining } }: { trial: TrialLeft }) {
  const mayBuy = useMayOpen()(paths.newSubscription)
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      aria-label={t('Your plan')}
    >
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2} fz="md">
            {t('No Active Subscription')}
          </Title>
          <Text mt={2} c="dimmed">
            {trialRemaining > 0
              ? t('Live orders use your free trial, which does not expire.')
              : t('Your free trial is used up. Choose a plan to accept live payments.')}
          </Text>
        </div>
        <Box w="100%" maw={420} fw={550}>
          <Text mb="xs">
            {t('Free trial: {trialRemaining} of {trialLimit} QR requests left', {
              trialRemaining: displayCount(trialRemaining),
              trialLimit: displayCount(trialLimit),
            })}
          </Text>
          <UsageBar used={trialLimit - trialRemaining} limit={trialLimit} label={t('Free trial used')} />
        </Box>
        {mayBuy && (
          <Button component={Link} to={paths.newSubscription}>
            {t('View Plans')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

const RED_ABOVE = 0.8

/** The used share of a quota; a quota of zero is shown as used up. */
function UsageBar({ used, limit, label }: { used: number; limit: number; label: string }) {
  const share = limit === 0 ? 1 : Math.min(used / limit, 1)
  const isRed = share > RED_ABOVE
  return (
    <ShareBar
      share={share}
      height={10}
      colour={isRed ? 'var(--galla-failed)' : 'var(--galla-accent)'}
      // Browsers render a meter element at different heights.
      role="meter"
      data-tone={isRed ? 'red' : 'calm'}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-label={label}
      aria-valuetext={t('{used} of {limit}', { used: displayCount(used), limit: displayCount(limit) })}
    />
  )
}
