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
  /** Until the browser has left for the payment page. */
  readonly busy: boolean
  /** Why nothing can be bought at all, as long as it is so. */
  readonly closed: string | undefined
}

/** Buys a plan: the browser goes to the payment page. */
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
  // Back from the payment page the browser may show this page as it was left: ready for another try.
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
