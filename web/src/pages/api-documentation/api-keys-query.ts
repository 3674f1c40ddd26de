import { listApiKeys } from '@galla/contract/api-keys'
import { listApiRequests, type RequestOutcome } from '@galla/contract/api-requests'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../api.ts'
import { useUser } from '../../session.tsx'

export const keysKeyOf = (mode: string) => ['api-keys', mode] as const

export function useApiKeys() {
  const { mode } = useUser()
  return useQuery({
    queryKey: keysKeyOf(mode),
    queryFn: async ({ signal }) => (await callEndpoint(listApiKeys, { signal })).data,
  })
}

export interface RequestsFilter {
  readonly outcome: RequestOutcome | undefined
  readonly path: string
}

const ROWS = 10

export function useApiRequests({ outcome, path }: RequestsFilter) {
  const { mode } = useUser()
  const pages = useInfiniteQuery({
    queryKey: ['api-requests', mode, outcome, path],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listApiRequests, {
        query: {
          limit: ROWS,
          ...(outcome === undefined ? {} : { outcome }),
          ...(path === '' ? {} : { path }),
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
