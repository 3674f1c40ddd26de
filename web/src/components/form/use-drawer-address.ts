import { useLocation, useNavigate } from 'react-router'

/**
 * Keeps the state of a drawer in the address. Opening pushes a history entry and closing goes back, so that Back closes the drawer.
 * `show` writes what is open (or `closed`) into the address with the given history state.
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
    /** Shows another item in the open drawer. */
    switchTo: (opened: Opened) => show(opened, true, openedHere ? { openedHere: true } : null),
    close: () => {
      if (openedHere) void navigate(-1)
      else show(closed, true)
    },
  }
}
