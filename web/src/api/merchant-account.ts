import { getMerchant, type MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { CallFailure, callEndpoint } from './api.ts'

/** The account of live orders, or null where none is connected. It is the same in both modes. */
export const merchantAccountQuery = queryOptions({
  queryKey: queryKeys.merchantAccount,
  queryFn: async ({ signal }): Promise<MerchantAccount | null> => {
    try {
      return (await callEndpoint(getMerchant, { signal })).data
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'no_account') return null
      throw error
    }
  },
})

export const useMerchantAccount = () => useQuery(merchantAccountQuery)
