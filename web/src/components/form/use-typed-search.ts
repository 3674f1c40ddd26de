import { useState } from 'react'
import { DEBOUNCE_MS } from '../../theme/tokens.ts'
import { useDebounced } from './use-debounced.ts'
import { useFollowedAddress } from './use-followed-address.ts'

/**
 * A search field backed by the address. `ask` receives the trimmed text shortly after the last keystroke; Back, Forward and links
 * update the field. `asked` is the search in the address. Returns the text of the field and its setter.
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
