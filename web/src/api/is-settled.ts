import type { UseQueryResult } from '@tanstack/react-query'

/** Whether the first try of a query has ended: from now on what it shows keeps its place. */
export const isSettled = ({ isPending, failureCount }: UseQueryResult): boolean =>
  !isPending || failureCount > 0
