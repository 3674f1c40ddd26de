import type { BillingCycle, PlanName } from '@galla/contract/subscriptions/plans'
import { newSubscription } from '@galla/contract/subscriptions/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callEndpoint, codeOf } from '../api/api.ts'
import { failureMessage } from '../components/feedback/failure-message.ts'
import { toastFailure } from '../components/feedback/toast.tsx'
import { t } from '../locales/translate.ts'

const FAILURE = {
  failed: t('Failed to create subscription'),
  unreachable: t('Something went wrong while creating subscription'),
}

export interface Purchase {
  readonly buy: (planName: PlanName, billingCycle: BillingCycle) => void
  /** True until the browser has left for the payment page. */
  readonly busy: boolean
  /** The reason why purchases are closed, if they are. */
  readonly closed: string | undefined
}

/** Buys a plan by redirecting to the payment page. */
export function usePurchase(): Purchase {
  const [leaving, setLeaving] = useState(false)
  const purchase = useMutation({
    mutationFn: (planData: { planName: PlanName; billingCycle: BillingCycle }) =>
      callEndpoint(newSubscription, { body: { planData } }),
    onSuccess: ({ data }) => {
      setLeaving(true)
      window.location.assign(data.payment_url)
    },
    onError: (error) => {
      if (!isClosed(error)) toastFailure(failureMessage(error, FAILURE))
    },
  })
  // The back/forward cache may restore this page as busy; resets it for another try.
  useEffect(() => {
    const shownAgain = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false)
    }
    window.addEventListener('pageshow', shownAgain)
    return () => window.removeEventListener('pageshow', shownAgain)
  }, [])
  return {
    buy: (planName, billingCycle) => purchase.mutate({ planName, billingCycle }),
    busy: purchase.isPending || leaving,
    closed: isClosed(purchase.error) ? failureMessage(purchase.error, FAILURE) : undefined,
  }
}

const isClosed = (error: unknown): boolean => codeOf(error) === 'platform_not_connected'
