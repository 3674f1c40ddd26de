import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** axe finds nothing on what is shown, and nothing of it lies beside the screen. */
export const expectNothingFound = async (page: Page, screen: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
  expect({ screen, found }).toEqual({ screen, found: [] })
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect({ screen, sideways: Math.max(0, sideways) }).toEqual({ screen, sideways: 0 })
}
