import { IconSend } from 'virtual:icons'
import { type DeliveryDetail, redeliver } from '@galla/contract/webhooks/webhook-deliveries'
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { When } from '../../components/display/when.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { toastFailure, toastSuccess } from '../../components/feedback/toast.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { Facts } from '../../components/layout/facts.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { useRowOpener } from '../../components/table/row-click.ts'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { orderPath } from '../../paths.ts'
import { DeliveryStateBadge } from './delivery-state.tsx'
import css from './merchant-webhooks-page.module.css'
import { useDelivery, useLookAgain } from './webhooks-query.ts'

const WORDS = {
  failed: 'The notification could not be loaded',
  unreachable: 'The notification could not be loaded',
}
const SEND_WORDS = {
  failed: 'Failed to send it again',
  unreachable: 'Something went wrong while sending it again',
}

interface DeliveryDrawerProps {
  readonly id: string | undefined
  readonly onClose: () => void
}

/** One notification: what was sent, what came back, how long it took, and once more. */
export function DeliveryDrawer({ id, onClose }: DeliveryDrawerProps) {
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
      <Box p={{ base: 'md', xs: 'lg' }}>{id !== undefined && <Shown key={id} id={id} />}</Box>
    </SideDrawer>
  )
}

function Shown({ id }: { id: string }) {
  const delivery = useDelivery(id)
  if (delivery.data !== undefined) return <Detail delivery={delivery.data} />
  if (delivery.isError)
    return (
      <LoadError message={failureMessage(delivery.error, WORDS)} onRetry={() => void delivery.refetch()} />
    )
  return (
    <div role="status" aria-busy="true" aria-label="Loading the notification">
      <Skeleton h={24} w={180} mb={16} />
      <Skeleton h={96} mb={24} />
      <Skeleton h={220} />
    </div>
  )
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  const lookAgain = useLookAgain()
  const again = useMutation({
    mutationFn: () => callEndpoint(redeliver, { params: { id: delivery.id } }),
    onSuccess: ({ msg }) => toastSuccess(msg),
    onError: (error) => toastFailure(failureMessage(error, SEND_WORDS)),
    onSettled: lookAgain,
  })
  return (
    <Stack gap="md" miw={0}>
      <Group gap="8px 12px" justify="space-between">
        <Group component="span" gap="8px 12px">
          <strong className="mono">{delivery.event}</strong>
          <DeliveryStateBadge state={delivery.state} />
        </Group>
        <ActionButton
          variant="default"
          h={36}
          busy={again.isPending}
          busyLabel="Sending..."
          disabled={delivery.state === 'pending'}
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => again.mutate()}
        >
          Send again
        </ActionButton>
      </Group>
      <Facts
        facts={[
          [
            'webhook-id',
            <Group key="id" component="span" gap={4} wrap="nowrap" className={`breaks ${css.withCopy}`}>
              <span className="mono">{delivery.eventId}</span>
              <CopyIcon text={delivery.eventId} what="webhook-id" />
            </Group>,
          ],
          ...(delivery.orderId === null
            ? []
            : ([
                [
                  'Order',
                  <Link key="order" to={orderPath(delivery.orderId)} className="mono">
                    {delivery.orderId}
                  </Link>,
                ],
              ] as const)),
          [
            'URL',
            <span key="url" className="breaks">
              {delivery.url}
            </span>,
          ],
          ['Happened', displayWhenInFull(delivery.createdAt)],
          ...(delivery.nextAttemptAt === null
            ? []
            : ([['Next attempt', <When key="next" at={delivery.nextAttemptAt} exact />]] as const)),
        ]}
      />
      <h3 className={css.heading}>
        {delivery.attempts.length === 0 ? 'Not tried yet' : `Attempts (${delivery.attemptsMade})`}
      </h3>
      <Stack component="ol" gap="xs" className="plain-list">
        {delivery.attempts.toReversed().map((attempt, index) => (
          <Attempt key={attempt.at} attempt={attempt} opened={index === 0} />
        ))}
      </Stack>
    </Stack>
  )
}

function Attempt({ attempt, opened }: { attempt: DeliveryDetail['attempts'][number]; opened: boolean }) {
  const { at, status, durationMs, error, response, request } = attempt
  return (
    <li>
      <details className={css.attempt} open={opened}>
        <summary>
          <Text span fw={600} className={`${css.answer} ${status === 200 ? css.success : css.failed}`}>
            {status === null ? (error ?? 'no answer').replaceAll('_', ' ') : `HTTP ${status}`}
          </Text>
          <span className="muted">{durationMs} ms</span>
          <When at={at} exact />
        </summary>
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
      </details>
    </li>
  )
}

function TextBlock({ title, text }: { title: string; text: string }) {
  return (
    <Box component="section" mb="sm" className={css.text} aria-label={title}>
      <Group component="header" gap="8px 12px" justify="space-between">
        <h4>{title}</h4>
        <CopyIcon text={text} what={title.toLowerCase()} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </Box>
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
