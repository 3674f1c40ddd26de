import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerPause,
  IconWebhook,
} from 'virtual:icons'
import type { ReplyOf } from '@galla/contract/endpoint'
import { COUNTED_MAX, deliveryHealth, type UnhealthyEndpoint } from '@galla/contract/operator/operator-system'
import { PROVIDER_NAMES } from '@galla/contract/payment-accounts/accounts'
import { VERIFICATION_NAMES } from '@galla/contract/payment-accounts/verification'
import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { When } from '../../components/display/when.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { Tile, Tiles, UNKNOWN } from '../../components/layout/facts.tsx'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import { displayCount } from '../../format/indian-display.ts'
import { operatorMerchantPath } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import page from './merchant-page.module.css'
import css from './toolbar.module.css'

const REFRESH_MS = 15_000

const COLUMNS: readonly Column<UnhealthyEndpoint>[] = [
  {
    head: 'Merchant',
    width: 'long',
    cell: ({ merchantId, merchantName, mode }) => (
      <TwoLines
        first={
          <Link to={operatorMerchantPath(merchantId)} {...opensRow(merchantId)} className={css.name ?? ''}>
            {merchantName}
          </Link>
        }
        second={mode === 'live' ? 'Live' : 'Test'}
      />
    ),
  },
  { head: 'Host', cell: ({ host }) => <span className="mono">{host}</span> },
  {
    head: 'State',
    width: 'middle',
    cell: ({ state }) =>
      state === 'paused' ? (
        <ToneBadge tone="failed" Icon={IconPlayerPause}>
          Paused
        </ToneBadge>
      ) : (
        <ToneBadge tone="pending" Icon={IconAlertTriangle}>
          Failing
        </ToneBadge>
      ),
  },
  { head: 'Since', width: 'middle', cell: ({ since }) => <When at={since} /> },
  { head: 'Waiting', width: 'short', end: true, cell: ({ waiting }) => displayCount(waiting) },
]

const upTo = (count: number): string =>
  count >= COUNTED_MAX ? `${displayCount(count)}+` : displayCount(count)

export function WebhooksPage() {
  const health = useQuery({
    queryKey: queryKeys.operator.webhooks,
    queryFn: async ({ signal }) => (await callEndpoint(deliveryHealth, { signal })).data,
    refetchInterval: REFRESH_MS,
  })
  const { data } = health
  const isUnknown = data === undefined && health.isError
  const figure = (value: string | undefined) =>
    value ?? (isUnknown ? UNKNOWN : <Skeleton h={22} w={64} mt={6} />)
  return (
    <>
      <PageTitle
        title="Webhooks & providers"
        line="Whether notifications reach the merchants' servers. Times in India (IST)."
      />
      <Stack gap="md" miw={0}>
        <Tiles>
          <Tile
            name="Webhook URLs"
            value={figure(data && displayCount(data.endpoints))}
            note="set by merchants"
          />
          <Tile
            name="Failing"
            value={figure(data && displayCount(data.failing))}
            note="tried again by themselves"
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
                'none is due'
              ) : (
                <>
                  first due <When at={data.oldestDueAt} />
                </>
              )
            }
          />
        </Tiles>
        <ListPanel
          what="The webhooks"
          query={health}
          count={data?.unhealthy.length}
          empty={
            <ScreenMessage
              Icon={IconWebhook}
              title="Every webhook works"
              text="A URL that fails or was paused appears here, the longest broken first."
            />
          }
        >
          <DataTable
            label="Webhooks that do not work"
            columns={COLUMNS}
            rows={data?.unhealthy}
            keyOf={({ merchantId, mode }) => `${merchantId} ${mode}`}
          />
        </ListPanel>
        {isUnknown || <ProviderHealth providers={data?.providers} />}
        {isUnknown || <SourceHealth sources={data?.sources} />}
      </Stack>
    </>
  )
}

type Providers = ReplyOf<typeof deliveryHealth>['data']['providers']

function ProviderHealth({ providers }: { providers: Providers | undefined }) {
  return (
    <Panel title="Providers" note="Live accounts that new orders are paid to.">
      {providers === undefined ? (
        <Skeleton h={40} />
      ) : providers.length === 0 ? (
        <p className="muted">No merchant has connected a live account yet.</p>
      ) : (
        <Stack component="ul" gap={0} className={`plain-list ${page.list}`}>
          {providers.map(({ provider, accounts }) => (
            <li key={provider}>
              <Text span miw={0} className="breaks">
                <Box component="strong" display="block" fw={550}>
                  {PROVIDER_NAMES[provider]}
                </Box>
              </Text>
              <span className="amount">
                {displayCount(accounts)} {accounts === 1 ? 'account' : 'accounts'}
              </span>
            </li>
          ))}
        </Stack>
      )}
    </Panel>
  )
}

type Sources = ReplyOf<typeof deliveryHealth>['data']['sources']

/** How the providers' APIs fare over all merchants: one that fails for many is the provider's trouble, not a merchant's. */
function SourceHealth({ sources }: { sources: Sources | undefined }) {
  return (
    <Panel title="Automatic verification" note="The providers' APIs, over the accounts of all merchants.">
      {sources === undefined ? (
        <Skeleton h={40} />
      ) : sources.length === 0 ? (
        <p className="muted">No merchant has connected a provider's API yet.</p>
      ) : (
        <Stack component="ul" gap={0} className={`plain-list ${page.list}`}>
          {sources.map((source) => (
            <li key={source.source}>
              <Text span miw={0} className="breaks">
                <Box component="strong" display="block" fw={550}>
                  {VERIFICATION_NAMES[source.source]}
                </Box>
                <Text span c="dimmed" fz="xs">
                  {displayCount(source.working)} working, {displayCount(source.untested)} not asked yet
                  {source.lastWorkedAt !== null && (
                    <>
                      , last answer <When at={source.lastWorkedAt} />
                    </>
                  )}
                </Text>
              </Text>
              {source.failing + source.paused > 0 ? (
                <ToneBadge tone="failed" Icon={IconAlertTriangle}>
                  {displayCount(source.failing)} failing, {displayCount(source.paused)} paused
                </ToneBadge>
              ) : source.working > 0 ? (
                <ToneBadge tone="success" Icon={IconCircleCheck}>
                  Works
                </ToneBadge>
              ) : (
                <ToneBadge tone="created" Icon={IconCircleDashed}>
                  Not asked yet
                </ToneBadge>
              )}
            </li>
          ))}
        </Stack>
      )}
    </Panel>
  )
}
