import { readTurnover } from '@galla/contract/turnover/turnover'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { fetchData } from './api.ts'

const REFRESH_MS = 60_000

/** What the merchant's live accounts received, against the limits of UPI and GST. */
export function useTurnover() {
  return useQuery({
    queryKey: queryKeys.turnover,
    queryFn: ({ signal }) => fetchData(readTurnover, { signal }),
    refetchInterval: REFRESH_MS,
  })
}
