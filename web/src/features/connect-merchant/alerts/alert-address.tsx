import { IconEye, IconEyeOff, IconQrcode, IconRefresh } from 'virtual:icons'
import type { AlertSource } from '@galla/contract/bank-alerts/alerts'
import { ActionIcon, Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { AddressText } from '../../../components/display/address-text.tsx'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { QrFigure, QrPicture } from '../../../components/display/qr-picture.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { ConfirmButton, RowButton } from '../../../components/overlay/row-button.tsx'
import { displayDay } from '../../../format/indian-display.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { useNewAddress } from './alert-source-query.ts'

export function AlertAddress({ source }: { source: AlertSource }) {
  return (
    <Stack aria-labelledby="alert-address" component="section" gap="xs" miw={0}>
      <Title id="alert-address" order={3} fz="sm">
        {t('Alert address')}
      </Title>
      <Text c="dimmed">
        {richText(
          'For payments to <b>{upiId}</b>. Anyone with this address can report payments to Galla. Keep it secret, like a password.',
          {
            b: (text) => (
              <strong>
                <AddressText address={text} />
              </strong>
            ),
          },
          { upiId: source.upiId },
        )}
      </Text>
      {source.alertUrl === null ? (
        <CreateAddress />
      ) : (
        <Shown url={source.alertUrl} since={source.addressSince} />
      )}
    </Stack>
  )
}

export function CreateAddress() {
  const make = useNewAddress(t('Alert address created'))
  return (
    <div>
      <ActionButton busy={make.isPending} busyLabel={t('Creating...')} onClick={() => make.mutate()}>
        {t('Create alert address')}
      </ActionButton>
    </div>
  )
}

/** Masks the secret at the end of the URL. Copying does not need it unmasked. */
const covered = (url: string): string => `${url.slice(0, url.lastIndexOf('/') + 1)}${'•'.repeat(12)}`

function Shown({ url, since }: { url: string; since: string | null }) {
  const [isVisible, setVisible] = useState(false)
  const [hasQr, setQr] = useState(false)
  const label = isVisible ? t('Hide alert address') : t('Show alert address')
  const Icon = isVisible ? IconEyeOff : IconEye
  return (
    <>
      <Paper withBorder radius="md" p={6} pl="sm" display="flex" style={{ alignItems: 'center' }}>
        <Box component="code" flex={1} miw={0} fz="sm" className="breaks">
          {isVisible ? url : covered(url)}
        </Box>
        <ActionIcon aria-label={label} title={label} onClick={() => setVisible(!isVisible)}>
          <Icon />
        </ActionIcon>
        <CopyIcon text={url} what={t('alert address')} />
      </Paper>
      <Group gap="xs" justify="space-between">
        {since !== null && <Text c="dimmed">{t('Since {since}', { since: displayDay(since) })}</Text>}
        <Group gap={4} mx={-8}>
          <RowButton Icon={IconQrcode} aria-expanded={hasQr} onClick={() => setQr(!hasQr)}>
            {hasQr ? t('Hide QR code') : t('Show QR code')}
          </RowButton>
          <Replace />
        </Group>
      </Group>
      {hasQr && (
        <QrFigure picture={<QrPicture text={url} label={t('QR code of the alert address')} />}>
          {t(
            'Scan it with the phone that receives the SMS, then copy the address and paste it into the forwarder app.',
          )}
        </QrFigure>
      )}
    </>
  )
}

function Replace() {
  const replace = useNewAddress(t('Alert address replaced'))
  return (
    <ConfirmButton
      label={t('Replace address')}
      Icon={IconRefresh}
      title={t('Replace the alert address?')}
      busyLabel={t('Replacing...')}
      busy={replace.isPending}
      onConfirm={(close) => replace.mutate(undefined, { onSettled: close })}
    >
      <p>
        {t(
          'The old address and its signing secret stop working at once. No alerts reach Galla until you set up the new address on the phone. Earlier alerts are kept.',
        )}
      </p>
    </ConfirmButton>
  )
}
