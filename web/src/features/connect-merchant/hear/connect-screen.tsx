import { type AlertSource, rulesUrl } from '@galla/contract/bank-alerts/alerts'
import { FORWARDERS } from '@galla/contract/bank-alerts/forwarders'
import { Box, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../../components/display/copy-button.tsx'
import { QrFigure, QrPicture } from '../../../components/display/qr-picture.tsx'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { t, translateServerText } from '../../../locales/translate.ts'
import { CreateAddress } from '../alerts/alert-address.tsx'
import { useAlertSource } from '../alerts/alert-source-query.ts'
import { AppPasswordSteps, ReceivingAddress } from '../bank-email/bank-email-panel.tsx'
import { useBankEmail } from '../bank-email/bank-email-query.ts'
import { MailboxForm } from '../bank-email/mailbox-form.tsx'
import type { Way } from './ways.ts'

interface ScreenProps {
  readonly way: Way
  readonly onDone: () => void
}

/** Screen 3: the phone or the mailbox begins to tell Galla. */
export function ConnectScreen({ way, onDone }: ScreenProps) {
  return (
    <Stack align="flex-start">
      {way === 'email' ? <ConnectMailbox onDone={onDone} /> : <ConnectPhone isApp={way === 'app'} />}
      <Button onClick={onDone}>{t('Next')}</Button>
    </Stack>
  )
}

function ConnectPhone({ isApp }: { isApp: boolean }) {
  const source = useAlertSource()
  if (source.data?.alertUrl === null) return <CreateAddress />
  if (source.data) return <PhoneSteps source={source.data} isApp={isApp} />
  return source.isError ? (
    <QueryError query={source} failure={t('Failed to fetch the alert address')} />
  ) : (
    <Skeleton
      h={240}
      radius="md"
      role="status"
      aria-busy="true"
      aria-label={t('Loading the alert address')}
    />
  )
}

const SMS_APP = FORWARDERS.find(({ rules }) => rules !== undefined)
const NOTICE_APP = FORWARDERS.find(({ id }) => id === 'notification-forwarder')

function PhoneSteps({ source, isApp }: { source: AlertSource; isApp: boolean }) {
  const url = source.alertUrl ?? ''
  const app = isApp ? NOTICE_APP : SMS_APP
  const code = isApp ? url : rulesUrl(url)
  if (app === undefined) return null
  return (
    <>
      <QrFigure
        picture={<QrPicture text={code} label={t('QR code that sets up {app}', { app: app.name })} />}
      >
        {isApp ? t('QR code of the alert address') : <a href={code}>{t('Or open it on this phone')}</a>}
      </QrFigure>
      <Stack component="ol" gap="xs" m={0} pl="lg">
        <li>{t('Install {app}.', { app: app.name })}</li>
        {isApp ? (
          app.steps.map((step) => <li key={step}>{translateServerText(step)}</li>)
        ) : (
          <>
            <li>{t('Scan the code and save the file.')}</li>
            <li>{t('In the app: Settings, Backup, Import.')}</li>
          </>
        )}
        <PhoneAwake />
      </Stack>
      {isApp && (
        <Group gap="xs">
          <CopyButton text={url} label={t('Copy alert address')} />
          <CopyButton text={app.template(url)} label={t('Copy template')} />
        </Group>
      )}
    </>
  )
}

/** Where the switches are that keep an app working in the background. */
const PHONE_BRANDS = [
  {
    name: 'Xiaomi, Redmi, POCO',
    steps: t('Hold the app, App info: Autostart on, Battery saver: No restrictions.'),
  },
  {
    name: 'Samsung',
    steps: t('Hold the app, App info, Battery: Unrestricted.'),
  },
  {
    name: 'Vivo, iQOO',
    steps: t('Settings, Battery, Background power use: allow the app. Settings, Apps, Autostart: on.'),
  },
  {
    name: 'Oppo, Realme, OnePlus',
    steps: t('Hold the app, App info, Battery usage: Allow background activity, Allow auto launch.'),
  },
  {
    name: t('Another phone'),
    steps: t('Settings, Apps, the app, Battery: Unrestricted.'),
  },
] as const

/** Each brand hides the switches elsewhere that let an app work in the background. */
function PhoneAwake() {
  const [brand, setBrand] = useState<string>(PHONE_BRANDS[0].name)
  const chosen = PHONE_BRANDS.find(({ name }) => name === brand) ?? PHONE_BRANDS[0]
  return (
    <Box component="li">
      <NativeSelect
        maw={320}
        aria-label={t('Phone')}
        data={PHONE_BRANDS.map(({ name }) => name)}
        value={brand}
        onChange={(event) => setBrand(event.currentTarget.value)}
      />
      <Text mt={4}>{chosen.steps}</Text>
    </Box>
  )
}

function ConnectMailbox({ onDone }: { onDone: () => void }) {
  const source = useBankEmail()
  if (!source.data) return null
  const { mailbox, receives } = source.data
  return (
    <>
      <AppPasswordSteps />
      {mailbox === null && <MailboxForm mailbox={null} onClose={onDone} isBrief />}
      {receives && (
        <>
          <ReceivingAddress source={source.data} />
          <Text c="dimmed">
            {t('Outlook: Settings, Mail, Rules, Add new rule: From your bank, Redirect to this address.')}
          </Text>
        </>
      )}
    </>
  )
}
