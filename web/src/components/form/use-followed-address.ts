import { useEffect, useRef } from 'react'

/**
 * Runs `follow` when the address came to say something that these controls did not write: by Back, by Forward or by a link. What they
 * wrote themselves is shown a moment later, and what was typed or chosen meanwhile must stay.
 *
 * `shown`: what the address says, as the controls would write it. Returns what notes each of their own changes.
 */
export function useFollowedAddress(shown: string, follow: () => void): (written: string) => void {
  const written = useRef<string[]>([])
  const latest = useRef(follow)
  latest.current = follow
  useEffect(() => {
    // An own change may be overtaken by the next one before it is shown.
    const own = written.current.indexOf(shown)
    written.current = written.current.slice(own + 1)
    if (own === -1) latest.current()
  }, [shown])
  return (change) => {
    written.current.push(change)
  }
}
