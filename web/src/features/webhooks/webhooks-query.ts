import {
  listDeliveries,
  readDelivery,
  readWebhookEndpoint,
} from '@galla/contract/webhooks/webhook-deliveries'
import { useQuery } from '@tanstack/react-query'
import { callEndpoint, fetchData } from '../../api/api.ts'
import { useMoreRows } from '../../components/table/more-rows.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { queryOf, type WebhooksView } from './webhooks-view.ts'

const REFRESH_MS = 10_000
const REPLAY_REFRESH_MS = 1_500

export function useEndpoint() {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.webhooks.endpoint(mode),
    queryFn: ({ signal }) => fetchData(readWebhookEndpoint, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.replay != null && data.replay.finishedAt === null ? REPLAY_REFRESH_MS : REFRESH_MS,
  })
}

export function useDeliveries(view: WebhooksView) {
  const { mode } = useUser()
  const { delivery: _delivery, ...filter } = view
  return useMoreRows(queryKeys.webhooks.deliveries(mode, filter), (after, signal) =>
    callEndpoint(listDeliveries, {
      query: { ...queryOf(view, new Date()), ...(after === undefined ? {} : { after }) },
      signal,
    }),
  )
}

export function useDelivery(id: string) {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.webhooks.delivery(mode, id),
    queryFn: ({ signal }) => fetchData(readDelivery, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? REPLAY_REFRESH_MS : false),
  })
}
