import { totpState } from '@galla/contract/merchants/login-security'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { queryKeys } from '../../query-keys.ts'

export const totpQuery = queryOptions({
  queryKey: queryKeys.twoFactor,
  queryFn: async ({ signal }) => (await callEndpoint(totpState, { signal })).data,
})

export const useTotpState = () => useQuery(totpQuery)
