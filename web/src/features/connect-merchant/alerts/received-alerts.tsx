import { IconAlertTriangle } from 'virtual:icons'
import type { AlertRefusal, AlertRow, AlertSource } from '@galla/contract/bank-alerts/alerts'
import { Group, Stack, Text, Title } from '@mantine/core'
import { When } from '../../../components/display/when.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { alertBadge, firstLineOf, readingText } from '../../../format/alert-labels.ts'
import { displayAmount, displayWhen } from '../../../format/indian-display.ts'
import { t, translateServerText } from '../../../locales/translate.ts'
import { refusalText } from './alert-health.ts'
import css from './alerts-panel.module.css'
import type { useReceivedAlerts } from './received-alerts-query.ts'

const FAILURE = {
  failed: t('Received messages could not be loaded'),
  unreachable: t('Received messages could not be loaded. The page keeps trying.'),
}

interface ReceivedAlertsProps extends Pick<AlertSource, 'refused'> {
  readonly received: ReturnType<typeof useReceivedAlerts>
}

/** The received messages and what was read in them, within seconds, so that the merchant sees that a new phone works. */
export function ReceivedAlerts({ received, refused }: ReceivedAlertsProps) {
  const { data = [], isPending, isError, error } = received
  return (
    <Stack aria-labelledby="received-alerts" component="section" gap="xs" miw={0}>
      <Title id="received-alerts" order={3} fz="sm">
        {t('Received messages')}
      </Title>
      <RefusedAlerts refused={refused} />
      {data.length === 0 && (
        <Text c="dimmed">
          {isError && failureMessage(error, FAILURE)}
          {!(isError || isPending) &&
            t(
              "No messages yet. Send the phone an SMS, or use the forwarder app's test. The message appears here within seconds and shows what Galla read.",
            )}
        </Text>
      )}
      <ul className={`plain-list ${css.received}`} aria-live="polite">
        {data.map((alert) => (
          <Received key={alert.id} alert={alert} />
        ))}
      </ul>
    </Stack>
  )
}

function Received({ alert }: { alert: AlertRow }) {
  const { label, tone, Icon } = alertBadge(alert)
  const { amount } = alert.found
  return (
    <li>
      <Group justify="space-between" gap="4px 8px">
        <ToneBadge tone={tone} Icon={Icon}>
          {alert.outcome === 'credit' && amount !== null
            ? t('{badge} of {amount}', { badge: label, amount: displayAmount(amount) })
            : label}
        </ToneBadge>
        <Text c="dimmed">
          {alert.sender ?? t('Sender unknown')} · <When at={alert.receivedAt} />
        </Text>
      </Group>
      <Text mt={4} lineClamp={2} dir="auto">
        {firstLineOf(alert)}
      </Text>
      <Text mt={4} c="dimmed">
        {alert.refusal === null ? readingText(alert.reading) : translateServerText(alert.refusal)}
      </Text>
    </li>
  )
}

const ADVICE = {
  unsigned: t("Paste the signing secret into the forwarder app, or remove it below if the app can't sign."),
  wrong: t('Paste the same secret into the forwarder app. If you no longer have it, replace it below.'),
  old: t("Set the phone's clock to automatic. If it already is, someone may be sending old messages again."),
  undated: t(
    "Add %receivedStamp% to the forwarder app's payload template. Without a time, others could send a signed message again.",
  ),
  reused: t('Someone may have copied a signature. If this continues, replace the address and the secret.'),
  too_large: t(
    'The message is too long for a bank message. Check what the forwarder app or the mailbox sends.',
  ),
  too_many: t('The app sends them again. If this continues, someone else may know the address. Replace it.'),
} as const satisfies Record<AlertRefusal, string>

/** The messages of the last 24 hours that were rejected unread, and the remedy. */
function RefusedAlerts({ refused }: Pick<AlertSource, 'refused'>) {
  if (refused.length === 0) return null
  return (
    <section aria-label={t('Refused alerts')}>
      <Notice tone="pending" Icon={IconAlertTriangle} title={t('Refused in the last 24 hours')}>
        {refused.map((each) => (
          <p key={each.reason}>
            {t('{each}, last on {lastAt}. {advice}', {
              each: refusalText(each),
              lastAt: displayWhen(each.lastAt),
              advice: ADVICE[each.reason],
            })}
          </p>
        ))}
      </Notice>
    </section>
  )
}
