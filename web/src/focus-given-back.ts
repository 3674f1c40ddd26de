import { type RefObject, useEffect } from 'react'

/**
 * Closed or gone, a dialog gives the focus back to what had it before, also one that came into being open. `opener`: where that
 * had lost the focus already, as a button does while it is busy.
 */
export function useFocusGivenBack(opened: boolean, opener?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      const left = document.activeElement
      // The dialog lets go of it only after this, and so does a button that was busy until now.
      window.setTimeout(() => {
        if (isElsewhere(document.activeElement, left)) return
        const back = opener?.current ?? before
        if (back instanceof HTMLElement) back.focus({ preventScroll: true })
      })
    }
  }, [opened, opener])
}

/** Whoever closed the dialog has sent the focus to another place. */
const isElsewhere = (now: Element | null, left: Element | null): boolean =>
  now !== null && now !== document.body && !(now === left && now.closest('[role="dialog"]') !== null)
