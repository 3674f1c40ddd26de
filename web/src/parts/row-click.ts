import type { MouseEvent } from 'react'

/** On the link or the button that a row has for the keyboard and for those who hear the screen. */
export const OPENS_ROW = { 'data-opens-row': true } as const

/** For the hand on the mouse: a click anywhere on the row presses what opens it. Other things on it do what they do. */
export function pressOpener({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label') !== null) return
  // Here ends the marking of a text, to be copied.
  if (window.getSelection()?.isCollapsed === false) return
  const opener = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  // What comes up gives the focus back to where it was.
  opener?.focus({ preventScroll: true })
  opener?.click()
}
