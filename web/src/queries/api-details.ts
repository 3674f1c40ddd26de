import { type ApiDetails, getApiDetails } from '@galla/contract/api-keys/api-details'
import type { Mode } from '@galla/contract/orders/order-status'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchData } from '../api/api.ts'
import { queryKeys } from '../query-keys.ts'
import { useUser } from '../session/session.tsx'

export const apiDetailsQuery = (mode: Mode | undefined) =>
  queryOptions({
    queryKey: queryKeys.apiDetails.ofMode(mode),
    queryFn: ({ signal }) => fetchData(getApiDetails, { signal }),
  })

export const useApiDetails = () => useQuery(apiDetailsQuery(useUser().mode))

/** Returns a setter: each change replies with the new details, which saves a refetch. */
export function useShowApiDetails(): (details: ApiDetails) => void {
  const { mode } = useUser()
  const queryClient = useQueryClient()
  return (details) => queryClient.setQueryData(queryKeys.apiDetails.ofMode(mode), details)
}
