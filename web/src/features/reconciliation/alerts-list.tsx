import { ALERT_DAYS, type AlertRow, dismissAlert } from '@galla/contract/bank-alerts/alerts'
import { Button, NativeSelect } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { alertBadge, firstLineOf, readingText } from '../../format/alert-labels.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { CasesList } from './cases-list.tsx'
import type { CasesNavigation } from './cases-navigation.ts'
import { useAlerts } from './cases-query.ts'
import { MESSAGE_LABELS, readView } from './cases-view.ts'

/** Selects which of the stored messages are listed. */
export function MessagesChoice({ navigation: { view, show } }: { navigation: CasesNavigation }) {
  return (
    <NativeSelect
      flex={{ base: 1, sm: '0 1 260px' }}
      aria-label={t('Messages')}
      data={Object.entries(MESSAGE_LABELS).map(([value, label]) => ({ value, label }))}
      value={view.messages}
      onChange={({ currentTarget: { value } }) =>
        show({ ...readView(new URLSearchParams({ tab: 'alerts', messages: value })) }, true)
      }
    />
  )
}

const SAMPLE = alertBadge({ outcome: 'unread', refusal: null })

const isWaiting = ({ outcome, isSecret }: AlertRow): boolean =>
  !isSecret && (outcome === 'unread' || outcome === 'untrusted')

/** Messages that could not be parsed, or came from an untrusted sender. */
export function AlertsList({ navigation }: { navigation: CasesNavigation }) {
  const { view } = navigation
  const alerts = useAlerts(view)
  return (
    <CasesList
      label={t('Unread alerts')}
      query={alerts}
      navigation={navigation}
      row={(alert) => ({
        name: alert.id,
        label: t('Alert from {sender}: {text}', {
          sender: alert.sender ?? t('an unknown sender'),
          text: alert.isSecret ? t('a one-time password') : alert.text,
        }),
        isOpen: alert.id === view.alert,
        amount: alert.found.amount === null ? '₹?' : displayAmount(alert.found.amount),
        first: firstLineOf(alert),
        second: `${alert.sender ?? t('Sender unknown')} · ${readingText(alert.reading)}`,
        badge: alertBadge(alert),
        at: alert.receivedAt,
        foot: t('Kept for {days} days', { days: ALERT_DAYS }),
        onOpen: () => navigation.open({ alert: alert.id }),
        actions: isWaiting(alert)
          ? [
              {
                label: t('Record as a payment'),
                onAct: () => navigation.open({ alert: alert.id, act: 'record' }),
              },
            ]
          : [],
        bulk: isWaiting(alert)
          ? { dismiss: () => callEndpoint(dismissAlert, { params: { alertId: alert.id } }) }
          : {},
      })}
      empty={
        view.messages === 'waiting'
          ? {
              title: t('No unread alerts'),
              sample: SAMPLE,
              text: t('Bank messages that Galla could not read or trust wait here for your review.'),
            }
          : {
              title: t('No messages'),
              sample: SAMPLE,
              text: t('No messages of this kind in the last {days} days.', { days: ALERT_DAYS }),
              action: (
                <Button variant="default" onClick={() => navigation.show({ messages: 'waiting', page: 1 })}>
                  {t('Show all waiting')}
                </Button>
              ),
            }
      }
    />
  )
}
