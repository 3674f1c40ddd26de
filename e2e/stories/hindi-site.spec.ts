import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { ALL_SCRIPTS } from '../support/all-scripts.ts'

test.use(ALL_SCRIPTS)

/** Three English words in a row; names and terms that are the same in Hindi are taken out first. */
const ENGLISH = /\b[A-Za-z][a-z']+ [A-Za-z]?[a-z']+ [A-Za-z]?[a-z']+\b/
const NAMES = /Google Pay|curl, Node, PHP|Chai Corner|Direct Intent|PCI DSS/g

const PAGES = ['/', '/features', '/pricing', '/contact', '/legal', '/login', '/register', '/forgot-password']

test('a link with ?lang=hi opens the public site in Hindi, without a sentence left in English', async ({
  page,
}) => {
  await page.goto('/?lang=hi')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('QR से पैसे लें।')
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.locator('html[lang=hi], [lang=hi] h1, h1').first()).toBeVisible()
    await expect(page.locator('main')).toHaveText(/\p{Script=Devanagari}/u)
    // What is drawn for the eye only is hidden from it.
    await page.locator('body').evaluate((body) => {
      for (const hidden of body.querySelectorAll('[aria-hidden=true], script, noscript, [lang=en]'))
        hidden.remove()
    })
    const [text = ''] = await page.locator('body').allInnerTexts()
    const lines = text.split('\n')
    expect(
      lines.filter((line) => ENGLISH.test(line.replace(NAMES, ''))),
      path,
    ).toEqual([])
  }
})

test('the header switches the language both ways, and the other language stays', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('QR रिक्वेस्ट')
  await expectNothingFound(page, 'pricing in Hindi')
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('हमसे बात करें')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Talk to us')
})
