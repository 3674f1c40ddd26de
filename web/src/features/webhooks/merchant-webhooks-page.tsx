import { IconFilterOff, IconHistory, IconSend, IconWebhook } from 'virtual:icons'
import { testWebhook } from '@galla/contract/api-keys/api-details'
import { WEBHOOK_EVENTS } from '@galla/contract/webhooks/webhook'
import {
  DELIVERY_STATES,
  type DeliveryRow,
  type WebhookEndpointShown,
} from '@galla/contract/webhooks/webhook-deliveries'
import { Button, Group, NativeSelect, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { OrderId } from '../../components/display/order-id.tsx'
import { When } from '../../components/display/when.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError, ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { useAct } from '../../components/form/use-act.ts'
import { useAddressSearch } from '../../components/form/use-address-search.ts'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryStateBadge, STATE_LOOKS } from './delivery-state.tsx'
import { EndpointPanel } from './endpoint-panel.tsx'
import css from './merchant-webhooks-page.module.css'
import { ReplayDialog } from './replay-dialog.tsx'
import { useDeliveries, useEndpoint } from './webhooks-query.ts'
import { isFiltered, readView, TIME_WORDS, type WebhooksView, writeView } from './webhooks-view.ts'

const TEST_WORDS = {
  failed: 'Failed to send the test webhook',
  unreachable: 'Something went wrong while sending the test webhook',
}
const HEALTH_WORDS = 'The health could not be loaded'
const NO_FILTER = { state: undefined, event: undefined, time: undefined, order: '' } as const

const columnsOf = (onOpen: (id: string) => void): readonly Column<DeliveryRow>[] => [
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
  const { status, error, durationMs } = last
  return `${status === null ? (error ?? 'no answer').replaceAll('_', ' ') : `HTTP ${status}`}, ${durationMs}\u00a0ms`
}

/** The filters and the opened notification, as the address has them. */
function useWebhooksView() {
  const [search, setSearch] = useAddressSearch()
  const show = (change: Partial<WebhooksView>, replace = true) =>
    setSearch((now) => writeView({ ...readView(now), ...change }), { replace })
  return { view: readView(search), show }
}

export function MerchantWebhooksPage() {
  const { mode } = useUser()
  const { view, show } = useWebhooksView()
  const endpoint = useEndpoint()
  const deliveries = useDeliveries(view)
  return (
    <>
      <PageTitle
        title="Webhooks"
        line={`Notifications sent to your server in ${mode} mode, and its answers. Times in India (IST).`}
        actions={<Actions endpoint={endpoint.data} />}
      />
      <Stack gap="md" miw={0}>
        {endpoint.data === undefined && endpoint.isError ? (
          <LoadError
            message={failureMessage(endpoint.error, HEALTH_WORDS)}
            onRetry={() => void endpoint.refetch()}
          />
        ) : (
          <EndpointPanel endpoint={endpoint.data} />
        )}
        <Filters view={view} onChange={show} />
        <ListPanel
          what="The notifications"
          query={deliveries}
          count={deliveries.hasNextPage ? undefined : deliveries.rows?.length}
          empty={<Empty filtered={isFiltered(view)} onClear={() => show(NO_FILTER)} />}
        >
          <DataTable
            label="Notifications"
            columns={columnsOf((delivery) => show({ delivery }, false))}
            rows={deliveries.rows}
            keyOf={({ id }) => id}
          />
        </ListPanel>
      </Stack>
      <DeliveryDrawer id={view.delivery} onClose={() => show({ delivery: undefined })} />
    </>
  )
}

function Actions({ endpoint }: { endpoint: WebhookEndpointShown | undefined }) {
  const [replaying, setReplaying] = useState(false)
  const hasUrl = endpoint?.url != null
  return (
    <>
      <SendTest disabled={!hasUrl} />
      <Button
        variant="default"
        h={36}
        disabled={!hasUrl || endpoint.paused != null}
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={() => setReplaying(true)}
      >
        Send again...
      </Button>
      <ReplayDialog opened={replaying} onClose={() => setReplaying(false)} />
    </>
  )
}

function SendTest({ disabled }: { disabled: boolean }) {
  const test = useAct({
    act: () => callEndpoint(testWebhook),
    failed: TEST_WORDS,
    refreshes: queryKeys.webhooks.all,
  })
  return (
    <ActionButton
      variant="default"
      h={36}
      busy={test.isPending}
      busyLabel="Sending..."
      disabled={disabled}
      leftSection={<IconSend size={16} aria-hidden />}
      onClick={() => test.mutate()}
    >
      Send test
    </ActionButton>
  )
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered)
    return (
      <ScreenMessage
        Icon={IconFilterOff}
        title="No notification fits"
        text="None has this state, event, order and time."
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    )
  return (
    <ScreenMessage
      Icon={IconWebhook}
      title="No notifications yet"
      text="When an order succeeds or fails, Galla notifies your server, and each attempt appears here. Send a test to see one."
    />
  )
}

function Filters({
  view,
  onChange,
}: {
  view: WebhooksView
  onChange: (change: Partial<WebhooksView>) => void
}) {
  const all = (label: string) => ({ value: '', label })
  return (
    <Group component="search" gap="xs" align="stretch" className={css.filters} aria-label="Notifications">
      <NativeSelect
        aria-label="State"
        data={[
          all('All states'),
          ...DELIVERY_STATES.map((value) => ({ value, label: STATE_LOOKS[value].word })),
        ]}
        value={view.state ?? ''}
        onChange={(event) => onChange(readPart('state', event.currentTarget.value))}
      />
      <NativeSelect
        aria-label="Event"
        data={[all('All events'), ...WEBHOOK_EVENTS]}
        value={view.event ?? ''}
        onChange={(event) => onChange(readPart('event', event.currentTarget.value))}
      />
      <NativeSelect
        aria-label="Time"
        data={[all('Any time'), ...Object.entries(TIME_WORDS).map(([value, label]) => ({ value, label }))]}
        value={view.time ?? ''}
        onChange={(event) => onChange(readPart('time', event.currentTarget.value))}
      />
      <TextInput
        maw={{ base: 'none', xs: 320 }}
        flex="1 1 180px"
        aria-label="Order ID"
        placeholder="Order ID"
        autoComplete="off"
        spellCheck={false}
        maxLength={26}
        value={view.order}
        error={view.order !== '' && view.order.length !== 26 ? 'An order ID has 26 characters' : undefined}
        onChange={(event) => onChange({ order: event.currentTarget.value.trim().toUpperCase() })}
      />
      {isFiltered(view) && (
        <Button variant="subtle" h={36} px={10} onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

/** A choice as the address would say it. */
const readPart = (name: 'state' | 'event' | 'time', value: string): Partial<WebhooksView> => ({
  [name]: readView(new URLSearchParams({ [name]: value }))[name],
})
