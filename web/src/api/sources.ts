import { listSources } from '@galla/contract/source-health/sources'
import { queryKeys } from '../query-keys.ts'
import { useData } from './use-data.ts'

/** A silence is found after at most 255 seconds, and is to be seen within five minutes. */
const REFRESH_MS = 30_000

/** The sources of the live account's payments, and whether each is heard. */
export function useSources() {
  return useData(queryKeys.sources, listSources, {}, { refetchInterval: REFRESH_MS })
}
