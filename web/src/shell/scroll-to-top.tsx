import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A new route starts at its top; a change of the query alone (a filter, a drawer) stays where it is. */
export function ScrollToTop() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this waits for
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which an effect must not return.
    window.scrollTo(0, 0)
  }, [pathname])
  return null
}
