import { openCases } from '@galla/contract/reconciliation/open-cases'
import { useData } from '../api/use-data.ts'
import { queryKeys } from '../query-keys.ts'
import { useUser } from '../session/session.tsx'

const REFRESH_MS = 60_000

/**
 * The number of open cases, for the badge and the tabs. Refetched each minute while the page is visible, and after every action.
 */
export function useOpenCases() {
  const { mode } = useUser()
  return useData(queryKeys.cases.open(mode), openCases, {}, { refetchInterval: REFRESH_MS })
}
