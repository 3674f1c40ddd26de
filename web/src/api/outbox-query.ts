import { listLetters } from '@galla/contract/simulator/outbox'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { fetchData } from './api.ts'

const AGAIN_AFTER_MS = 3_000

/** What a development server wrote instead of mailing it; null where it mails, or where this browser is another machine's. */
export const outboxQuery = queryOptions({
  queryKey: queryKeys.outbox,
  queryFn: ({ signal }) => fetchData(listLetters, { signal }),
  // A letter is written a moment after what caused it.
  refetchInterval: ({ state }) => (state.data === null ? false : AGAIN_AFTER_MS),
})
