import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Reads a value that only the browser knows. Prerendered HTML and hydration use `elsewhere`; the browser's value follows before the
 * first paint.
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
