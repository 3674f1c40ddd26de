import { type NavigateOptions, type URLSearchParamsInit, useSearchParams } from 'react-router'

/**
 * The search parameters of the address as they are drawn, and a function that changes them as the address has them: it knows of a
 * change that was not drawn yet, such as a drawer just closed, which the router's own function would undo.
 */
export function useAddressSearch() {
  const [search, setSearch] = useSearchParams()
  const change = (changed: (now: URLSearchParams) => URLSearchParamsInit, options?: NavigateOptions) =>
    setSearch(changed(new URLSearchParams(window.location.search)), { preventScrollReset: true, ...options })
  return [search, change] as const
}

/** Sets one parameter; empty text takes it away. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  if (value === '') search.delete(name)
  else search.set(name, value)
  return search
}
