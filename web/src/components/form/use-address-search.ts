import { type NavigateOptions, type URLSearchParamsInit, useSearchParams } from 'react-router'

/**
 * Returns the rendered search parameters, and a function that updates the current ones in the address. The router's own setter
 * starts from the rendered ones, and would undo a change that is not rendered yet, such as a drawer just closed.
 */
export function useAddressSearch() {
  const [search, setSearch] = useSearchParams()
  const change = (changed: (now: URLSearchParams) => URLSearchParamsInit, options?: NavigateOptions) =>
    setSearch(changed(new URLSearchParams(window.location.search)), { preventScrollReset: true, ...options })
  return [search, change] as const
}

const PAGE_MAX = 1_000_000

/** The number of the page in the address; the first has no parameter. */
export function pageNumberIn(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isSafeInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}

/** The shortest address of a view: what is empty is left out. */
export function searchOf(parts: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) withParameter(search, name, value ?? '')
  return search
}

/** Sets one parameter; an empty value removes it. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  if (value === '') search.delete(name)
  else search.set(name, value)
  return search
}
