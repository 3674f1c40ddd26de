import { listSources } from '@galla/contract/source-health/sources'
import { useData } from '../api/use-data.ts'
import { queryKeys } from '../query-keys.ts'

/** The server finds a silent source after at most 255 seconds; the merchant must see it within five minutes. */
const REFRESH_MS = 30_000

/** The payment sources of the live account and their health. */
export function useSources() {
  return useData(queryKeys.sources, listSources, {}, { refetchInterval: REFRESH_MS })
}
