import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

const PUBLIC = ['/', '/login', '/register', '/simulator', '/features', '/no-such-page']
const DASHBOARD = [
  '/dashboard',
  '/dashboard/orders',
  '/dashboard/generate-payment-link',
  '/dashboard/connect-merchant',
  '/dashboard/kyc',
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' } as never)

      test('public screens', async ({ page }) => {
        for (const path of PUBLIC) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectNothingFound(page, path)
        }
      })

      test('the dashboard', async ({ page }) => {
        const { key } = await enterDashboard(page)
        await createOrder(page.request, key)
        for (const path of DASHBOARD) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          await expectNothingFound(page, path)
        }
      })

      // Long pages, each with the whole time of a test.
      for (const path of ['/docs', '/api', '/dashboard/api-documentation'])
        test(`the guide at ${path}`, async ({ page }) => {
          await enterDashboard(page)
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          await expectNothingFound(page, path)
        })

      test('the payment page in each state', async ({ page }) => {
        const { key } = await enterDashboard(page)
        // Without its script the page stays where it is; a paid one would go on to the shop.
        await page.route(/\/pay\/.*\.js$/, (route) => route.abort())
        const states = { pending: 'Payment Details', declined: 'Payment Failed', late: 'Payment Successful!' }
        for (const [outcome, words] of Object.entries(states)) {
          const order = await createOrder(page.request, key)
          await simulate(page.request, order, outcome)
          await page.goto(order.payment_url)
          await expect(page.getByText(words).first()).toBeVisible()
          await expectNothingFound(page, outcome)
        }
      })
    })
  }
}
