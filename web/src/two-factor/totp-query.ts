import { totpState } from '@galla/contract/auth/login-security'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchData } from '../api/api.ts'
import { queryKeys } from '../query-keys.ts'

export const totpQuery = queryOptions({
  queryKey: queryKeys.twoFactor,
  queryFn: ({ signal }) => fetchData(totpState, { signal }),
})

export const useTotpState = () => useQuery(totpQuery)
