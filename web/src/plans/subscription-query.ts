import {
  type SubscriptionRecord,
  subscription,
  subscriptionHistory,
  type TrialLeft,
} from '@galla/contract/subscriptions/subscriptions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchData, isNotFound } from '../api/api.ts'
import { queryKeys } from '../query-keys.ts'

/** Without a subscription: the free trial's data from the refusal. */
export type SubscriptionState =
  | { readonly kind: 'subscribed'; readonly record: SubscriptionRecord }
  | { readonly kind: 'none'; readonly trial: TrialLeft }

const numberFrom = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const subscriptionQuery = queryOptions({
  queryKey: queryKeys.subscription,
  queryFn: async ({ signal }): Promise<SubscriptionState> => {
    try {
      return { kind: 'subscribed', record: await fetchData(subscription, { signal }) }
    } catch (error) {
      if (!isNotFound(error)) throw error
      const { trialLimit, trialRemaining } = error.reply
      return {
        kind: 'none',
        trial: { trialLimit: numberFrom(trialLimit), trialRemaining: numberFrom(trialRemaining) },
      }
    }
  },
})

export const useSubscription = () => useQuery(subscriptionQuery)

/** Newest first; may be empty. */
export const subscriptionHistoryQuery = queryOptions({
  queryKey: queryKeys.subscriptionHistory,
  queryFn: async ({ signal }) => {
    try {
      return await fetchData(subscriptionHistory, { signal })
    } catch (error) {
      if (isNotFound(error)) return []
      throw error
    }
  },
})

export const useSubscriptionHistory = () => useQuery(subscriptionHistoryQuery)
