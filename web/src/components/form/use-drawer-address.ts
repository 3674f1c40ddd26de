import { useLocation, useNavigate } from 'react-router'

/**
 * A drawer that stands in the address: opening it is a step that Back undoes, and closing takes that step back instead of adding one.
 *
 * `show` writes what is open (or `closed`) into the address, with the history state given to it.
 */
export function useDrawerAddress<Opened>(
  show: (opened: Opened, replace?: boolean, state?: unknown) => void,
  closed: Opened,
) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const openedHere = typeof state === 'object' && state !== null && 'openedHere' in state
  return {
    open: (opened: Opened) => show(opened, false, { openedHere: true }),
    /** Another one in the same drawer. */
    switchTo: (opened: Opened) => show(opened, true, openedHere ? { openedHere: true } : null),
    close: () => {
      if (openedHere) void navigate(-1)
      else show(closed, true)
    },
  }
}
