import { isSettled } from '../../../api/is-settled.ts'
import { BankEmailPanel, BankEmailSkeleton } from '../bank-email/bank-email-panel.tsx'
import { useAlertSource } from './alert-source-query.ts'
import { AlertsPanel } from './alerts-panel.tsx'
import { useReceivedAlerts } from './received-alerts-query.ts'

/** The sources for accounts without a provider. The emails wait until the alerts above have their final height. */
export function AlertsAndEmails() {
  const source = useAlertSource()
  const hasAccount = Boolean(source.data)
  const received = useReceivedAlerts(hasAccount)
  const isPlaced = isSettled(source) && (!hasAccount || isSettled(received))
  return (
    <>
      <AlertsPanel source={source} received={received} isPlaced={isPlaced} />
      {isPlaced ? <BankEmailPanel /> : <BankEmailSkeleton />}
    </>
  )
}
