import { useCallback, useEffect, useRef, useState } from 'react'
import { COPIED_MS } from '../../theme/tokens.ts'

/** Copies a text and sets `copied` for two seconds. Falls back to a selection where the clipboard API is missing (plain HTTP). */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const copy = useCallback((text: string) => {
    const done = () => {
      window.clearTimeout(timer.current)
      setCopied(true)
      timer.current = window.setTimeout(() => setCopied(false), COPIED_MS)
    }
    const oldWay = () => copyBySelection(text) && done()
    if (navigator.clipboard === undefined) oldWay()
    else navigator.clipboard.writeText(text).then(done, oldWay)
  }, [])
  return { copied, copy }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const worked = document.execCommand('copy')
  field.remove()
  return worked
}
