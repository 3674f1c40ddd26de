import { type BillingDetails, getBillingDetails } from '@galla/contract/subscriptions/billing'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { queryKeys } from '../../query-keys.ts'

/** Null until they are set. */
export const billingQuery = queryOptions({
  queryKey: queryKeys.billingDetails,
  queryFn: async ({ signal }): Promise<BillingDetails | null> =>
    (await callEndpoint(getBillingDetails, { signal })).data,
})
