import { useInfiniteQuery } from '@tanstack/react-query'

interface Page<Row> {
  readonly data: readonly Row[]
  readonly next: string | null
}

/** Rows with cursor pagination: the last row of a page is the cursor of the next. */
export function useMoreRows<Row, More extends object = object>(
  queryKey: readonly unknown[],
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row> & More>,
) {
  const pages = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return { ...pages, rows: pages.data?.pages.flatMap(({ data }) => data) }
}
