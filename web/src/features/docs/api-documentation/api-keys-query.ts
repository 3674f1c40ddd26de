import { listApiKeys } from '@galla/contract/api-keys/api-keys'
import { listApiRequests, type RequestOutcome } from '@galla/contract/api-keys/api-requests'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../api/api.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

export function useApiKeys() {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.apiKeys.ofMode(mode),
    queryFn: async ({ signal }) => (await callEndpoint(listApiKeys, { signal })).data,
  })
}

export interface RequestsFilter {
  readonly outcome: RequestOutcome | undefined
  /** Part of a path, or the whole id of one request. */
  readonly path: string
}

const REQUEST_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const wantedOf = (text: string) => {
  const id = text.trim().toUpperCase()
  return REQUEST_ID.test(id) ? { requestId: id } : text.trim() === '' ? {} : { path: text.trim() }
}

const ROWS = 10

export function useApiRequests({ outcome, path }: RequestsFilter) {
  const { mode } = useUser()
  const pages = useInfiniteQuery({
    queryKey: queryKeys.apiRequests(mode, outcome, path),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listApiRequests, {
        query: {
          limit: ROWS,
          ...(outcome === undefined ? {} : { outcome }),
          ...wantedOf(path),
          ...(pageParam === undefined ? {} : { after: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ data }) => data),
    missing: pages.data?.pages[0]?.missing ?? 0,
  }
}
