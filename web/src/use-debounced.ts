import { useEffect, useRef } from 'react'

/** Runs `action` with the last value once nothing has changed for `delayMs`; never for the value it began with. */
export function useDebounced<Value>(value: Value, delayMs: number, action: (value: Value) => void): void {
  const settled = useRef(value)
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (Object.is(value, settled.current)) return
    const timer = window.setTimeout(() => {
      settled.current = value
      latest.current(value)
    }, delayMs)
    return () => window.clearTimeout(timer)
  }, [value, delayMs])
}
