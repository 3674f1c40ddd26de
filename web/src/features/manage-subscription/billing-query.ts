import { getBillingDetails } from '@galla/contract/subscriptions/billing'
import { queryOptions } from '@tanstack/react-query'
import { fetchData } from '../../api/api.ts'
import { queryKeys } from '../../query-keys.ts'

/** Null until they are set. */
export const billingQuery = queryOptions({
  queryKey: queryKeys.billingDetails,
  queryFn: ({ signal }) => fetchData(getBillingDetails, { signal }),
})
