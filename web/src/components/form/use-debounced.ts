import { useEffect, useRef } from 'react'

/**
 * Runs `action` with the last value once nothing has changed for `delayMs`; never for the value it began with, and never when
 * the page was left meanwhile: while the next page's code loads this one still stands, and must not call the reader back.
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
