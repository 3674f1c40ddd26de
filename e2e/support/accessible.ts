import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import type { Result, RunOptions } from 'axe-core'
import { ask } from './ask.ts'
import { faultsOfLook, tornTexts } from './looks.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The minified axe, less than half as long, because every checked page loads it. */
const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Passed rules are not reported in full and frames are skipped, which saves four fifths of the time. */
const BRIEFLY: RunOptions = { resultTypes: ['violations'], iframes: false }
const { GALLA_TEST_SUITE: suite } = process.env
/** The narrowest screen and a desktop; axe checks the narrow one, and in `npm test -- --slow` both. */
const WIDTHS = [320, 1440]
const AXE_WIDTHS_MAX = suite === 'slow' ? WIDTHS.length : 1
const MUST_FIT = suite === 'slow' ? [320, 360, 480, 620, 768, 1024, 1440] : WIDTHS
const HEIGHT = 900
const SCHEME = 'data-mantine-color-scheme'
/** Each check extends the time limit of its story. */
const LOOK_MS = 30_000
const PAUSES_MS = [100, 400, 1500]

interface Found {
  readonly width: number
  readonly theme: string
  readonly what: unknown
}

/**
 * Shows the page in a theme, with every finite animation at its end. It sets the end instead of waiting for it, because hidden
 * elements, such as the closed part of a `details`, never reach it. Endless animations, such as a skeleton's, have no end.
 * @returns whether axe is in the page already, where it stays
 */
const stillIn = async (page: Page, colorScheme: 'light' | 'dark'): Promise<boolean> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // The app follows the device by a script; the payment page by its styles alone.
  const html = page.locator('html')
  if ((await html.getAttribute(SCHEME)) !== null) await expect(html).toHaveAttribute(SCHEME, colorScheme)
  return ask(page, () => {
    for (const each of document.getAnimations())
      if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish()
    return 'axe' in window
  })
}

const violationsIn = async (
  page: Page,
  colorScheme: 'light' | 'dark',
  options: RunOptions,
): Promise<Result[]> => {
  if (!(await stillIn(page, colorScheme))) await page.evaluate(AXE_SOURCE)
  return page.evaluate(
    (asked) => (window as unknown as { axe: typeof axe }).axe.run(asked).then((each) => each.violations),
    { ...BRIEFLY, ...options },
  )
}

/** Lists landmarks of one kind with the same name. */
const sameLandmarks = async (page: Page, width: number): Promise<Found[]> => {
  // In either theme; a look ended in the dark one.
  const violations = await violationsIn(page, 'dark', {
    runOnly: { type: 'rule', values: ['landmark-unique'] },
  })
  return violations.map(({ id, nodes }) => ({
    width,
    theme: 'any',
    what: [id, nodes.map(({ target }) => target)],
  }))
}

/** Runs axe in the light and the dark theme; in the second only the contrast can differ. */
const lookAt = async (page: Page, width: number): Promise<Found[]> => {
  // Durations of motion are checked without the preference for reduced motion.
  await page.emulateMedia({ reducedMotion: null })
  const looks = await faultsOfLook(page)
  const light = await violationsIn(page, 'light', {
    runOnly: TAGS,
    rules: { 'landmark-unique': { enabled: true }, 'landmark-one-main': { enabled: true } },
  })
  const dark = await violationsIn(page, 'dark', { runOnly: { type: 'rule', values: ['color-contrast'] } })
  const violations = Object.entries({ light, dark }).flatMap(([theme, found]) =>
    found.map(({ id, nodes }) => ({ width, theme, what: [id, nodes.map(({ target }) => target)] })),
  )
  return [...violations, ...looks.map((what) => ({ width, theme: 'any', what }))]
}

const whatDoesNotFit = async (page: Page, width: number): Promise<Found[]> => {
  const sideways = await ask(page, () => document.documentElement.scrollWidth - window.innerWidth)
  const torn = await tornTexts(page)
  return [
    ...(sideways > 0 ? [`${sideways} px to be scrolled sideways`] : []),
    ...torn.map((text) => ({ torn: text })),
  ].map((what) => ({ width, theme: 'any', what }))
}

/** Repeats the check until the page is laid out: a table becomes cards a moment after a resize. */
const lasting = async (find: () => Promise<Found[]>): Promise<Found[]> => {
  let found = await find()
  for (const pause of PAUSES_MS) {
    if (found.length === 0) break
    await setTimeout(pause)
    found = await find()
  }
  return found
}

/**
 * Expects of what is shown now, light and dark: axe finds nothing wrong, and nothing has to be scrolled sideways on a small phone or
 * a desk. The page stays as it is and is only resized, so that a state that took many steps is reached once.
 * `widths`: where a state exists at some widths only, such as a menu that a desk doesn't have.
 */
export const expectNothingFound = async (page: Page, screen: string, widths = WIDTHS): Promise<void> => {
  test.setTimeout(test.info().timeout + LOOK_MS)
  const before = page.viewportSize()
  const found: Found[] = []
  const [least, most] = [Math.min(...widths), Math.max(...widths)]
  const lookedAt = widths.slice(0, AXE_WIDTHS_MAX)
  const mustFit = MUST_FIT.filter((each) => each >= least && each <= most)
  // Each width once: a page that is resized is laid out again, and its tables become cards.
  for (const width of [...new Set([...lookedAt, ...mustFit, most])].sort((a, b) => a - b)) {
    await page.setViewportSize({ width, height: HEIGHT })
    if (lookedAt.includes(width)) found.push(...(await lasting(() => lookAt(page, width))))
    // A desktop shows navigation that a phone hides.
    if (width === most) found.push(...(await lasting(() => sameLandmarks(page, most))))
    if (mustFit.includes(width)) found.push(...(await lasting(() => whatDoesNotFit(page, width))))
  }
  if (before !== null) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  expect({ screen, found }).toEqual({ screen, found: [] })
}
