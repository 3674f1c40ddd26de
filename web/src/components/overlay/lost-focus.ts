/** An element and each of its ancestors, with their siblings. */
type Trail = readonly {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
  /** The last row of the list that the element extends, if it does. */
  readonly lastRow: Element | undefined
}[]

const ROW = 'tr, li, dl > div'
/** The button below a list that loads more rows. */
const MORE = '[data-more-rows]'
const PART = 'section, [role="dialog"], main'
const HEADING = 'h1, h2, h3, h4'
const OPENS = '[data-opens-row]'
const CONTROL = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

/** Records the position of an element while it is in the document. */
export function trailOf(element: Element | null): Trail {
  const trail: Trail[number][] = []
  for (let at = element; at !== null; at = at.parentElement)
    trail.push({
      element: at,
      next: at.nextElementSibling,
      previous: at.previousElementSibling,
      lastRow: at.matches(MORE) ? lastRowIn(at.previousElementSibling) : undefined,
    })
  return trail
}

const lastRowIn = (list: Element | null): Element | undefined =>
  [...(list?.querySelectorAll('tr, li') ?? [])].at(-1)

/**
 * Moves the focus near an element that was removed: to the rest of its row, the row that replaced it, the first of the new rows, or
 * else the heading of its section.
 */
export function focusNear(trail: Trail): void {
  const near = controlNear(trail) ?? headingOver(trail)
  if (near === undefined) return
  if (near.matches(HEADING)) near.setAttribute('tabindex', '-1')
  near.focus({ preventScroll: true })
  // Mouse users should not see the page scroll.
  if (near.matches(':focus-visible')) near.scrollIntoView({ block: 'nearest' })
}

function controlNear(trail: Trail): HTMLElement | undefined {
  const lastRow = trail.find((each) => each.lastRow !== undefined)?.lastRow
  if (lastRow !== undefined) return controlIn(lastRow.nextElementSibling)
  const row = trail.find(({ element }) => element.matches(ROW))
  if (row === undefined) return undefined
  if (row.element.isConnected) return controlIn(row.element)
  return controlIn(row.next) ?? controlIn(row.previous)
}

function controlIn(row: Element | null): HTMLElement | undefined {
  if (row === null || !row.isConnected) return undefined
  const controls = [
    ...row.querySelectorAll<HTMLElement>(OPENS),
    ...row.querySelectorAll<HTMLElement>(CONTROL),
  ]
  return controls.find((control) => control.checkVisibility())
}

function headingOver(trail: Trail): HTMLElement | undefined {
  for (const { element } of trail) {
    if (!element.isConnected || !element.matches(PART)) continue
    const heading = [...element.querySelectorAll<HTMLElement>(HEADING)].find((each) => each.checkVisibility())
    if (heading !== undefined) return heading
  }
  return undefined
}

export const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Keeps the position of keyboard users when the focused element disappears through its own action (a revoked key, a dismissed
 * banner), and returns the focus to a button that was disabled while busy. Dialogs and drawers return the focus themselves: see
 * useRestoreFocus.
 */
export function keepFocus(): void {
  let trail: Trail = []
  let wasDisabled = false
  const follow = (element: Element | null): void => {
    trail = element === document.body ? [] : trailOf(element)
    wasDisabled = false
  }
  document.addEventListener('focusin', ({ target }) => follow(target instanceof Element ? target : null))
  // A click outside every control drops the focus on purpose.
  document.addEventListener('click', () => follow(document.activeElement), true)
  new MutationObserver(() => {
    const used = trail[0]?.element
    if (!(used instanceof HTMLElement)) return
    if (used.matches(':disabled')) wasDisabled = true
    if (!isNowhere()) return
    if (!used.isConnected) {
      focusNear(trail)
      follow(document.activeElement)
    } else if (wasDisabled && !used.matches(':disabled')) used.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
