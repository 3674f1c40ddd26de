import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusNear, isNowhere, trailOf } from './lost-focus.ts'

/** Where the focus goes back to; undefined where that is not there. */
export type Opener = () => HTMLElement | null | undefined

/**
 * Closed or gone, a dialog or a drawer gives the focus back to what had it before, also one that came into being open. Where that
 * has gone meanwhile, by what was done in the dialog, it goes on near its place.
 *
 * `root`: the dialog itself. `opener`: where another place is meant than the one that had the focus, as when a button lost it
 * while it was busy, or when a drawer shows another row than at first.
 */
export function useRestoreFocus(opened: boolean, root: RefObject<HTMLElement | null>, opener?: Opener): void {
  const latest = useRef(opener)
  const start = useRef<{ readonly before: Element | null; readonly trail: ReturnType<typeof trailOf> }>(
    undefined,
  )
  useEffect(() => {
    latest.current = opener
  })
  // Without motion the dialog takes the focus at once, before an effect that waits for the picture.
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
      // The dialog lets go of it only after this, and so does a button that was busy until now.
      window.setTimeout(() => {
        if (isElsewhere(document.activeElement, dialog)) return
        const back = latest.current?.() ?? before
        if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
        else focusNear(trail)
      })
    }
  }, [opened, root])
}

/** The focus was moved elsewhere while the dialog closed. */
const isElsewhere = (now: Element | null, dialog: HTMLElement | null): boolean =>
  !isNowhere() && dialog?.contains(now) !== true
