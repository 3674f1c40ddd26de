import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

test('the orders list, an order and the API documentation are accessible', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const { order_id } = await createOrder(page.request, key)
  for (const path of ['/dashboard/orders', `/dashboard/orders/${order_id}`, '/dashboard/api-documentation']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectNothingFound(page, path)
  }
})

test('the payment page is accessible in each state', async ({ page }) => {
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
