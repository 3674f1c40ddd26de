import { IconDownload } from 'virtual:icons'
import { type Counter, counterStandee, type StandeeSize } from '@galla/contract/counters/counters'
import { Box, Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../../api/receive-file.ts'
import { inFileName } from '../../browser/file-download.ts'
import { QrCode } from '../../components/display/qr-code.tsx'
import { saveQr } from '../../components/display/qr-svg-file.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { LANGUAGE_OPTIONS } from './language-options.ts'

const SIZES: readonly { readonly value: StandeeSize; readonly label: string }[] = [
  { value: 'a4', label: 'A4' },
  { value: 'a5', label: 'A5' },
  { value: 'a6', label: 'A6' },
  { value: 'sticker', label: t('Sticker, 75 × 100 mm') },
]

interface Choice {
  readonly size: StandeeSize
  readonly language: Counter['language']
}

/** The QR of a counter and its printable standee. */
export function PrintedQrDialog({ counter, onClose }: { counter: Counter; onClose: () => void }) {
  const { id: counterId, name, staticLink, upiId } = counter
  const [choice, setChoice] = useState<Choice>({ size: 'a5', language: counter.language })
  const standee = useMutation({
    mutationFn: () =>
      downloadFile(
        counterStandee,
        { params: { counterId }, query: choice },
        'application/pdf',
        () => `${inFileName(name)}-${choice.size}.pdf`,
      ),
    onError: (error) => toastFailure(failureMessage(error, t('The standee could not be downloaded'))),
  })
  return (
    <Dialog title={t('QR of {name}', { name })} onClose={onClose}>
      <Stack>
        <Box w={208} mx="auto">
          <QrCode text={staticLink} label={t('QR code of {name}', { name })} />
        </Box>
        <p>
          {richText(
            "Customers type the amount and pay to <b>{upiId}</b>. Each payment appears on the counter's screen.",
            {},
            { upiId },
          )}
        </p>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('Paper')}
            data={SIZES}
            value={choice.size}
            onChange={({ currentTarget }) =>
              setChoice({ ...choice, size: currentTarget.value as StandeeSize })
            }
          />
          <NativeSelect
            label={t('Language')}
            data={LANGUAGE_OPTIONS}
            value={choice.language}
            onChange={({ currentTarget }) =>
              setChoice({ ...choice, language: currentTarget.value as Counter['language'] })
            }
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => saveQr(staticLink, name)}>
            {t('QR only')}
          </Button>
          <ActionButton
            leftSection={<IconDownload />}
            busy={standee.isPending}
            busyLabel={t('Saving...')}
            onClick={() => standee.mutate()}
          >
            {t('Download standee')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
