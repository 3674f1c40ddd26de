import { IconPlayerPlay } from 'virtual:icons'
import {
  resumeWebhook,
  stopReplay,
  type WebhookEndpointShown,
} from '@galla/contract/webhooks/webhook-deliveries'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { When } from '../../components/display/when.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { STATES } from './delivery-state.tsx'
import css from './merchant-webhooks-page.module.css'
import { ofEndpoint } from './webhooks-query.ts'

const WHY = {
  gone: 'Your server answered 410, which means that the URL no longer exists.',
  failing: 'Your server has answered no notification with 200 for five days.',
  by_hand: 'You paused it, so its notifications wait.',
} as const

/** The health of the webhook endpoint: its problem, four figures, and a strip of the latest deliveries. */
export function EndpointPanel({
  id,
  endpoint,
}: {
  id: string | undefined
  endpoint: WebhookEndpointShown | undefined
}) {
  return (
    <Panel
      title="Health"
      note={
        endpoint === undefined ? (
          <Skeleton h={16} w={280} component="span" display="inline-block" />
        ) : endpoint.url === null ? (
          <>
            No webhook URL is set. <Link to={paths.apiDocumentation}>Set one in API Documentation</Link>
          </>
        ) : (
          <span className="breaks">{endpoint.url}</span>
        )
      }
    >
      <Stack gap="md" miw={0}>
        {endpoint?.paused != null && (
          <Paused id={id} paused={endpoint.paused} waiting={endpoint.health.waiting} />
        )}
        {endpoint?.paused == null && endpoint?.failingSince != null && (
          <Notice tone="pending">
            Failing since {displayWhen(endpoint.failingSince)}. Notifications are retried automatically. After
            five days without a 200 reply, the webhook is paused.
          </Notice>
        )}
        {endpoint?.previousSecretUntil != null && (
          <Notice tone="created">
            Notifications are also signed with the previous secret until{' '}
            {displayWhen(endpoint.previousSecretUntil)}.
          </Notice>
        )}
        <Figures id={id} endpoint={endpoint} />
        <Strip strip={endpoint?.strip} />
        {endpoint?.replay != null && endpoint.replay.finishedAt === null && (
          <Replaying id={id} replay={endpoint.replay} />
        )}
      </Stack>
    </Panel>
  )
}

function Paused({
  id,
  paused,
  waiting,
}: {
  id: string | undefined
  paused: NonNullable<WebhookEndpointShown['paused']>
  waiting: number
}) {
  const resume = useAction({
    act: () => callEndpoint(resumeWebhook, { query: ofEndpoint(id) }),
    failed: 'Failed to resume the webhook',
    refreshes: queryKeys.webhooks.all,
  })
  return (
    <Notice
      tone="failed"
      action={
        <ActionButton
          busy={resume.isPending}
          busyLabel="Resuming..."
          leftSection={<IconPlayerPlay />}
          onClick={() => resume.mutate()}
        >
          Resume
        </ActionButton>
      }
    >
      <strong>Paused since {displayWhen(paused.at)}.</strong> {WHY[paused.reason]} New notifications are kept;{' '}
      {displayCount(waiting)} {waiting === 1 ? 'waits' : 'wait'}. Once your server answers again, resume, and
      they are sent. A test event reaches it before.
    </Notice>
  )
}

function Figures({ id, endpoint }: { id: string | undefined; endpoint: WebhookEndpointShown | undefined }) {
  const figure = (value: React.ReactNode) =>
    endpoint === undefined ? <Skeleton h={22} w={64} mt={6} /> : value
  // While loading, the notes are blank instead of reporting zero.
  const note = (text: string) => (endpoint === undefined ? '\u00a0' : text)
  const {
    delivered = 0,
    notDelivered = 0,
    lastDeliveredAt,
    medianMs,
    slowestTwentiethMs,
    waiting = 0,
  } = endpoint?.health ?? {}
  const tried = delivered + notDelivered
  return (
    <Tiles>
      <Tile
        name="Delivered"
        value={figure(tried === 0 ? '–' : `${((100 * delivered) / tried).toFixed(1)}%`)}
        note={note(tried === 0 ? 'nothing sent yet' : `of the latest ${displayCount(tried)}`)}
      />
      <Tile
        name="Last delivered"
        value={figure(
          lastDeliveredAt == null ? (
            '–'
          ) : (
            <span className={css.when}>
              <When at={lastDeliveredAt} />
            </span>
          ),
        )}
        note={note(
          lastDeliveredAt == null ? 'nothing yet' : id === undefined ? 'answered with 200' : 'accepted',
        )}
      />
      <Tile
        name="Answer time"
        value={figure(medianMs == null ? '–' : `${displayCount(medianMs)} ms`)}
        note={
          slowestTwentiethMs == null
            ? 'median'
            : `median; one in 20 over ${displayCount(slowestTwentiethMs)} ms`
        }
      />
      <Tile
        name="Waiting"
        value={figure(displayCount(waiting))}
        note="for an attempt"
        {...(waiting > 0 ? { tone: 'pending' as const } : {})}
      />
    </Tiles>
  )
}

/** A bar for each of the latest deliveries; the list below has the same content as text. */
function Strip({ strip }: { strip: WebhookEndpointShown['strip'] | undefined }) {
  if (strip === undefined) return <Skeleton h={32} />
  if (strip.length === 0) return null
  return (
    <div>
      <Group gap={2} align="stretch" wrap="nowrap" h={32} className={css.strip} aria-hidden>
        {strip.map(({ id, state, createdAt }) => (
          <span
            key={id}
            style={{ background: `var(--galla-${STATES[state].tone})` }}
            title={`${STATES[state].label} · ${displayWhenInFull(createdAt)}`}
          />
        ))}
      </Group>
      <Text mt={6} c="dimmed" fz="xs">
        The latest {strip.length} notifications, newest on the right
      </Text>
    </div>
  )
}

function Replaying({
  id,
  replay,
}: {
  id: string | undefined
  replay: NonNullable<WebhookEndpointShown['replay']>
}) {
  const stop = useAction({
    act: () => callEndpoint(stopReplay, { query: ofEndpoint(id) }),
    failed: 'Failed to stop the replay',
    refreshes: queryKeys.webhooks.all,
  })
  return (
    <Notice
      tone="created"
      role="status"
      action={
        <Button variant="default" disabled={stop.isPending} onClick={() => stop.mutate()}>
          {stop.isPending ? 'Stopping...' : 'Stop'}
        </Button>
      }
    >
      Replaying: {displayCount(replay.sent)} of {displayCount(replay.expected)} sent again so far. New
      notifications are sent first.
    </Notice>
  )
}
