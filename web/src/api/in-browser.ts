import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * What only this browser knows, read once. The HTML of a public page is the same for everyone, so it is made with
 * `elsewhere`, and taken over with it; the browser's own answer follows before anything is painted.
 */
export function useInBrowser<T>(read: () => T, elsewhere: T): T {
  const [readOnce] = useState(() => {
    let answer: { readonly value: T } | undefined
    return () => {
      answer ??= { value: read() }
      return answer.value
    }
  })
  return useSyncExternalStore(never, readOnce, () => elsewhere)
}
