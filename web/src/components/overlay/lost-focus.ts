/** An element and what stood beside it, and so for all that is around it. */
type Trail = readonly {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
  /** Of the rows that it brings more of, the last. */
  readonly lastRow: Element | undefined
}[]

const ROW = 'tr, li, dl > div'
/** What stands below a list and brings more of it. */
const MORE = '[data-more-rows]'
const PART = 'section, [role="dialog"], main'
const HEADING = 'h1, h2, h3, h4'
const OPENS = '[data-opens-row]'
const CONTROL = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

/** To be noted while the element is there: where it stood can't be seen afterwards. */
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
 * Where one goes on after an element that is gone: to the rest of its row, to the row that took its place, to the first of the rows
 * that it brought, or else to the heading of the part of the screen that it stood in.
 */
export function focusNear(trail: Trail): void {
  const near = controlNear(trail) ?? headingOver(trail)
  if (near === undefined) return
  if (near.matches(HEADING)) near.setAttribute('tabindex', '-1')
  near.focus({ preventScroll: true })
  // The hand on a mouse knows where it is, and nothing should move under it.
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
 * Keyboard users keep their place when the element that they used goes away by its own action (a key that is revoked, a
 * banner that is dismissed), and gets a button back that could not be pressed while it worked. Dialogs and drawers give the focus
 * back themselves: see useRestoreFocus.
 */
export function keepFocus(): void {
  let trail: Trail = []
  let wasDisabled = false
  const follow = (element: Element | null): void => {
    trail = element === document.body ? [] : trailOf(element)
    wasDisabled = false
  }
  document.addEventListener('focusin', ({ target }) => follow(target instanceof Element ? target : null))
  // A click beside every control takes the focus away on purpose.
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
