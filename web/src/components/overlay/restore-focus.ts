import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusNear, isNowhere, trailOf } from './lost-focus.ts'

/** Returns the element that gets the focus back; undefined when it is gone. */
export type Opener = () => HTMLElement | null | undefined

/**
 * Returns the focus to its previous element when a dialog or drawer closes or unmounts, including one that mounted open. If that
 * element was removed meanwhile, the focus moves near its old position. `root` is the dialog itself. `opener` overrides the element,
 * for a button that lost the focus while busy, or a drawer that now shows another row.
 */
export function useRestoreFocus(opened: boolean, root: RefObject<HTMLElement | null>, opener?: Opener): void {
  const latest = useRef(opener)
  const start = useRef<{ readonly before: Element | null; readonly trail: ReturnType<typeof trailOf> }>(
    undefined,
  )
  useEffect(() => {
    latest.current = opener
  })
  // With reduced motion the dialog takes the focus before a passive effect would run.
  useLayoutEffect(() => {
    if (!opened) return
    const before = isNowhere() ? null : document.activeElement
    start.current = { before, trail: trailOf(before ?? document.querySelector('main')) }
  }, [opened])
  useEffect(() => {
    const { before, trail } = start.current ?? {}
    if (!opened || trail === undefined) return
    return () => {
      const dialog = root.current
      // Deferred, because the dialog releases the focus, and a busy button becomes enabled, only after this cleanup.
      window.setTimeout(() => {
        if (isElsewhere(document.activeElement, dialog)) return
        const back = latest.current?.() ?? before
        if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
        else focusNear(trail)
      })
    }
  }, [opened, root])
}

/** True when the focus moved elsewhere while the dialog closed. */
const isElsewhere = (now: Element | null, dialog: HTMLElement | null): boolean =>
  !isNowhere() && dialog?.contains(now) !== true
