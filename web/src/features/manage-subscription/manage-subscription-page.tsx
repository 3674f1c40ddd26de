import { Stack } from '@mantine/core'
import { useRef } from 'react'
import { isSettled } from '../../api/is-settled.ts'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { t } from '../../locales/translate.ts'
import { useSubscription, useSubscriptionHistory } from '../../plans/subscription-query.ts'
import { useArrival } from './arrival.ts'
import { ArrivalBanner } from './arrival-banner.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

export function ManageSubscriptionPage() {
  const subscription = useSubscription()
  const history = useSubscriptionHistory()
  const isPlaced = isSettled(subscription)
  const { arrival, dismiss } = useArrival(subscription.data, history.data)
  const table = useRef<HTMLDivElement>(null)
  const toHistory = () => {
    table.current?.focus({ preventScroll: true })
    table.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <PageTitle
        title={t('Manage Subscription')}
        line={t('Your plan, what is left of it, and every payment you made for it.')}
      />
      <Stack gap="lg">
        {arrival !== undefined && <ArrivalBanner arrival={arrival} onDismiss={dismiss} />}
        <SubscriptionCard subscription={subscription} onHistory={toHistory} />
        <div ref={table} tabIndex={-1} style={{ scrollMarginTop: 84, outline: 'none' }}>
          <HistoryPanel history={history} isPlaced={isPlaced} />
        </div>
        <BillingPanel isPlaced={isPlaced && isSettled(history)} />
      </Stack>
    </>
  )
}
