import { IconSend } from 'virtual:icons'
import { type DeliveryDetail, redeliver } from '@galla/contract/webhooks/webhook-deliveries'
import { Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { TextBlock } from '../../components/display/text-block.tsx'
import { When } from '../../components/display/when.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Facts } from '../../components/layout/facts.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { useRowOpener } from '../../components/table/row-click.ts'
import { answerLabel } from '../../format/answer-label.ts'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { orderPath } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { DeliveryStateBadge } from './delivery-state.tsx'
import { ofEndpoint, useDelivery } from './webhooks-query.ts'

/** One delivery with its request, response and duration, and a resend button. */
export function DeliveryDrawer({
  id,
  endpoint,
  onClose,
}: {
  id: string | undefined
  endpoint: string | undefined
  onClose: () => void
}) {
  const opener = useRowOpener(id)
  return (
    <SideDrawer
      opened={id !== undefined}
      onClose={onClose}
      opener={opener}
      closeLabel="Close the notification"
      size={640}
      title={<strong>Notification</strong>}
    >
      <Box p={{ base: 'md', xs: 'lg' }}>
        {id !== undefined && <Shown key={id} id={id} endpoint={endpoint} />}
      </Box>
    </SideDrawer>
  )
}

function Shown({ id, endpoint }: { id: string; endpoint: string | undefined }) {
  const delivery = useDelivery(id, endpoint)
  if (delivery.data !== undefined) return <Detail delivery={delivery.data} endpoint={endpoint} />
  if (delivery.isError) return <QueryError query={delivery} failure="The notification could not be loaded" />
  return (
    <div role="status" aria-busy="true" aria-label="Loading the notification">
      <Skeleton h={24} w={180} mb={16} />
      <Skeleton h={96} mb={24} />
      <Skeleton h={220} />
    </div>
  )
}

function Detail({ delivery, endpoint }: { delivery: DeliveryDetail; endpoint: string | undefined }) {
  return (
    <Stack gap="md" miw={0}>
      <Group gap="8px 12px" justify="space-between">
        <Group component="span" gap="8px 12px">
          <strong className="mono">{delivery.event}</strong>
          <DeliveryStateBadge state={delivery.state} />
        </Group>
        <SendAgain delivery={delivery} endpoint={endpoint} />
      </Group>
      <Facts facts={factsOf(delivery)} />
      {delivery.state === 'cancelled' && (
        <p className="muted">
          The order was paid or tried again before this failure was delivered, so it is not sent any more.
        </p>
      )}
      <h3>{delivery.attempts.length === 0 ? 'Not tried yet' : `Attempts (${delivery.attemptsMade})`}</h3>
      <Stack component="ol" gap="xs" className="plain-list">
        {delivery.attempts.toReversed().map((attempt, index) => (
          <Attempt key={attempt.at} attempt={attempt} opened={index === 0} />
        ))}
      </Stack>
    </Stack>
  )
}

function SendAgain({
  delivery: { id, state },
  endpoint,
}: {
  delivery: DeliveryDetail
  endpoint: string | undefined
}) {
  const again = useAction({
    act: () => callEndpoint(redeliver, { params: { id }, query: ofEndpoint(endpoint) }),
    failed: 'Failed to resend the notification',
    refreshes: queryKeys.webhooks.all,
  })
  return (
    <ActionButton
      variant="default"
      busy={again.isPending}
      busyLabel="Sending..."
      disabled={state === 'pending' || state === 'cancelled'}
      leftSection={<IconSend />}
      onClick={() => again.mutate()}
    >
      Send again
    </ActionButton>
  )
}

type Fact = readonly [string, ReactNode]

const factsOf = ({ eventId, orderId, url, createdAt, nextAttemptAt }: DeliveryDetail): readonly Fact[] => {
  const facts: Fact[] = [
    [
      'webhook-id',
      <Group key="id" component="span" gap={4} wrap="nowrap" className="breaks">
        <span className="mono">{eventId}</span>
        <CopyIcon text={eventId} what="webhook-id" />
      </Group>,
    ],
  ]
  if (orderId !== null)
    facts.push([
      'Order',
      <Link key="order" to={orderPath(orderId)} className="mono">
        {orderId}
      </Link>,
    ])
  facts.push(['URL', url], ['Happened', displayWhenInFull(createdAt)])
  if (nextAttemptAt !== null) facts.push(['Next attempt', <When key="next" at={nextAttemptAt} exact />])
  return facts
}

function Attempt({ attempt, opened }: { attempt: DeliveryDetail['attempts'][number]; opened: boolean }) {
  const { at, status, durationMs, response, request } = attempt
  return (
    <li>
      <Paper component="details" withBorder radius="md" px={14} open={opened}>
        <Group component="summary" gap="4px 16px" py={10}>
          <Text span fw={600} c={`var(--galla-${status === 200 ? 'success' : 'failed'})`}>
            {answerLabel(attempt)}
          </Text>
          <span className="muted">{durationMs} ms</span>
          <Text span ml="auto" c="dimmed">
            <When at={at} exact />
          </Text>
        </Group>
        {request !== null && (
          <>
            <TextBlock title="Request headers" text={linesOf(request.headers)} />
            <TextBlock title="Request body" text={pretty(request.body)} />
          </>
        )}
        <TextBlock
          title="Response, first 1 kB"
          text={response === null || response === '' ? '(empty)' : response}
        />
      </Paper>
    </li>
  )
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
