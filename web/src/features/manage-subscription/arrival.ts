import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SubscriptionState } from '../../plans/subscription-query.ts'
import { queryKeys } from '../../query-keys.ts'

/** The payment page redirects the buyer back with the order in this parameter. */
const ORDER_PARAMETER = 'txn_id'
const SENT_BACK_WITH = [ORDER_PARAMETER, 'client_txn_id']
const LOOK_EVERY_MS = 1_500
const LOOKS_MAX = 20

export type Arrival = 'starting' | 'unpaid' | 'failed' | 'started' | 'late'

/** The outcome of the payment that the buyer returns from. Order ids sort by time, so a later order includes an earlier one. */
export const arrivalOf = (
  orderId: string,
  subscription: SubscriptionState | undefined,
  history: readonly SubscriptionPayment[] | undefined,
): Exclude<Arrival, 'late'> | undefined => {
  if (subscription === undefined || history === undefined) return undefined
  const payment = history.find((each) => each.orderId === orderId)
  if (payment === undefined) return undefined
  if (payment.paymentStatus === 'failed') return 'failed'
  if (payment.paymentStatus === 'pending') return 'unpaid'
  return subscription.kind === 'subscribed' && subscription.record.orderId >= orderId ? 'started' : 'starting'
}

/** Polls for half a minute, until the plan that was just paid for has started. */
export function useArrival(
  subscription: SubscriptionState | undefined,
  history: readonly SubscriptionPayment[] | undefined,
) {
  const [search, setSearch] = useSearchParams()
  const [looks, setLooks] = useState(0)
  const queryClient = useQueryClient()
  const orderId = search.get(ORDER_PARAMETER)
  const found = orderId === null ? undefined : arrivalOf(orderId, subscription, history)
  const looking = (found === 'starting' || found === 'unpaid') && looks < LOOKS_MAX
  useEffect(() => {
    if (!looking) return
    const again = window.setTimeout(() => {
      setLooks(looks + 1)
      void queryClient.invalidateQueries({ queryKey: queryKeys.subscription })
      void queryClient.invalidateQueries({ queryKey: queryKeys.subscriptionHistory })
    }, LOOK_EVERY_MS)
    return () => window.clearTimeout(again)
  }, [looking, looks, queryClient])
  const arrival: Arrival | undefined = found === 'starting' && !looking ? 'late' : found
  return {
    arrival,
    /** Removes the parameter, so that a reload shows no banner. */
    dismiss: () => {
      const rest = new URLSearchParams(search)
      for (const name of SENT_BACK_WITH) rest.delete(name)
      setSearch(rest, { replace: true, preventScrollReset: true })
    },
  }
}
