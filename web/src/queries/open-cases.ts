import { type OpenCases, openCases } from '@galla/contract/reconciliation/open-cases'
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

/** The open payments: every other open case is in a list of its own. */
export const openCredits = ({ unmatched, ambiguous, amount_mismatch, duplicate }: OpenCases): number =>
  unmatched + ambiguous + amount_mismatch + duplicate

const OTHER_LISTS = ['reversed', 'claims', 'alerts'] as const

/** The tab with open cases: '' is that of all open payments. */
export const openTab = (cases: OpenCases): '' | (typeof OTHER_LISTS)[number] =>
  openCredits(cases) > 0 ? '' : (OTHER_LISTS.find((list) => cases[list] > 0) ?? '')
