import { IconExternalLink, IconHistory } from 'virtual:icons'
import { allTransactions, type TransactionRow } from '@galla/contract/orders/transactions'
import { ActionIcon, Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useData } from '../../api/use-data.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { When } from '../../components/display/when.tsx'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { fullUrl, paths, payPath } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'

const ROWS = 6
const REFRESH_MS = 10_000
const FAILURE = {
  failed: t('Failed to fetch transactions'),
  unreachable: t('Something went wrong while fetching transactions'),
}

/** The latest payment links with their status. */
export function RecentLinks() {
  const { mode } = useUser()
  const recent = useData(
    queryKeys.orders.recentLinks(mode),
    allTransactions,
    { query: { page: 1, limit: ROWS } },
    { refetchInterval: REFRESH_MS },
  )
  return (
    <Panel title={t('Recent links')} action={<Link to={paths.orders}>{t('All orders')}</Link>}>
      {recent.data === undefined && recent.isError && <QueryError query={recent} failure={FAILURE} />}
      {recent.data !== undefined && recent.isError && <OldData query={recent} failure={FAILURE} />}
      {recent.isPending && <RowsSkeleton />}
      {recent.data?.length === 0 && (
        <ScreenMessage
          Icon={IconHistory}
          title={t('No links yet')}
          text={t('Your recent links appear here with their status.')}
        />
      )}
      {recent.data !== undefined && recent.data.length > 0 && (
        <Box component="ul" mt="-xs" mb="-sm" className="plain-list">
          {recent.data.map((row) => (
            <Row key={row.orderId} row={row} />
          ))}
        </Box>
      )}
    </Panel>
  )
}

function Row({ row }: { row: TransactionRow }) {
  const url = fullUrl(payPath(row.orderId))
  const id = row.clientTransactionId
  return (
    <Group component="li" gap={2} wrap="nowrap" mih={60}>
      <Box flex={1} miw={0}>
        <Group component="p" gap="2px 8px" fw={600}>
          <span className="amount">{displayAmount(row.amount)}</span>
          <StatusBadge status={row.status} failureReason={row.failureReason} />
        </Group>
        <Text c="dimmed" fz="xs" truncate>
          <span dir="auto">{row.customer.name}</span> · <When at={row.createdAt} />
        </Text>
      </Box>
      <CopyIcon text={url} what={t('payment link of {id}', { id })} />
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('Open payment page of {id}', { id })}
        title={t('Open payment page')}
      >
        <IconExternalLink />
      </ActionIcon>
    </Group>
  )
}

function RowsSkeleton() {
  return (
    <Stack gap="sm" role="status" aria-busy="true" aria-label={t('Loading recent links')}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} h={48} radius="md" />
      ))}
    </Stack>
  )
}
