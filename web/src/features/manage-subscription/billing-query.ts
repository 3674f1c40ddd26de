import { type BillingDetails, getBillingDetails } from '@galla/contract/billing'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'

/** Null until they are set. */
export const billingQuery = queryOptions({
  queryKey: ['billing-details'],
  queryFn: async ({ signal }): Promise<BillingDetails | null> =>
    (await callEndpoint(getBillingDetails, { signal })).data,
})
