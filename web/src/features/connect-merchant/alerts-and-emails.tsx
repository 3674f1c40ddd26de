import { isSettled } from '../../api/is-settled.ts'
import { useAlertSource } from './alerts/alert-source-query.ts'
import { AlertsPanel } from './alerts/alerts-panel.tsx'
import { useReceivedAlerts } from './alerts/received-alerts-query.ts'
import { BankEmailPanel, BankEmailSkeleton } from './bank-email/bank-email-panel.tsx'
import { SourcesPanel } from './sources-panel.tsx'

/** What each source reported, and the sources for accounts without a provider. The emails wait until the alerts above have their final height. */
export function AlertsAndEmails() {
  const source = useAlertSource()
  const hasAccount = Boolean(source.data)
  const received = useReceivedAlerts(hasAccount)
  const isPlaced = isSettled(source) && (!hasAccount || isSettled(received))
  return (
    <>
      <SourcesPanel />
      <AlertsPanel source={source} received={received} isPlaced={isPlaced} />
      {isPlaced ? <BankEmailPanel /> : <BankEmailSkeleton />}
    </>
  )
}
