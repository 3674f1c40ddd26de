import { IconDeviceMobileMessage, IconInfoCircle } from 'virtual:icons'
import type { AlertSource } from '@galla/contract/bank-alerts/alerts'
import corpus from '@galla/upi/corpus/banks.json'
import { TRUSTED_BANKS } from '@galla/upi/sentence-example'
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Notice } from '../../../components/feedback/notice.tsx'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../../components/feedback/screen-message.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { serverTimeMs } from '../../../format/clock.ts'
import { displayWhen } from '../../../format/indian-display.ts'
import { t, translateServerText } from '../../../locales/translate.ts'
import { useUser } from '../../../session/session.tsx'
import { bankOf } from '../bank-of.ts'
import { AlertAddress } from './alert-address.tsx'
import { alertHealth } from './alert-health.ts'
import { AlertSigning } from './alert-signing.tsx'
import type { useAlertSource } from './alert-source-query.ts'
import { AlertTest } from './alert-test.tsx'
import { ForwarderHelp } from './forwarder-help.tsx'
import { LastDigits } from './last-digits.tsx'
import { NamedAccounts } from './named-accounts.tsx'
import { RailsChoice } from './rails-choice.tsx'
import { ReceivedAlerts } from './received-alerts.tsx'
import type { useReceivedAlerts } from './received-alerts-query.ts'
import { TrustedAlerts } from './trusted-alerts.tsx'

interface AlertsPanelProps {
  readonly source: ReturnType<typeof useAlertSource>
  readonly received: ReturnType<typeof useReceivedAlerts>
  readonly isPlaced: boolean
}

/** The set-up of a phone that forwards the bank's messages. */
export function AlertsPanel({ source, received, isPlaced }: AlertsPanelProps) {
  const { mode } = useUser()
  return (
    <Panel
      title={t('Alerts from a phone')}
      note={t(
        "An Android phone forwards your bank's SMS to Galla. Galla reads the amount and the UTR, and marks the order as paid. SMS from {length} banks are trusted. Every other message waits for your review in Reconciliation.",
        { length: TRUSTED_BANKS.length },
      )}
    >
      {source.data && isPlaced ? (
        <Ready source={source.data} received={received} isTest={mode === 'test'} />
      ) : source.data === null ? (
        <ScreenMessage
          Icon={IconDeviceMobileMessage}
          title={t('Connect your account first')}
          text={t("Then the account's own alert address and the phone setup steps appear here.")}
        />
      ) : source.isError ? (
        <QueryError query={source} failure={t('Failed to fetch the alert address')} />
      ) : (
        <AlertsSkeleton />
      )}
    </Panel>
  )
}

interface ReadyProps extends Pick<AlertsPanelProps, 'received'> {
  readonly source: AlertSource
  readonly isTest: boolean
}

function Ready({ source, received, isTest }: ReadyProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Stack gap={20} miw={0}>
        <AlertAddress source={source} />
        {isTest && (
          <Text c="dimmed">
            {t(
              'You are in test mode. Messages sent to this address count for your test orders. Live mode has a separate address.',
            )}
          </Text>
        )}
        {source.alertUrl !== null && (
          <>
            <Health source={source} />
            <AlertTest alertUrl={source.alertUrl} />
            <ReceivedAlerts received={received} refused={source.refused} />
            <AlertSigning signedSince={source.signedSince} />
          </>
        )}
        <BankGaps upiId={source.upiId} />
        <RailsChoice rails={source.rails} />
        <LastDigits saved={source.lastDigits} />
        <NamedAccounts named={source.namedDigits} />
        <TrustedAlerts />
      </Stack>
      <ForwarderHelp alertUrl={source.alertUrl} signedSince={source.signedSince} />
    </SimpleGrid>
  )
}

const TONES = { waiting: 'calm', heard: 'success', silent: 'pending' } as const

function Health({ source }: { source: AlertSource }) {
  const { state, title, day } = alertHealth(source, serverTimeMs())
  return (
    <section aria-label={t('Last alert')}>
      <Notice tone={TONES[state]} Icon={IconDeviceMobileMessage} title={title}>
        <p>
          {source.lastReceivedAt !== null && (
            <>
              {t('Last alert {lastReceivedAt}.', {
                lastReceivedAt: displayWhen(source.lastReceivedAt),
              })}{' '}
            </>
          )}
          {day === '' ? t('No messages in the last 24 hours.') : t('In the last 24 hours: {day}.', { day })}
        </p>
        {state === 'silent' && (
          <p>
            {t(
              'If you did receive payments, check that the phone is on and online, and that Android lets the forwarder app run. In Settings, Apps, your forwarder app, Battery, choose Unrestricted.',
            )}
          </p>
        )}
        {state === 'waiting' && <p>{t('The first message appears below within seconds.')}</p>}
      </Notice>
    </section>
  )
}

function AlertsSkeleton() {
  return (
    <SimpleGrid
      cols={{ base: 1, lg: 2 }}
      spacing="xl"
      aria-busy="true"
      role="status"
      aria-label={t('Loading the alert address')}
    >
      <Stack gap={20} miw={0}>
        <Skeleton h={20} w={140} />
        <Skeleton h={44} />
        <Skeleton h={92} radius="md" />
        <Skeleton h={190} radius="md" />
      </Stack>
      <Stack gap={20} miw={0}>
        <Skeleton h={20} w={180} />
        <Skeleton h={40} />
        <Skeleton h={110} />
        <Skeleton h={130} radius="md" />
      </Stack>
    </SimpleGrid>
  )
}

/** Payments that banks, the account's own bank included, do not report by SMS. The handle of the UPI ID identifies the bank. */
function BankGaps({ upiId }: { upiId: string }) {
  const bank = bankOf(upiId)
  const title = bank && t('If your account is with {name}', { name: bank.name })
  return (
    <Notice Icon={IconInfoCircle} title={title}>
      {[...(bank?.gaps ?? []), ...corpus.everyBank].map(({ text }) => (
        <p key={text}>{translateServerText(text)}</p>
      ))}
    </Notice>
  )
}
