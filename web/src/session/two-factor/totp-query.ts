import { totpState } from '@galla/contract/login-security'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'

export const totpQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: async ({ signal }) => (await callEndpoint(totpState, { signal })).data,
})

export const useTotpState = () => useQuery(totpQuery)
