import type { AlertRow, AlertSource } from '@galla/contract/reconciliation/alerts'
import { Group, Stack, Text, Title } from '@mantine/core'
import { When } from '../../../components/display/when.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { alertBadge, firstLineOf, readingInWords } from '../../../format/alert-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import css from './alerts-panel.module.css'
import type { useReceivedAlerts } from './received-alerts-query.ts'
import { RefusedAlerts } from './refused-alerts.tsx'

const WORDS = {
  failed: t('Received messages could not be loaded'),
  unreachable: t('Received messages could not be loaded. The page keeps trying.'),
}

interface ReceivedAlertsProps extends Pick<AlertSource, 'refused'> {
  readonly received: ReturnType<typeof useReceivedAlerts>
}

/** What arrives and what was understood of it, within seconds: a phone that is being set up shows here that it works. */
export function ReceivedAlerts({ received, refused }: ReceivedAlertsProps) {
  const { data = [], isPending, isError, error } = received
  return (
    <Stack aria-labelledby="received-alerts" component="section" gap="xs" miw={0}>
      <Title id="received-alerts" order={3} fz="sm">
        {t('What arrived')}
      </Title>
      <RefusedAlerts refused={refused} />
      {data.length === 0 && (
        <Text c="dimmed">
          {isError && failureMessage(error, WORDS)}
          {!(isError || isPending) &&
            t(
              'Nothing yet. Send the phone an SMS, or use the test of the forwarder app: it shows here within seconds, with what Galla understood.',
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
  const { word, tone } = alertBadge(alert)
  const { amount } = alert.found
  return (
    <li>
      <Group justify="space-between" gap="4px 8px">
        <ToneBadge tone={tone}>
          {alert.outcome === 'credit' && amount !== null
            ? t('{badge} of {amount}', { badge: word, amount: displayAmount(amount) })
            : word}
        </ToneBadge>
        <Text c="dimmed">
          {alert.sender ?? t('Sender unknown')} · <When at={alert.receivedAt} />
        </Text>
      </Group>
      <Text mt={4} lineClamp={2} dir="auto">
        {firstLineOf(alert)}
      </Text>
      <Text mt={4} c="dimmed">
        {alert.refusal ?? readingInWords(alert.reading)}
      </Text>
    </li>
  )
}
