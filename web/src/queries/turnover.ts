import { readTurnover } from '@galla/contract/turnover/turnover'
import { useData } from '../api/use-data.ts'
import { queryKeys } from '../query-keys.ts'

const REFRESH_MS = 60_000

/** The turnover of the merchant's live accounts, against the limits of UPI and GST. */
export function useTurnover() {
  return useData(queryKeys.turnover, readTurnover, {}, { refetchInterval: REFRESH_MS })
}
