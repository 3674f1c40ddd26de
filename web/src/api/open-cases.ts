import { openCases } from '@galla/contract/open-cases'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../session/session.tsx'
import { callEndpoint } from './api.ts'

/** All that is known of Reconciliation stands below it, so that one deed renews everything. */
export const CASES_KEY = ['cases'] as const

const REFRESH_MS = 60_000

/** How much waits for the merchant: for the badge and the tabs. Each minute while the page is seen, and after every deed. */
export function useOpenCases() {
  const { mode } = useUser()
  return useQuery({
    queryKey: [...CASES_KEY, mode, 'open'],
    queryFn: async ({ signal }) => (await callEndpoint(openCases, { signal })).data,
    refetchInterval: REFRESH_MS,
  })
}
