import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { ALL_SCRIPTS } from '../support/all-scripts.ts'
import { addCounter, PIN, reloadUntouched } from '../support/counter.ts'

test.use(ALL_SCRIPTS)

/** Three English words in a row; names and terms that are the same in Hindi are taken out first. */
const ENGLISH = /\b[A-Za-z][a-z']+ [A-Za-z]?[a-z']+ [A-Za-z]?[a-z']+\b/
const NAMES = /Google Pay|curl, Node, PHP|Chai Corner|Direct Intent|PCI DSS/g

const expectNoEnglish = async (page: Page, place: string): Promise<void> => {
  // The HTML that comes first is in English, with the way to Hindi.
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(page.locator('main')).toHaveText(/\p{Script=Devanagari}/u)
  // What is drawn for the eye only is no text.
  const others = page.locator('body :is([aria-hidden=true], noscript, [lang=en])')
  const show = (display: string) =>
    others.evaluateAll((all, shown) => {
      for (const each of all) if (each instanceof HTMLElement) each.style.display = shown
    }, display)
  await show('none')
  const [text = ''] = await page.locator('body').allInnerTexts()
  await show('')
  const lines = text.split('\n')
  expect(
    lines.filter((line) => ENGLISH.test(line.replace(NAMES, ''))),
    place,
  ).toEqual([])
}

const PAGES = ['/', '/features', '/pricing', '/contact', '/legal', '/login', '/register', '/forgot-password']

test('a link with ?lang=hi opens the public site in Hindi, without a sentence left in English', async ({
  page,
}) => {
  await page.goto('/?lang=hi')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('QR से पैसे लें।')
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.locator('html[lang=hi], [lang=hi] h1, h1').first()).toBeVisible()
    await expectNoEnglish(page, path)
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

test("a counter's login link in Hindi asks for the PIN in Hindi, says so when it is wrong, and starts in Hindi", async ({
  page,
}) => {
  const { loginUrl } = await addCounter(page, 'hi')
  const device = await page.context().newPage()
  await device.goto(loginUrl)
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('काउंटर पर लॉग इन करें')
  await device.getByLabel('पिन').fill('0000')
  await device.getByRole('button', { name: 'लॉग इन' }).click()
  await expect(device.getByText(/पिन .*नहीं/)).toBeVisible()
  await expectNoEnglish(device, 'PIN')
  await expectNothingFound(device, 'the PIN in Hindi')
  await device.getByRole('button', { name: 'English' }).click()
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Log in at the counter')
  await device.getByLabel('PIN').fill(PIN)
  await device.getByRole('button', { name: 'Log in' }).click()
  // The counter speaks its own language.
  await expect(device.getByRole('button', { name: 'QR दिखाएँ' })).toBeVisible()
  await reloadUntouched(device)
  await expect(device.getByRole('button', { name: 'शुरू करें' })).toBeVisible()
  await expectNoEnglish(device, 'start')
  await expectNothingFound(device, 'the start of a counter in Hindi')
})

test('the set-up page is in Hindi too', async ({ page }) => {
  await page.goto('/setup?token=aaaa&lang=hi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Galla पहले से सेट है')
  await expectNoEnglish(page, '/setup')
})
