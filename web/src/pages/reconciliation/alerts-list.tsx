import { ALERT_DAYS } from '@galla/contract/alerts'
import { displayAmount } from '../../indian-display.ts'
import { CaseRow } from './case-row.tsx'
import { CasesList } from './cases-list.tsx'
import type { CasesPlace } from './cases-place.ts'
import { useAlerts } from './cases-query.ts'

/** Messages that could not be read, or came from a sender who can't be believed. */
export function AlertsList({ place }: { place: CasesPlace }) {
  const { view } = place
  const alerts = useAlerts({ search: '', page: view.page, enabled: true })
  return (
    <CasesList
      label="Unread alerts"
      query={alerts}
      place={place}
      row={(alert) => (
        <CaseRow
          key={alert.id}
          name={alert.id}
          label={`Alert from ${alert.sender ?? 'an unknown sender'}: ${alert.text}`}
          isOpen={alert.id === view.alert}
          amount={alert.found.amount === null ? '₹?' : displayAmount(alert.found.amount)}
          first={alert.text === '' ? (alert.title ?? 'An empty message') : alert.text}
          second={alert.sender ?? 'Sender not told'}
          badge={
            alert.outcome === 'untrusted'
              ? { word: 'Unexpected sender', tone: 'failed' }
              : { word: 'Not understood', tone: 'pending' }
          }
          at={alert.receivedAt}
          foot={`Kept ${ALERT_DAYS} days`}
          onOpen={() => place.open({ alert: alert.id })}
        />
      )}
      empty={{
        title: 'No unread alerts',
        text: 'A message of your bank that could not be understood or believed will wait here for your eyes.',
      }}
    />
  )
}
