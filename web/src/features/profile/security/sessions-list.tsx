import { IconDeviceDesktop, IconDeviceMobile } from 'virtual:icons'
import {
  endSession,
  type LoggedInSession,
  listSessions,
  logOutOthers,
} from '@galla/contract/auth/login-security'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { Lines } from '../../../components/display/lines.tsx'
import { When } from '../../../components/display/when.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { Seal } from '../../../components/feedback/seal.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { Panel } from '../../../components/layout/panel.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { deviceInWords } from '../../../format/device-words.ts'
import { displayCount, displayWhen } from '../../../format/indian-display.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

/** More are shown on request. */
const SHOWN_MAX = 6

/** The sessions of this account, with a way to end unknown ones. */
export function SessionsPanel() {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const sessions = useData(queryKeys.sessions, listSessions)
  const leave = useAction({
    act: () => callEndpoint(logOutOthers),
    failed: t('The other devices could not be logged out'),
    refreshes: queryKeys.sessions,
    onDone: () => void queryClient.invalidateQueries({ queryKey: queryKeys.counters.all }),
  })
  const others = (sessions.data?.length ?? 0) - 1
  return (
    <Panel
      title={t('Logged-in devices')}
      action={
        // Also without other sessions: someone else may have added a counter.
        sessions.data !== undefined && (
          <Button variant="default" onClick={() => setAsks(true)}>
            {t('Log out other devices')}
          </Button>
        )
      }
    >
      {sessions.data !== undefined ? (
        <SessionsList sessions={sessions.data} />
      ) : sessions.isError ? (
        <LoadError
          message={t('Logged-in devices could not be loaded')}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <PlacesSkeleton />
      )}
      <LeaveDialog
        others={others}
        opened={asks}
        busy={leave.isPending}
        onConfirm={() => leave.mutate(undefined, { onSettled: () => setAsks(false) })}
        onClose={() => setAsks(false)}
      />
    </Panel>
  )
}

function LeaveDialog({
  others,
  ...dialog
}: {
  others: number
  opened: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={t('Log out other devices?')}
      action={t('Log out other devices')}
      busyLabel={t('Logging out...')}
      {...dialog}
    >
      {others > 0 && (
        <p>
          {t(
            '{others, plural, one {# other device is logged out at once. You stay logged in here.} other {# other devices are logged out at once. You stay logged in here.}}',
            { others },
          )}
        </p>
      )}
      <p>
        {t('The devices of your counters are logged out too. Then create a new login link for each counter.')}
      </p>
    </ConfirmDialog>
  )
}

function SessionsList({ sessions }: { sessions: readonly LoggedInSession[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? sessions : sessions.slice(0, SHOWN_MAX)
  return (
    <>
      <Lines>
        {shown.map((session) => (
          <Group component="li" gap={14} wrap="nowrap" key={session.id}>
            <SessionDetails session={session} />
            {!session.current && <EndSession session={session} />}
          </Group>
        ))}
      </Lines>
      {shown.length < sessions.length && (
        <Button variant="subtle" mt="xs" onClick={() => setAll(true)}>
          {t('Show all {length}', { length: displayCount(sessions.length) })}
        </Button>
      )}
      {sessions.length === 1 && (
        <Text mt="md" c="dimmed">
          {t('You are not logged in on any other device.')}
        </Text>
      )}
    </>
  )
}

function SessionDetails({
  session: { device, createdAt, lastUsedAt, current },
}: {
  session: LoggedInSession
}) {
  const Icon = /Android|iPhone|iPad|KaiOS/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <>
      <Seal tone="created" size={40} bdrs={12}>
        <Icon size={20} stroke={1.7} />
      </Seal>
      <Box flex={1} miw={0}>
        <Group component="p" gap="4px 8px" fw={550}>
          {deviceInWords(device)}
          {current && <ToneBadge tone="success">{t('This device')}</ToneBadge>}
        </Group>
        <Group component="p" gap="0 16px" align="stretch" c="dimmed">
          <span>
            {current
              ? t('In use now')
              : richText('Last used <when></when>', { when: () => <When at={lastUsedAt} /> })}
          </span>
          <span>{richText('Since <when></when>', { when: () => <When at={createdAt} /> })}</span>
        </Group>
      </Box>
    </>
  )
}

function EndSession({ session: { id, device, lastUsedAt } }: { session: LoggedInSession }) {
  const end = useAction({
    act: () => callEndpoint(endSession, { params: { sessionId: id } }),
    failed: t('The device could not be logged out'),
    refreshes: queryKeys.sessions,
  })
  return (
    <ActionButton
      variant="default"
      busy={end.isPending}
      busyLabel={t('Logging out...')}
      aria-label={
        end.isPending
          ? undefined
          : t('Log out {device}, last used {lastUsedAt}', {
              device: deviceInWords(device),
              lastUsedAt: displayWhen(lastUsedAt),
            })
      }
      onClick={() => end.mutate()}
    >
      {t('Log out')}
    </ActionButton>
  )
}

function PlacesSkeleton() {
  return (
    <div aria-hidden>
      <Lines>
        {['a', 'b'].map((row) => (
          <Group component="li" gap={14} wrap="nowrap" key={row}>
            <Skeleton h={40} w={40} radius={12} />
            <Box flex={1} miw={0}>
              <Skeleton h={14} w={140} my={3} />
              <Skeleton h={14} w="70%" my={6} />
            </Box>
          </Group>
        ))}
      </Lines>
    </div>
  )
}
