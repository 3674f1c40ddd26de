import type { Page } from '@playwright/test'
import { ask } from './ask.ts'

interface Measures {
  /** Pixels; of the payment page's buttons and of everyone else's. */
  readonly pay: number
  readonly app: number
  readonly text: number
  /** The sizes of the design, and no others. */
  readonly scale: readonly number[]
  readonly motionMs: number
}

const MEASURES: Measures = { pay: 48, app: 36, text: 12, scale: [12, 14, 16, 18, 24, 36], motionMs: 150 }

/**
 * What the design says in figures and axe does not know: buttons that a thumb meets and whose words are
 * whole, letters of the sizes of its scale, no motion
 * longer than the longest, no height that was meant as a width, and times that name their zone once and in full on hover.
 */
export const faultsOfLook = (page: Page): Promise<string[]> =>
  ask(
    page,
    (measures) => {
      const named = (element: Element): string =>
        `${element.localName} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`
      /** Neither a picture nor what only a screen reader reads. */
      const isRead = (element: Element): boolean =>
        element.closest('[aria-hidden="true"]') === null &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(element).clipPath === 'none' &&
        element.getBoundingClientRect().width > 1
      const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth + 1
      const faults = new Set<string>()

      const isApp = document.documentElement.hasAttribute('data-mantine-color-scheme')
      const isPaymentPage = document.querySelector('main[data-kind]') !== null
      // Of a shop that is not ours only what we put there is, and it has no buttons.
      const least = isApp ? measures.app : isPaymentPage ? measures.pay : 0
      for (const button of document.querySelectorAll<HTMLElement>(
        'button, a.mantine-Button-root, a.button',
      )) {
        // As it is laid out: a dialog that is just opening is drawn smaller.
        const { offsetWidth: width, offsetHeight: height } = button
        if (isRead(button) && Math.min(width, height) < least - 0.5)
          faults.add(`${named(button)} is ${width} x ${height} px`)
        const parts = [button, ...button.querySelectorAll('.mantine-Button-inner, .mantine-Button-label')]
        if (isRead(button) && parts.some((part) => isCut(part))) faults.add(`${named(button)} is cut off`)
      }

      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      let saysZone = false
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const around = text.parentElement
        if (around === null || text.textContent?.trim() === '' || !isRead(around)) continue
        saysZone ||= text.textContent?.includes('IST') === true
        const size = Number.parseFloat(getComputedStyle(around).fontSize)
        const isOurs = isApp || isPaymentPage
        if (isOurs ? !measures.scale.includes(size) : size < measures.text)
          faults.add(`${named(around)} is written in ${size} px`)
      }

      for (const element of document.body.querySelectorAll('*')) {
        const seconds = getComputedStyle(element).transitionDuration.split(',').map(Number.parseFloat)
        if (Math.max(...seconds) * 1000 > measures.motionMs) faults.add(`${named(element)} moves too long`)
      }

      // A width that a row gives its child stretches it once it stands in a column.
      for (const column of document.body.querySelectorAll('*')) {
        const { display, flexDirection } = getComputedStyle(column)
        if (!display.includes('flex') || !flexDirection.startsWith('column')) continue
        for (const child of column.children)
          if (
            Number.parseFloat(getComputedStyle(child).flexBasis) > 100 &&
            !getComputedStyle(child).flexBasis.includes('%')
          )
            faults.add(`${named(child)} has its width for a height`)
      }

      const times = [...document.querySelectorAll('time')].filter(
        (time) => isRead(time) && /\d\s(am|pm)/i.test(time.textContent),
      )
      for (const time of times)
        if (!time.title.endsWith('IST')) faults.add(`${named(time)} is not shown in full on hover`)
      if (times.length > 0 && !saysZone) faults.add(`${times.length} times without their zone`)
      return [...faults]
    },
    MEASURES,
  )

/** Texts in a column so narrow that a line has only a few letters: nothing overflows, but the text cannot be read. */
export const tornTexts = (page: Page): Promise<string[]> =>
  ask(page, () => {
    const LINES = 5
    const LETTERS_A_LINE = 4
    /** Only a screen reader reads it. */
    const isUnseen = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isUnseen(element.parentElement))
    const torn: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const letters = text.textContent?.trim() ?? ''
      // The lines of a `pre` are as short as their author wrote them.
      const around = text.parentElement
      if (letters.length < LINES || around === null || around.closest('pre') !== null) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = range.getClientRects().length
      if (lines >= LINES && letters.length / lines < LETTERS_A_LINE && !isUnseen(around))
        torn.push(letters.slice(0, 40))
    }
    return torn
  })
