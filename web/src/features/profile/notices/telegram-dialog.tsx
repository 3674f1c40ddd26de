import {
  closeTelegramLink,
  type NoticeTarget,
  openTelegramLink,
  readNotices,
} from '@galla/contract/notices/notices'
import { Button, Center, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { QrCode } from '../../../components/display/qr-code.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { toastSuccess } from '../../../components/feedback/toast.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { language } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

const POLL_MS = 2_000

/** Links a chat. The bot is read only while this is open. */
export function TelegramDialog({ known, onClose }: { known: readonly NoticeTarget[]; onClose: () => void }) {
  const before = useRef(known)
  const link = useMutation({ mutationFn: () => callEndpoint(openTelegramLink, { body: { language } }) })
  const notices = useData(queryKeys.notices, readNotices, {}, { refetchInterval: POLL_MS })
  const open = link.mutate
  useEffect(() => {
    open()
    return () => void callEndpoint(closeTelegramLink).catch(() => undefined)
  }, [open])
  const isLinked = notices.data?.targets.some(
    ({ id, way }) => way === 'telegram' && !before.current.some((each) => each.id === id),
  )
  useEffect(() => {
    if (isLinked !== true) return
    toastSuccess(t('The chat is linked.'))
    onClose()
  }, [isLinked, onClose])
  const url = link.data?.data.url
  return (
    <Dialog title={t('Link Telegram')} onClose={onClose}>
      {link.isError ? (
        <LoadError
          message={failureMessage(
            link.error,
            t('Telegram could not be reached. Please try again in a moment.'),
          )}
          onRetry={() => link.mutate()}
        />
      ) : (
        <Stack>
          <Text>
            {t('Open the chat with our bot, or scan the code with your phone, and press Start there.')}
          </Text>
          <Center mih={200}>
            {url === undefined ? (
              <Skeleton w={200} h={200} aria-hidden />
            ) : (
              <QrCode text={url} label={t('QR code of the chat with the bot')} width={200} />
            )}
          </Center>
          <Button component="a" href={url} target="_blank" rel="noopener" disabled={url === undefined}>
            {t('Open Telegram')}
          </Button>
          <Text c="dimmed" role="status">
            {t('Waiting for Start. The link works for 10 minutes, while this is open.')}
          </Text>
        </Stack>
      )}
    </Dialog>
  )
}
