import { expect, type Page, test } from '@playwright/test'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

// The styles below are a reader's own, which the page's policy would not allow.
test.use({ bypassCSP: true })

/** As far apart as WCAG 2.2, 1.4.12, says that a reader may set them; and wider than our own. */
const LETTERS = `* {
  font-family: "DejaVu Sans", Verdana, sans-serif !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
  line-height: 1.5 !important;
}`
const WIDTHS = [320, 768]
const HEIGHT = 900

const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const expectToFit = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.addStyleTag({ content: LETTERS })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    // What moves to its new place is there in a moment.
    await expect.poll(() => sidewaysOf(page), `${path} at ${width} px`).toBe(0)
  }
}

test('with reduced motion, a narrowed window gets its new layout without a transition', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: HEIGHT })
  await page.goto('/simulator')
  await expect(page.getByLabel('UPI link')).toBeVisible()
  await page.setViewportSize({ width: 320, height: HEIGHT })
  const under = await page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    transitions: document.getAnimations().filter((each) => each instanceof CSSTransition).length,
  }))
  expect(under).toEqual({ sideways: 0, transitions: 0 })
})

test('the public pages fit the screen with the text spacing of WCAG 1.4.12', async ({ page }) => {
  for (const path of [
    '/',
    '/features',
    '/pricing',
    '/contact',
    '/login',
    '/register',
    '/docs',
    '/docs/orders',
    '/docs/webhooks',
    '/api',
    '/simulator',
  ])
    await expectToFit(page, path)
})

test('the dashboard fits the screen with the text spacing of WCAG 1.4.12', async ({ page }) => {
  const { key } = await enterDashboard(page, 'Venkatasubramaniam and Sons Wholesale Electronics')
  await simulate(page.request, await createOrder(page.request, key, { amount: '1000000.00' }), 'success')
  await simulate(page.request, await createOrder(page.request, key), 'declined')
  const screens = [
    '',
    '/orders',
    '/generate-payment-link',
    '/connect-merchant',
    '/manage-subscription',
    '/new-subscription',
    '/api-documentation',
    '/kyc',
    '/reconciliation',
    '/reconciliation/closing',
    '/reconciliation/import',
    '/webhooks',
  ]
  for (const screen of screens) await expectToFit(page, `/dashboard${screen}`)
})

test('the payment page fits the screen with the text spacing of WCAG 1.4.12', async ({ page }) => {
  const { key } = await enterDashboard(page, 'Venkatasubramaniam and Sons Wholesale Electronics')
  const order = await createOrder(page.request, key, { amount: '1000000.00' })
  await expectToFit(page, order.payment_url)
})
