import { Stack } from '@mantine/core'
import { useRef } from 'react'
import { isSettled } from '../../api/is-settled.ts'
import { Banner } from '../../components/feedback/banner.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { t } from '../../locales/translate.ts'
import { useSubscription, useSubscriptionHistory } from '../../plans/subscription-query.ts'
import { type Arrival, useArrival } from './arrival.ts'
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

const ARRIVALS = {
  starting: { tone: 'success', message: t('Payment received. Your plan starts in a moment...') },
  started: { tone: 'success', message: t('Payment received. Your plan is active.') },
  late: {
    tone: 'pending',
    message: t(
      'Payment received. Your plan has not started yet, which takes longer than usual. Nothing is lost: please reload this page in a few minutes.',
    ),
  },
  unpaid: {
    tone: 'pending',
    message: t(
      'Your payment has not been confirmed yet. As soon as it has come, your plan starts by itself.',
    ),
  },
  failed: {
    tone: 'failed',
    message: t('The payment was not completed, so nothing has changed. You can try again at any time.'),
  },
} as const satisfies Record<Arrival, object>

/** For who comes back from the payment page. */
function ArrivalBanner({ arrival, onDismiss }: { arrival: Arrival; onDismiss: () => void }) {
  const { tone, message } = ARRIVALS[arrival]
  return <Banner tone={tone} message={message} {...(arrival === 'starting' ? {} : { onDismiss })} />
}
