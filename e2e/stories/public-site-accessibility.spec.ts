import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'

const IN_SITEMAP = [
  '/',
  '/features',
  '/pricing',
  '/contact',
  '/login',
  '/register',
  '/forgot-password',
  '/docs',
  '/docs/quickstart',
  '/docs/orders',
  '/docs/webhooks',
  '/docs/errors',
  '/docs/test-mode',
  '/docs/going-live',
  '/docs/connecting-an-account',
  '/docs/accounting',
  '/docs/sdk',
  '/docs/woocommerce',
  '/docs/moving',
  '/docs/other-systems',
  '/docs/self-hosting',
  '/api',
  '/about',
  '/careers',
  '/blog',
  '/privacy',
  '/terms',
  '/security',
  '/legal',
]
const NOT_IN_SITEMAP = ['/simulator', '/no-such-page']

test('the accessibility check finds a nameless button, low contrast, overflow, an odd font size and long motion', async ({
  page,
}) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Wrong</title>
    <style>p { color: #555; background: #fff; transition: color 900ms } @media (prefers-color-scheme: dark) { p { background: #333 } }</style>
    <main data-kind="wrong"><h1 style="font-size: 20px">Wrong</h1><button></button><p>Faint</p><div style="width: 400px">Long</div></main></html>`)
  const looked = await expectNothingFound(page, 'wrong').catch(({ message }: Error) => message)
  expect(looked).toContain('button-name')
  // Only in the dark.
  expect(looked).toContain('color-contrast')
  expect(looked).toContain('to be scrolled sideways')
  expect(looked).toContain('is written in 20 px')
  expect(looked).toContain('moves too long')
})

test('the accessibility check does not wait for animations inside collapsed content', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Folded</title>
    <style>p { transition: transform 150ms }</style>
    <main><h1>Folded</h1><details><summary>More</summary><p>Moving</p></details></main></html>`)
  const began = await page.locator('p').evaluate((each) => {
    each.getBoundingClientRect()
    each.style.transform = 'translateX(9px)'
    each.getBoundingClientRect()
    return document.getAnimations().length
  })
  expect(began).toBe(1)
  await expectNothingFound(page, 'folded')
})

test('the pages below include every page of the sitemap', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const found = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(found.toSorted()).toEqual(IN_SITEMAP.toSorted())
})

const PARTS = 3
for (let part = 0; part < PARTS; part += 1)
  test(`every page is accessible and fits, part ${part + 1}`, async ({ page }) => {
    // One after the other in one browser: each finds the scripts of the one before.
    for (const path of [...IN_SITEMAP, ...NOT_IN_SITEMAP].filter((_, n) => n % PARTS === part)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingFound(page, path)
    }
  })
