import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { Opener } from '../overlay/restore-focus.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
const TAKES_TEXT =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Marks the link or button in a row that opens it for keyboards and screen readers. */
export const opensRow = (id: string) => ({ 'data-opens-row': id })
/** Marks the box in a row that X ticks. */
export const TICKS_ROW = { 'data-ticks-row': true } as const

/** Lets a mouse click anywhere on a row press its opener. Other controls in the row keep their own action. */
export function pressOpener({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label') !== null) return
  // A menu of the row is elsewhere in the document.
  if (!currentTarget.contains(target)) return
  // The click ended a text selection.
  if (window.getSelection()?.isCollapsed === false) return
  const opener = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  // The drawer returns the focus to the focused element.
  opener?.focus({ preventScroll: true })
  opener?.click()
}

const isTyped = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent | globalThis.KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TAKES_TEXT) !== null)

/** Up and Down, K and J move between the openers of a list, past other controls in its rows. X ticks the box of a row. */
export function stepBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  const step = STEPS[key] ?? 0
  if (isTyped(event) || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return
  const row = target.closest('tr, li')
  if (key === 'x') row?.querySelector<HTMLElement>('[data-ticks-row]')?.click()
  if (step === 0) return
  const openers = [...currentTarget.querySelectorAll<HTMLElement>('[data-opens-row]')]
  const next = openers[openers.findIndex((opener) => opener.closest('tr, li') === row) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** J begins at the first row of the list, wherever on the page the focus is. */
export function useFirstRowKey(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const begin = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event
      if (key !== 'j' || isTyped(event) || document.querySelector('[role="dialog"]') !== null) return
      if (target instanceof Node && list.current?.contains(target)) return
      list.current?.querySelector<HTMLElement>('[data-opens-row]')?.focus()
    }
    document.addEventListener('keydown', begin)
    return () => document.removeEventListener('keydown', begin)
  }, [list])
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
