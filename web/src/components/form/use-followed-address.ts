import { useEffect, useRef } from 'react'

/**
 * Calls `follow` when the address changes by Back, Forward or a link. Changes that the controls wrote themselves are ignored,
 * because their value renders a moment later and must not overwrite newer input. `shown` is the state in the address as the controls
 * would write it. Returns a function that registers each change of the controls.
 */
export function useFollowedAddress(shown: string, follow: () => void): (written: string) => void {
  const written = useRef<string[]>([])
  const latest = useRef(follow)
  latest.current = follow
  useEffect(() => {
    // A later change of the controls may render before this one does.
    const own = written.current.indexOf(shown)
    written.current = written.current.slice(own + 1)
    if (own === -1) latest.current()
  }, [shown])
  return (change) => {
    written.current.push(change)
  }
}
