import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { Opener } from '../overlay/restore-focus.ts'

/** On the link or the button that a row has for the keyboard and for those who hear the screen. */
export const opensRow = (id: string) => ({ 'data-opens-row': id })

/** For the hand on the mouse: a click anywhere on the row presses what opens it. Other things on it do what they do. */
export function pressOpener({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label') !== null) return
  // Here ends the marking of a text, to be copied.
  if (window.getSelection()?.isCollapsed === false) return
  const opener = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  // What comes up gives the focus back to where it was.
  opener?.focus({ preventScroll: true })
  opener?.click()
}

/** Up and Down walk along a list from opener to opener, past whatever else stands in its rows. */
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

/** A closed drawer gives the focus to the row of what it showed last, which need not be the one that opened it. */
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
