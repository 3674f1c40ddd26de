import { IconBrandTelegram, IconDeviceDesktop, IconDeviceMobile } from 'virtual:icons'
import {
  addBrowser,
  type Notices,
  type NoticeTarget,
  readNotices,
  removeNoticeTarget,
  sendTestNotice,
} from '@galla/contract/notices/notices'
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { Lines } from '../../../components/display/lines.tsx'
import { When } from '../../../components/display/when.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { Seal } from '../../../components/feedback/seal.tsx'
import { toastFailure } from '../../../components/feedback/toast.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { lazyDialog } from '../../../components/overlay/lazy-dialog.tsx'
import { deviceInWords } from '../../../format/device-words.ts'
import { language } from '../../../locales/language.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { NoticeChoices } from './notice-choices.tsx'
import { canPush, PushDenied, rememberTarget, subscribe, thisTarget } from './push-device.ts'

const TelegramDialog = lazyDialog(async () => (await import('./telegram-dialog.tsx')).TelegramDialog, {
  failed: t('The dialog could not be loaded. Try again.'),
})

/** Where and of what the merchant is notified at once. */
export function NoticesPage() {
  const notices = useData(queryKeys.notices, readNotices)
  return (
    <>
      <PageTitle title={t('Notifications')} />
      {notices.data !== undefined ? (
        <Stack gap="lg">
          <Targets notices={notices.data} />
          <NoticeChoices notices={notices.data} />
        </Stack>
      ) : notices.isError ? (
        <LoadError message={t('Notifications could not be loaded')} onRetry={() => void notices.refetch()} />
      ) : (
        <Skeleton h={240} radius="lg" aria-hidden />
      )}
    </>
  )
}

function Targets({ notices }: { notices: Notices }) {
  const [links, setLinks] = useState(false)
  const { targets, hasTelegram } = notices
  const test = useAction({
    act: () => callEndpoint(sendTestNotice),
    failed: t('The test could not be sent'),
    done: t('A test is on its way to each device, and to your e-mail address.'),
    refreshes: queryKeys.notices,
  })
  return (
    <Panel
      title={t('Where you are notified')}
      action={
        <ActionButton
          variant="default"
          busy={test.isPending}
          busyLabel={t('Sending...')}
          onClick={() => test.mutate()}
        >
          {t('Send a test')}
        </ActionButton>
      }
    >
      <Text c="dimmed" mb="md">
        {t(
          'A notification arrives within seconds, also while Galla is closed. It shows the amount and your order ID, also on a locked screen.',
        )}
      </Text>
      {targets.length > 0 && (
        <Lines>
          {targets.map((target) => (
            <TargetLine key={target.id} target={target} />
          ))}
        </Lines>
      )}
      <Group mt="md" gap="sm">
        <ThisBrowser notices={notices} />
        {hasTelegram && (
          <Button variant="default" leftSection={<IconBrandTelegram />} onClick={() => setLinks(true)}>
            {t('Link Telegram')}
          </Button>
        )}
      </Group>
      {links && <TelegramDialog known={targets} onClose={() => setLinks(false)} />}
    </Panel>
  )
}

/** Adds the browser that shows this page, unless it is there. */
function ThisBrowser({ notices: { pushKey, targets } }: { notices: Notices }) {
  const isOurs = targets.some(({ id }) => id === thisTarget())
  const add = useAction({
    act: async () => {
      const body = { ...(await subscribe(pushKey, isOurs)), language }
      return callEndpoint(addBrowser, { body })
    },
    failed: t('This device could not be added'),
    done: t('This device is notified from now on.'),
    onDone: ({ data }) => rememberTarget(data.targetId),
    onFailed: (error) => {
      if (error instanceof PushDenied)
        toastFailure(t('Allow notifications in the settings of this browser first.'))
      return error instanceof PushDenied
    },
    refreshes: queryKeys.notices,
  })
  if (!canPush())
    return (
      <Text c="dimmed">
        {t('This browser takes no notifications. On an iPhone, add Galla to the home screen first.')}
      </Text>
    )
  if (isOurs) return null
  return (
    <ActionButton
      busy={add.isPending}
      busyLabel={t('Adding...')}
      leftSection={<IconDeviceMobile />}
      onClick={() => add.mutate()}
    >
      {t('Notify this device')}
    </ActionButton>
  )
}

function TargetLine({
  target: { id, way, label, createdAt, notifiedAt, problem },
}: {
  target: NoticeTarget
}) {
  const remove = useAction({
    act: () => callEndpoint(removeNoticeTarget, { params: { id } }),
    failed: t('This could not be removed'),
    refreshes: queryKeys.notices,
  })
  const Icon =
    way === 'telegram'
      ? IconBrandTelegram
      : /Android|iPhone|iPad|KaiOS/.test(label)
        ? IconDeviceMobile
        : IconDeviceDesktop
  return (
    <Group component="li" gap={14} wrap="nowrap">
      <Seal tone="created" size={40} bdrs={12}>
        <Icon size={20} stroke={1.7} />
      </Seal>
      <Box flex={1} miw={0}>
        <Group component="p" gap="4px 8px" fw={550} className="breaks">
          {way === 'telegram' ? `Telegram: ${label}` : deviceInWords(label)}
          {id === thisTarget() && <ToneBadge tone="success">{t('This device')}</ToneBadge>}
          {problem !== null && <ToneBadge tone="failed">{t('Could not be reached')}</ToneBadge>}
        </Group>
        <Text c="dimmed">
          {notifiedAt === null
            ? richText('Added <when></when>', { when: () => <When at={createdAt} /> })
            : richText('Last notified <when></when>', { when: () => <When at={notifiedAt} /> })}
        </Text>
      </Box>
      <ActionButton
        variant="default"
        busy={remove.isPending}
        busyLabel={t('Removing...')}
        aria-label={remove.isPending ? undefined : t('Remove {label}', { label })}
        onClick={() => remove.mutate()}
      >
        {t('Remove')}
      </ActionButton>
    </Group>
  )
}
