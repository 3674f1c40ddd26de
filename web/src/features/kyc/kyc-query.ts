import { type KycRecord, kycStatus } from '@galla/contract/kyc/kyc'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { queryKeys } from '../../query-keys.ts'

/** What was sent last, or null. A status that cannot be loaded is only logged: the page then stands as before the first upload. */
const kycQuery = queryOptions({
  queryKey: queryKeys.kyc,
  queryFn: async ({ signal, client }): Promise<KycRecord | null> => {
    try {
      return (await callEndpoint(kycStatus, { signal })).data
    } catch (error) {
      if (signal.aborted) throw error
      console.error('The KYC status could not be loaded', error)
      return client.getQueryData<KycRecord | null>(queryKeys.kyc) ?? null
    }
  },
})

export const useKyc = () => useQuery(kycQuery)
