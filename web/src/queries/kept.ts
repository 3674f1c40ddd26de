import type { QueryKey } from '@tanstack/react-query'

/** Keeps the previous page while the next one loads, but only of the same list: never of the other mode. */
export const kept =
  (list: QueryKey) =>
  <Data>(before: Data | undefined, ofQuery: { readonly queryKey: QueryKey } | undefined) =>
    ofQuery !== undefined && list.every((part, index) => ofQuery.queryKey[index] === part)
      ? before
      : undefined
