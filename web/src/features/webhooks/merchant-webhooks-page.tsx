import { IconFilterOff, IconHistory, IconWebhook } from 'virtual:icons'
import type { DeliveryRow, WebhookEndpointShown } from '@galla/contract/webhooks/webhook-deliveries'
import { Button, Stack, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { OrderId } from '../../components/display/order-id.tsx'
import { When } from '../../components/display/when.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import type { ScreenMessageProps } from '../../components/feedback/screen-message.tsx'
import { SendTestWebhook } from '../../components/form/send-test-webhook.tsx'
import { useAddressSearch } from '../../components/form/use-address-search.ts'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import { answerLabel } from '../../format/answer-label.ts'
import { useUser } from '../../session/session.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryFilters, NO_FILTER } from './delivery-filters.tsx'
import { DeliveryStateBadge } from './delivery-state.tsx'
import { EndpointPanel } from './endpoint-panel.tsx'
import css from './merchant-webhooks-page.module.css'
import { MoreEndpoints } from './more-endpoints.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { useDeliveries, useEndpoint } from './webhooks-query.ts'
import { isFiltered, readView, type WebhooksView, writeView } from './webhooks-view.ts'

/** The filters and the open delivery, stored in the address. */
function useWebhooksView() {
  const [search, setSearch] = useAddressSearch()
  const show = (change: Partial<WebhooksView>, replace = true) =>
    setSearch((now) => writeView({ ...readView(now), ...change }), { replace })
  return { view: readView(search), show }
}

export function MerchantWebhooksPage() {
  const { mode } = useUser()
  const { view, show } = useWebhooksView()
  const endpoint = useEndpoint(view.endpoint)
  const deliveries = useDeliveries(view)
  return (
    <>
      <PageTitle
        title="Webhooks"
        line={`Notifications to your server in ${mode} mode, and its replies.`}
        actions={<Actions id={view.endpoint} endpoint={endpoint.data} />}
      />
      <Stack gap="md" miw={0}>
        <MoreEndpoints
          chosen={view.endpoint}
          onChoose={(id) => show({ ...NO_FILTER, endpoint: id, delivery: undefined }, false)}
        />
        {endpoint.data === undefined && endpoint.isError ? (
          <QueryError query={endpoint} failure="The health could not be loaded" />
        ) : (
          <EndpointPanel id={view.endpoint} endpoint={endpoint.data} />
        )}
        <DeliveryFilters view={view} onChange={show} />
        <ListPanel
          what="The notifications"
          query={deliveries}
          count={deliveries.hasNextPage ? undefined : deliveries.rows?.length}
          empty={noDeliveries(isFiltered(view), () => show(NO_FILTER))}
        >
          <DataTable
            label="Notifications"
            columns={deliveryColumns((delivery) => show({ delivery }, false))}
            rows={deliveries.rows}
            keyOf={({ id }) => id}
          />
        </ListPanel>
      </Stack>
      <DeliveryDrawer
        id={view.delivery}
        endpoint={view.endpoint}
        onClose={() => show({ delivery: undefined })}
      />
    </>
  )
}

function Actions({ id, endpoint }: { id: string | undefined; endpoint: WebhookEndpointShown | undefined }) {
  const [replaying, setReplaying] = useState(false)
  const hasUrl = endpoint?.url != null
  return (
    <>
      <SendTestWebhook hasUrl={hasUrl} endpoint={id} />
      <Button
        variant="default"
        disabled={!hasUrl || endpoint.paused != null}
        leftSection={<IconHistory />}
        onClick={() => setReplaying(true)}
      >
        Send again...
      </Button>
      <ReplayDialog endpoint={id} opened={replaying} onClose={() => setReplaying(false)} />
    </>
  )
}

const noDeliveries = (isFiltered: boolean, onClear: () => void): ScreenMessageProps =>
  isFiltered
    ? {
        Icon: IconFilterOff,
        title: 'No notifications found',
        text: 'No notifications match the filters.',
        action: (
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        ),
      }
    : {
        Icon: IconWebhook,
        title: 'No notifications yet',
        text: 'When an order succeeds or fails, Galla notifies your server, and each attempt appears here. Send a test to see one.',
      }

const deliveryColumns = (onOpen: (id: string) => void): readonly Column<DeliveryRow>[] => [
  {
    head: 'Event',
    width: 'middle',
    card: 'start',
    cell: ({ id, event }) => (
      <UnstyledButton {...opensRow(id)} className={css.open ?? ''} onClick={() => onOpen(id)}>
        {event}
      </UnstyledButton>
    ),
  },
  { head: 'State', width: 'middle', card: 'end', cell: ({ state }) => <DeliveryStateBadge state={state} /> },
  {
    head: 'Order',
    card: 'line',
    cell: ({ orderId }) =>
      orderId === null ? (
        <span className="muted">of no order</span>
      ) : (
        <span className="mono">
          <OrderId id={orderId} />
        </span>
      ),
  },
  { head: 'Last answer', width: 'middle', card: 'start', cell: ({ attempts }) => lastAnswer(attempts) },
  {
    head: 'Attempts',
    width: 'short',
    end: true,
    wideOnly: true,
    card: 'none',
    cell: ({ attemptsMade }) => attemptsMade,
  },
  {
    head: 'Happened',
    width: 'middle',
    end: true,
    card: 'end',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
]

const lastAnswer = (attempts: DeliveryRow['attempts']) => {
  const last = attempts.at(-1)
  if (last === undefined) return <span className="muted">none yet</span>
  return `${answerLabel(last)}, ${last.durationMs}\u00a0ms`
}
