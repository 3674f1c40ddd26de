import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'

const NOT_IN_SITEMAP = ['/simulator', '/no-such-page']

// In two walks, so that they are made side by side.
for (const half of [0, 1])
  test(`every public page is accessible and fits, walk ${half + 1} of 2`, async ({ page }) => {
    const sitemap = await (await page.request.get('/sitemap.xml')).text()
    const found = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
    expect(found.length).toBeGreaterThan(10)
    for (const path of [...found, ...NOT_IN_SITEMAP].filter((_, index) => index % 2 === half)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingFound(page, path)
    }
  })
