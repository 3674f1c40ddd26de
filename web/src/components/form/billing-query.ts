import { getBillingDetails } from '@galla/contract/accounting/invoices'
import { useData } from '../../api/use-data.ts'
import { queryKeys } from '../../query-keys.ts'

/** The merchant's billing details; null until they are saved. */
export const useBilling = () => useData(queryKeys.billingDetails, getBillingDetails)
