import { type ApiDetails, getApiDetails } from '@galla/contract/api-keys/api-details'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../api/api.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

export function useApiDetails() {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.apiDetails.ofMode(mode),
    queryFn: async ({ signal }) => (await callEndpoint(getApiDetails, { signal })).data,
  })
}

/** Every change answers with the new details, which are shown without asking again. */
export function useShowApiDetails(): (details: ApiDetails) => void {
  const { mode } = useUser()
  const queryClient = useQueryClient()
  return (details) => queryClient.setQueryData(queryKeys.apiDetails.ofMode(mode), details)
}
