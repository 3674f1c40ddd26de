import type { UseQueryResult } from '@tanstack/react-query'

/** True once the first attempt of a query has ended, so that its placeholder no longer changes. */
export const isSettled = ({ isPending, failureCount }: UseQueryResult): boolean =>
  !isPending || failureCount > 0
