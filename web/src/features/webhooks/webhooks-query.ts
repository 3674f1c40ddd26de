import {
  listDeliveries,
  readDelivery,
  readWebhookEndpoint,
} from '@galla/contract/webhooks/webhook-deliveries'
import { listWebhookEndpoints } from '@galla/contract/webhooks/webhook-endpoints'
import { useQuery } from '@tanstack/react-query'
import { callEndpoint, fetchData } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { useMoreRows } from '../../components/table/more-rows.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { queryOf, type WebhooksView } from './webhooks-view.ts'

const REFRESH_MS = 10_000
const REPLAY_REFRESH_MS = 1_500

/** What names an endpoint in a call. */
export const ofEndpoint = (endpoint: string | undefined) => (endpoint === undefined ? {} : { endpoint })

export function useFurtherEndpoints() {
  const { mode } = useUser()
  return useData(queryKeys.webhooks.further(mode), listWebhookEndpoints)
}

export function useEndpoint(endpoint: string | undefined) {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.webhooks.endpoint(mode, endpoint ?? ''),
    queryFn: ({ signal }) => fetchData(readWebhookEndpoint, { query: ofEndpoint(endpoint), signal }),
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

export function useDelivery(id: string, endpoint: string | undefined) {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.webhooks.delivery(mode, endpoint ?? '', id),
    queryFn: ({ signal }) => fetchData(readDelivery, { params: { id }, query: ofEndpoint(endpoint), signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? REPLAY_REFRESH_MS : false),
  })
}
