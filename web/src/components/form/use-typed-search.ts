import { useState } from 'react'
import { DEBOUNCE_MS } from '../../theme/tokens.ts'
import { useDebounced } from './use-debounced.ts'
import { useFollowedAddress } from './use-followed-address.ts'

/**
 * A search field whose text stands in the address: `ask` gets it, trimmed, a moment after the last key; Back, Forward and links change
 * the field.
 *
 * `asked`: the search as the address says it. Returns the field's text and what sets it.
 */
export function useTypedSearch(asked: string, ask: (text: string) => void) {
  const [typed, setTyped] = useState(asked)
  const noteOwn = useFollowedAddress(asked, () => setTyped((now) => (now.trim() === asked ? now : asked)))
  useDebounced(typed, DEBOUNCE_MS, (settled) => {
    const text = settled.trim()
    if (text === asked) return
    noteOwn(text)
    ask(text)
  })
  return [typed, setTyped] as const
}
