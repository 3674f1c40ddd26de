import { useEffect, useRef } from 'react'

/**
 * Runs `action` with the last value once the value has not changed for `delayMs`. Skips the initial value, and does nothing after a
 * navigation: the old page stays mounted while the next page's code loads, and must not navigate back.
 */
export function useDebounced<Value>(value: Value, delayMs: number, action: (value: Value) => void): void {
  const settled = useRef(value)
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (Object.is(value, settled.current)) return
    const { pathname } = window.location
    const timer = window.setTimeout(() => {
      if (window.location.pathname !== pathname) return
      settled.current = value
      latest.current(value)
    }, delayMs)
    return () => window.clearTimeout(timer)
  }, [value, delayMs])
}
