import { getMerchant } from '@galla/contract/payment-accounts/accounts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { codeOf, fetchData, firstReply } from '../api/api.ts'
import { queryKeys } from '../query-keys.ts'

/** Maps "no connected account" to null for a request about the account. */
export const nullWithoutAccount = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked
  } catch (error) {
    if (codeOf(error) === 'no_account') return null
    throw error
  }
}

/** The first report of a new account appears without a reload. */
const REFRESH_MS = 30_000

/** The account for live orders, or null when none is connected. It is the same in both modes. */
export const merchantAccountQuery = queryOptions({
  queryKey: queryKeys.merchantAccount,
  initialData: () => firstReply(getMerchant, {})?.data,
  queryFn: ({ signal }) => nullWithoutAccount(fetchData(getMerchant, { signal })),
  refetchInterval: ({ state: { data } }) => (data && !data.isHeard ? REFRESH_MS : false),
})

export const useMerchantAccount = () => useQuery(merchantAccountQuery)
