import { listSources } from '@galla/contract/source-health/sources'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { fetchData } from './api.ts'

/** A silence is found after at most 255 seconds, and is to be seen within five minutes. */
const REFRESH_MS = 30_000

/** The sources of the live account's payments, and whether each is heard. */
export function useSources() {
  return useQuery({
    queryKey: queryKeys.sources,
    queryFn: ({ signal }) => fetchData(listSources, { signal }),
    refetchInterval: REFRESH_MS,
  })
}
