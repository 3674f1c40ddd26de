import { listLetters } from '@galla/contract/simulator/outbox'
import { queryOptions } from '@tanstack/react-query'
import { fetchData } from '../api/api.ts'
import { queryKeys } from '../query-keys.ts'

const AGAIN_AFTER_MS = 3_000

/**
 * The emails that a development server stored instead of sending; null where it sends them, or for a browser on another machine.
 */
export const outboxQuery = queryOptions({
  queryKey: queryKeys.outbox,
  queryFn: ({ signal }) => fetchData(listLetters, { signal }),
  // An email is stored a moment after the action that causes it.
  refetchInterval: ({ state }) => (state.data === null ? false : AGAIN_AFTER_MS),
})
