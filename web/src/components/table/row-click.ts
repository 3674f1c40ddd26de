import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { Opener } from '../overlay/restore-focus.ts'

/** Marks the link or button in a row that opens it for keyboards and screen readers. */
export const opensRow = (id: string) => ({ 'data-opens-row': id })

/** Lets a mouse click anywhere on a row press its opener. Other controls in the row keep their own action. */
export function pressOpener({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label') !== null) return
  // The click ended a text selection.
  if (window.getSelection()?.isCollapsed === false) return
  const opener = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  // The drawer returns the focus to the focused element.
  opener?.focus({ preventScroll: true })
  opener?.click()
}

/** Up and Down move between the openers of a list, past other controls in its rows. */
export function stepBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const { target, currentTarget } = event
  if (step === 0 || !(target instanceof HTMLElement)) return
  const openers = [...currentTarget.querySelectorAll<HTMLElement>('[data-opens-row]')]
  const row = target.closest('tr, li')
  const next = openers[openers.findIndex((opener) => opener.closest('tr, li') === row) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Returns the opener of the row that a drawer showed last, which may differ from the row that opened it. */
export function useRowOpener(shown: string | undefined): Opener {
  const last = useRef(shown)
  useEffect(() => {
    if (shown !== undefined) last.current = shown
  }, [shown])
  return () =>
    last.current === undefined
      ? undefined
      : document.querySelector<HTMLElement>(`[data-opens-row="${CSS.escape(last.current)}"]`)
}
