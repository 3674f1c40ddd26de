import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing that axe knows to be wrong, and nothing to be scrolled sideways. */
export const expectNothingFound = async (page: Page, screen: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  expect({
    screen,
    found: violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]),
  }).toEqual({
    screen,
    found: [],
  })
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect({ screen, sideways: Math.max(0, sideways) }).toEqual({ screen, sideways: 0 })
}
