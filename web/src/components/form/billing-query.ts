import { getBillingDetails } from '@galla/contract/accounting/invoices'
import { queryOptions } from '@tanstack/react-query'
import { fetchData } from '../../api/api.ts'
import { queryKeys } from '../../query-keys.ts'

/** The merchant's billing details; null until they are saved. */
export const billingQuery = queryOptions({
  queryKey: queryKeys.billingDetails,
  queryFn: ({ signal }) => fetchData(getBillingDetails, { signal }),
})
