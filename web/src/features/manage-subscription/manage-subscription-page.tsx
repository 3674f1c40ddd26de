import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useRef } from 'react'
import { isSettled } from '../../api/is-settled.ts'
import { Banner } from '../../components/feedback/banner.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { BillingForm } from '../../components/form/billing-form.tsx'
import { useBilling } from '../../components/form/billing-query.ts'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { useSubscription, useSubscriptionHistory } from '../../plans/subscription-query.ts'
import { useMay } from '../../session/may.ts'
import { type Arrival, useArrival } from './arrival.ts'
import { HistoryPanel } from './history-panel.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

export function ManageSubscriptionPage() {
  const may = useMay()
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
        line={t('Your plan, its remaining QR requests, and your payments for it.')}
      />
      <Stack gap="lg">
        {arrival !== undefined && <ArrivalBanner arrival={arrival} onDismiss={dismiss} />}
        <SubscriptionCard subscription={subscription} onHistory={toHistory} />
        <div ref={table} tabIndex={-1} style={{ scrollMarginTop: 84, outline: 'none' }}>
          <HistoryPanel history={history} isPlaced={isPlaced} />
        </div>
        {may('POST /user/billing-details') && <BillingPanel isPlaced={isPlaced && isSettled(history)} />}
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
      'Payment received. Your plan is taking longer than usual to start. Your payment is safe: please reload this page in a few minutes.',
    ),
  },
  unpaid: {
    tone: 'pending',
    message: t(
      'Your payment has not been confirmed yet. Your plan starts automatically when it is received.',
    ),
  },
  failed: {
    tone: 'failed',
    message: t('The payment was not completed, so nothing has changed. You can try again at any time.'),
  },
} as const satisfies Record<Arrival, object>

/** The outcome of a purchase, after the payment page redirects back. */
function ArrivalBanner({ arrival, onDismiss }: { arrival: Arrival; onDismiss: () => void }) {
  const { tone, message } = ARRIVALS[arrival]
  return <Banner tone={tone} message={message} {...(arrival === 'starting' ? {} : { onDismiss })} />
}

/** The billing details for future invoices. */
function BillingPanel({ isPlaced }: { isPlaced: boolean }) {
  const billing = useBilling()
  return (
    <Panel
      title={t('Billing details')}
      note={t('These details appear on your new invoices. Existing invoices do not change.')}
    >
      {isPlaced && billing.data !== undefined && <BillingForm saved={billing.data} />}
      {(!isPlaced || billing.isPending) && <FormSkeleton />}
      {isPlaced && billing.data === undefined && billing.isError && (
        <QueryError query={billing} failure={t('Failed to fetch billing details')} />
      )}
    </Panel>
  )
}

function FormSkeleton() {
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2 }}
      spacing="md"
      verticalSpacing={20}
      style={{ alignItems: 'start' }}
      role="status"
      aria-busy="true"
      aria-label={t('Loading billing details')}
    >
      {['name', 'gstin', 'address', 'state'].map((field) => (
        <div key={field}>
          <Skeleton h={14} w={110} mt={3} mb={9} />
          <Skeleton h={40} />
        </div>
      ))}
    </SimpleGrid>
  )
}
