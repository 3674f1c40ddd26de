import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation, scrolls to the top or to the hash and moves screen readers to the heading. A change of the query alone (a
 * filter, a drawer) keeps the position.
 */
export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  const before = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path triggers the effect
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    // A block body, because newer browsers return a promise from scrollTo, which an effect must not return.
    if (target === null) window.scrollTo(0, 0)
    else target.scrollIntoView()
    focusHeading()
  }, [pathname])
  return null
}

/** Not where the new page begins in a field of its own. */
function focusHeading(): void {
  if (document.activeElement?.matches('main input') === true) return
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
