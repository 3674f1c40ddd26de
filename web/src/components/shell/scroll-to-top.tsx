import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A new route starts at its top, or at the place that its address names, and a screen reader at its heading; a change of the
 * query alone (a filter, a drawer) stays where it is.
 */
export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  const before = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this waits for
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    // Without an answer: newer browsers give a promise, which an effect must not return.
    if (target === null) window.scrollTo(0, 0)
    else target.scrollIntoView()
    focusHeading()
  }, [pathname])
  return null
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
