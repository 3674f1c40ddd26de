import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

/** Some twenty pages, each looked over whole. */
const WALK_TIMEOUT_MS = 240_000
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 360, 1440]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' } as never)

      test('every public page is accessible and fits', async ({ page }) => {
        test.setTimeout(WALK_TIMEOUT_MS)
        const sitemap = await (await page.request.get('/sitemap.xml')).text()
        const paths = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
        for (const path of [...paths, '/no-such-page']) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
          const found = violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect({ path, found, sideways: Math.max(0, sideways) }).toEqual({ path, found: [], sideways: 0 })
        }
      })
    })
  }
}
