import type { Endpoint, ReplyOf } from '@galla/contract/endpoint'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Call, fetchData, firstReply } from './api.ts'

type DataEndpoint = Endpoint & { readonly reply: z.ZodType<{ data: unknown }> }
type Options<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>

/** Queries an endpoint and returns its data without the envelope. */
export const useData = <E extends DataEndpoint>(
  queryKey: QueryKey,
  endpoint: E,
  call: Call<E> = {},
  options: Options<ReplyOf<E>['data']> = {},
) =>
  useQuery({
    initialData: () => (options.enabled === false ? undefined : firstReply(endpoint, call)?.data),
    ...options,
    queryKey,
    queryFn: ({ signal }) => fetchData(endpoint, { ...call, signal }),
  })
