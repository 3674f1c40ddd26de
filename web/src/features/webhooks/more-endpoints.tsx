import { IconEdit, IconPlayerPause, IconPlayerPlay, IconPlus, IconRefresh, IconTrash } from 'virtual:icons'
import { resumeWebhook } from '@galla/contract/webhooks/webhook-deliveries'
import {
  FURTHER_ENDPOINTS_MAX,
  type FurtherEndpointShown,
  pauseWebhookEndpoint,
  removeWebhookEndpoint,
  rotateWebhookEndpointSecret,
} from '@galla/contract/webhooks/webhook-endpoints'
import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Lines } from '../../components/display/lines.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { type ActionReply, useAction } from '../../components/form/use-action.ts'
import { Panel } from '../../components/layout/panel.tsx'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import { ConfirmButton, RowButton } from '../../components/overlay/row-button.tsx'
import { displayWhen } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { useFurtherEndpoints } from './webhooks-query.ts'

const EndpointDialog = lazyDialog(async () => (await import('./endpoint-dialog.tsx')).EndpointDialog, {
  failed: 'The endpoint could not be opened. Try again.',
})

interface MoreEndpointsProps {
  /** The endpoint whose health and notifications are below. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

/** The endpoints beside the webhook URL, and the choice of the one that is shown below. */
export function MoreEndpoints({ chosen, onChoose }: MoreEndpointsProps) {
  const list = useFurtherEndpoints()
  const [edited, setEdited] = useState<FurtherEndpointShown | 'new'>()
  const rows = list.data ?? []
  return (
    <Panel
      title="More endpoints"
      note="Send chosen events to other systems too, such as your books, each with its own signing secret."
      action={
        <Button
          variant="default"
          leftSection={<IconPlus />}
          disabled={list.data === undefined || rows.length >= FURTHER_ENDPOINTS_MAX}
          onClick={() => setEdited('new')}
        >
          Add endpoint
        </Button>
      }
    >
      {list.data === undefined &&
        (list.isError ? (
          <QueryError query={list} failure="The endpoints could not be loaded" />
        ) : (
          <Skeleton h={20} w={280} />
        ))}
      {rows.length > 0 && (
        <Stack gap="sm" miw={0}>
          <Lines>
            {rows.map((row) => (
              <EndpointRow
                key={row.id}
                endpoint={row}
                onEdit={() => setEdited(row)}
                onRemoved={() => row.id === chosen && onChoose(undefined)}
              />
            ))}
          </Lines>
          <NativeSelect
            maw={360}
            label="Show health and notifications of"
            data={[
              { value: '', label: 'Webhook URL' },
              ...rows.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen ?? ''}
            onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : value)}
          />
        </Stack>
      )}
      {edited !== undefined && <EndpointDialog endpoint={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  )
}

interface EndpointRowProps {
  readonly endpoint: FurtherEndpointShown
  readonly onEdit: () => void
  readonly onRemoved: () => void
}

function EndpointRow({ endpoint, onEdit, onRemoved }: EndpointRowProps) {
  const { id, name, url, events, secret } = endpoint
  const params = { endpointId: id }
  const refreshes = queryKeys.webhooks.all
  const isPaused = endpoint.paused !== null
  const pause = useAction({
    act: (): Promise<ActionReply> =>
      isPaused
        ? callEndpoint(resumeWebhook, { query: { endpoint: id } })
        : callEndpoint(pauseWebhookEndpoint, { params }),
    failed: `Failed to ${isPaused ? 'resume' : 'pause'} the endpoint`,
    refreshes,
  })
  const rotate = useAction({
    act: () => callEndpoint(rotateWebhookEndpointSecret, { params }),
    failed: 'Failed to rotate the signing secret',
    refreshes,
  })
  const remove = useAction({
    act: () => callEndpoint(removeWebhookEndpoint, { params }),
    failed: 'Failed to remove the endpoint',
    refreshes,
    onDone: onRemoved,
  })
  return (
    <li>
      <Group gap="4px 12px">
        <strong>{name}</strong>
        <EndpointState endpoint={endpoint} />
      </Group>
      <Text className="breaks">{url}</Text>
      <Text c="dimmed" fz="sm" className="breaks">
        {events.join(', ')}
      </Text>
      <Group gap={2} ml={-10}>
        <RowButton Icon={IconEdit} aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </RowButton>
        <RowButton
          Icon={isPaused ? IconPlayerPlay : IconPlayerPause}
          disabled={pause.isPending}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => pause.mutate()}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </RowButton>
        <ConfirmButton
          label="Rotate secret"
          Icon={IconRefresh}
          title={`Rotate the signing secret of ${name}?`}
          busyLabel="Rotating..."
          busy={rotate.isPending}
          onConfirm={(close) => rotate.mutate(undefined, { onSuccess: close })}
        >
          <p>For 24 hours, Galla signs with both the old and the new secret.</p>
        </ConfirmButton>
        <ConfirmButton
          label="Remove"
          Icon={IconTrash}
          color="failed"
          title={`Remove ${name}?`}
          action="Remove endpoint"
          busyLabel="Removing..."
          busy={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        >
          <p>Notifications that wait for it are deleted. Your other endpoints are not affected.</p>
        </ConfirmButton>
        <Group gap={0} wrap="nowrap">
          <Text span fz="sm" c="dimmed">
            Signing secret
          </Text>
          <CopyIcon text={secret} what={`signing secret of ${name}`} />
        </Group>
      </Group>
    </li>
  )
}

function EndpointState({ endpoint: { paused, failingSince } }: { endpoint: FurtherEndpointShown }) {
  if (paused !== null)
    return (
      <Text span c="var(--galla-failed)" fz="sm">
        Paused since {displayWhen(paused.at)}
      </Text>
    )
  if (failingSince === null) return null
  return (
    <Text span c="var(--galla-pending)" fz="sm">
      Failing since {displayWhen(failingSince)}
    </Text>
  )
}
