import { IconCircleCheck, IconInbox, IconQrcode } from 'virtual:icons'
import type { ReplyOf } from '@galla/contract/endpoint'
import { readToday } from '@galla/contract/reconciliation/closing'
import type { SourceHealth } from '@galla/contract/source-health/sources'
import { Box, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useData } from '../../api/use-data.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import { STATE_ICONS, STATE_LABELS, STATE_TONES } from '../../format/case-labels.ts'
import { displayAmount, displayTime, displayWhenInFull } from '../../format/indian-display.ts'
import { SOURCE_NAMES } from '../../format/source-labels.ts'
import { t } from '../../locales/translate.ts'
import { casesPath, orderPath, paths } from '../../paths.ts'
import { openTab, useOpenCases } from '../../queries/open-cases.ts'
import { useSources } from '../../queries/sources.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMayOpen } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'
import css from './today.module.css'

const FAILURE = t('The payments of today could not be loaded')
/** A payment is there before its customer has left the shop; hidden tabs do not poll. */
const REFRESH_MS = 10_000

type TodayData = ReplyOf<typeof readToday>['data']

/** What came today, what needs the merchant, and how to collect. */
export function Today() {
  const { mode } = useUser()
  const today = useData(queryKeys.cases.today(mode), readToday, {}, { refetchInterval: REFRESH_MS })
  const { data } = today
  const mayOpen = useMayOpen()
  return (
    <Paper component="section" withBorder radius="lg" aria-label={t('Today')} className={css.today}>
      <Box p={{ base: 'md', sm: 'lg' }}>
        <Title order={2} fz="sm" fw={600} c="dimmed">
          {t('Today')}
        </Title>
        {data === undefined && today.isError ? (
          <QueryError query={today} failure={FAILURE} />
        ) : (
          <Sum data={data} />
        )}
        {data !== undefined && today.isError && <OldData query={today} failure={FAILURE} />}
        <Group gap="xs" mt="md">
          {mayOpen(paths.collect) && (
            <Button component={Link} to={paths.collect} h={44} leftSection={<IconQrcode />}>
              {t('Collect')}
            </Button>
          )}
          <Needs />
        </Group>
        <Lights />
      </Box>
      <Newest payments={data?.payments} />
    </Paper>
  )
}

function Sum({ data }: { data: TodayData | undefined }) {
  if (data === undefined) return <Skeleton h={44} w={200} mt={6} mb={22} />
  return (
    <>
      <Text fz={36} fw={700} lh="50px" lts="-0.02em" className={`tabular breaks ${css.sum}`}>
        {displayAmount(data.amount)}
      </Text>
      <Text c="dimmed">
        {t('{count, plural, =0 {no payments yet} one {from # payment} other {from # payments}}', {
          count: data.count,
        })}
      </Text>
    </>
  )
}

/** The open cases in one sentence. */
function Needs() {
  const { data } = useOpenCases()
  if (data === undefined) return null
  if (data.total === 0)
    return (
      <Group gap={6} wrap="nowrap" c="var(--galla-success)">
        <IconCircleCheck />
        {t('Nothing needs you')}
      </Group>
    )
  return (
    <Button
      component={Link}
      to={casesPath({ tab: openTab(data) })}
      variant="default"
      h={44}
      leftSection={<IconInbox color="var(--galla-pending)" />}
    >
      {t('{total, plural, one {# thing needs you} other {# things need you}}', { total: data.total })}
    </Button>
  )
}

interface LightProps extends Pick<SourceHealth, 'source' | 'lastHeardAt'> {
  readonly isSilent: boolean
}

/** Leads to the source, for those who may open it. */
function Light({ source, isSilent, lastHeardAt }: LightProps) {
  const mayOpen = useMayOpen()
  const text = isSilent
    ? t('{source}: silent', { source: SOURCE_NAMES[source] })
    : t('{source}: working', { source: SOURCE_NAMES[source] })
  const props = { fz: 'sm', ...(lastHeardAt === null ? {} : { title: displayWhenInFull(lastHeardAt) }) }
  if (!mayOpen(paths.connectMerchant)) return <Text {...props}>{text}</Text>
  return (
    <Text component={Link} to={paths.connectMerchant} {...props}>
      {text}
    </Text>
  )
}

/** One light for each source of the live account. */
function Lights() {
  const { mode } = useUser()
  const { data = [] } = useSources()
  const used = data.filter(({ unusedSince }) => unusedSince === null)
  if (mode === 'test' || used.length === 0) return null
  return (
    <Group component="ul" gap="4px 16px" mt="md" className="plain-list" aria-label={t('Payment sources')}>
      {used.map(({ source, silence, lastHeardAt }) => (
        <Group component="li" key={source} gap={6} wrap="nowrap" fz="sm">
          <Box
            component="span"
            w={10}
            h={10}
            bdrs="50%"
            bg={`var(--galla-${silence === null ? 'success' : 'failed'})`}
            aria-hidden
          />
          <Light source={source} isSilent={silence !== null} lastHeardAt={lastHeardAt} />
        </Group>
      ))}
    </Group>
  )
}

/** A polite region: a payment that arrives is read out. */
function Newest({ payments }: { payments: TodayData['payments'] | undefined }) {
  if (payments === undefined || payments.length === 0) return null
  return (
    <Box className={css.newest} p={{ base: 'md', sm: 'lg' }} aria-live="polite">
      <Title order={3} fz="sm" fw={600} c="dimmed">
        {t('Last payments')}
      </Title>
      <Box component="ul" mt="xs" className="plain-list">
        {payments.map((payment) => (
          <Payment key={payment.creditId} payment={payment} />
        ))}
      </Box>
    </Box>
  )
}

function Payment({ payment }: { payment: TodayData['payments'][number] }) {
  const { creditId, state, orderId, name, amount, receivedAt } = payment
  const isSettled = state === 'matched' && orderId !== null
  return (
    <Group component="li" gap="sm" wrap="nowrap" mih={36}>
      <Text span fw={650} miw={84} ta="end" className="amount">
        <Link to={isSettled ? orderPath(orderId) : casesPath({ credit: creditId })}>
          {displayAmount(amount)}
        </Link>
      </Text>
      {/* The badge goes below a long name. */}
      <Group gap="0 8px" flex={1} miw={0}>
        <Text span flex="1 1 112px" miw={0} truncate dir="auto">
          {name ?? t('Payer unknown')}
        </Text>
        {!isSettled && (
          <StateBadge tone={STATE_TONES[state]} Icon={STATE_ICONS[state]} label={STATE_LABELS[state]} />
        )}
      </Group>
      <time dateTime={receivedAt} title={displayWhenInFull(receivedAt)} className="muted nowrap">
        {displayTime(receivedAt)}
      </time>
    </Group>
  )
}
