import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A new route starts at its top; a change of the query alone (a filter, a drawer) stays where it is. */
export function ScrollToTop() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this waits for
  useEffect(() => window.scrollTo(0, 0), [pathname])
  return null
}
