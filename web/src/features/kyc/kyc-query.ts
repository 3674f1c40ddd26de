import { type KycRecord, kycStatus } from '@galla/contract/kyc'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'

export const KYC_KEY = ['kyc']

/** What was sent last, or null. A status that cannot be loaded is only logged: the page then stands as before the first upload. */
const kycQuery = queryOptions({
  queryKey: KYC_KEY,
  queryFn: async ({ signal, client }): Promise<KycRecord | null> => {
    try {
      return (await callEndpoint(kycStatus, { signal })).data
    } catch (error) {
      if (signal.aborted) throw error
      console.error('The KYC status could not be loaded', error)
      return client.getQueryData<KycRecord | null>(KYC_KEY) ?? null
    }
  },
})

export const useKyc = () => useQuery(kycQuery)
