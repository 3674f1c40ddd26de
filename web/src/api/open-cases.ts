import { openCases } from '@galla/contract/reconciliation/open-cases'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { useUser } from '../session/session.tsx'
import { fetchData } from './api.ts'

const REFRESH_MS = 60_000

/** How much waits for the merchant: for the badge and the tabs. Each minute while the page is visible, and after every action. */
export function useOpenCases() {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.cases.open(mode),
    queryFn: ({ signal }) => fetchData(openCases, { signal }),
    refetchInterval: REFRESH_MS,
  })
}
