import { IconAlertTriangle, IconPlayerPause, IconWebhook } from 'virtual:icons'
import type { ReplyOf } from '@galla/contract/endpoint'
import { COUNTED_MAX, deliveryHealth, type UnhealthyEndpoint } from '@galla/contract/operator/operator-system'
import { Skeleton, Stack } from '@mantine/core'
import { useData } from '../../api/use-data.ts'
import { When } from '../../components/display/when.tsx'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import { Tile, Tiles, UNKNOWN } from '../../components/layout/facts.tsx'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { MERCHANT_COLUMN } from './merchant-column.tsx'
import { ProviderHealth, SourceHealth } from './provider-health.tsx'

const REFRESH_MS = 15_000

const COLUMNS: readonly Column<UnhealthyEndpoint>[] = [
  MERCHANT_COLUMN,
  { head: 'Host', cell: ({ host }) => <span className="mono">{host}</span> },
  {
    head: 'State',
    width: 'middle',
    cell: ({ state }) =>
      state === 'paused' ? (
        <StateBadge tone="failed" Icon={IconPlayerPause} label="Paused" />
      ) : (
        <StateBadge tone="pending" Icon={IconAlertTriangle} label="Failing" />
      ),
  },
  { head: 'Since', width: 'short', cell: ({ since }) => <When at={since} /> },
  { head: 'Waiting', width: 'short', end: true, cell: ({ waiting }) => displayCount(waiting) },
]

const upTo = (count: number): string =>
  count >= COUNTED_MAX ? `${displayCount(count)}+` : displayCount(count)

export function WebhooksPage() {
  const health = useData(queryKeys.operator.webhooks, deliveryHealth, {}, { refetchInterval: REFRESH_MS })
  const { data } = health
  const isUnknown = data === undefined && health.isError
  return (
    <>
      <PageTitle title="Webhooks & providers" line="Delivery of notifications to the merchants' servers." />
      <Stack gap="md" miw={0}>
        <Figures health={data} isUnknown={isUnknown} />
        <ListPanel
          what="The webhooks"
          query={health}
          count={data?.unhealthy.length}
          empty={{
            Icon: IconWebhook,
            title: 'All webhooks work',
            text: 'URLs that fail or are paused appear here, oldest first.',
          }}
        >
          <DataTable
            label="Failing webhooks"
            columns={COLUMNS}
            rows={data?.unhealthy}
            keyOf={({ merchantId, mode, host, since }) => `${merchantId} ${mode} ${host} ${since}`}
          />
        </ListPanel>
        {isUnknown || <ProviderHealth providers={data?.providers} />}
        {isUnknown || <SourceHealth sources={data?.sources} />}
      </Stack>
    </>
  )
}

type Health = ReplyOf<typeof deliveryHealth>['data']

function Figures({ health: data, isUnknown }: { health: Health | undefined; isUnknown: boolean }) {
  const figure = (value: string | undefined) =>
    value ?? (isUnknown ? UNKNOWN : <Skeleton h={22} w={64} mt={6} />)
  return (
    <Tiles>
      <Tile
        name="Webhook URLs"
        value={figure(data && displayCount(data.endpoints))}
        note="set by merchants"
      />
      <Tile
        name="Failing"
        value={figure(data && displayCount(data.failing))}
        note="retried automatically"
        {...(data !== undefined && data.failing > 0 ? { tone: 'pending' as const } : {})}
      />
      <Tile
        name="Paused"
        value={figure(data && displayCount(data.paused))}
        note="until their merchant resumes them"
        {...(data !== undefined && data.paused > 0 ? { tone: 'failed' as const } : {})}
      />
      <Tile
        name="Deliveries waiting"
        value={figure(data && upTo(data.waiting))}
        note={
          data?.oldestDueAt == null ? (
            'none due'
          ) : (
            <>
              first due <When at={data.oldestDueAt} />
            </>
          )
        }
      />
    </Tiles>
  )
}
