import { listAlerts } from '@galla/contract/bank-alerts/alerts'
import { MINUTE_MS } from '@galla/contract/durations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchData } from '../../../api/api.ts'
import { deviceTimeMs } from '../../../format/clock.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

/** Polls often while a phone is being set up, and less often the longer nothing arrives. Hidden pages do not poll. */
export function pollMs(quietMs: number): number {
  if (quietMs < 5 * MINUTE_MS) return 3_000
  return quietMs < 30 * MINUTE_MS ? 15_000 : MINUTE_MS
}

const SHOWN_MAX = 5

/** The newest messages, polled while the page is visible; each new one also refreshes the health of the address. */
export function useReceivedAlerts(enabled: boolean) {
  const { mode } = useUser()
  const queryClient = useQueryClient()
  const newsAtMs = useRef(deviceTimeMs())
  const received = useQuery({
    queryKey: queryKeys.receivedAlerts(mode),
    enabled,
    queryFn: ({ signal }) => fetchData(listAlerts, { query: { outcome: 'all', limit: SHOWN_MAX }, signal }),
    refetchInterval: () => pollMs(deviceTimeMs() - newsAtMs.current),
  })
  const newest = received.data?.[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    newsAtMs.current = deviceTimeMs()
    void queryClient.invalidateQueries({ queryKey: queryKeys.alertSource(mode) })
  }, [newest, mode, queryClient])
  return received
}
