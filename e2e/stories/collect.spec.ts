import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

const amount = (page: Page) => page.getByLabel('Amount')

const simulate = async (page: Page, upi: string, outcome?: string) => {
  const sent = await page.request.post('/api/v1/simulator/pay', { data: { upi, outcome } })
  expect(sent.status(), await sent.text()).toBe(200)
}
const collect = async (page: Page, rupees: string) => {
  await page.goto('/dashboard/collect')
  await amount(page).fill(rupees)
  await page.getByRole('button', { name: 'Show QR' }).click()
  const qr = page.getByRole('img', { name: `QR code for ₹${rupees}.00` })
  await expect(qr).toBeVisible()
  return { qr, upi: await qrOnPage(page) }
}

test('on a phone two taps and an amount make a QR code, and its payment is shown within seconds', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await enterDashboard(page)
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Daily' }).getByRole('link', { name: 'Collect' }).click()
  await expect(amount(page)).toBeFocused()
  await expectNothingFound(page, 'an amount to collect')
  await page.keyboard.type('40')
  await page.getByRole('button', { name: 'Show QR' }).click()
  const qr = page.getByRole('img', { name: 'QR code for ₹40.00' })
  await expect(qr).toBeVisible()
  await expect(page.getByText('Waiting for the payment...')).toBeVisible()
  await expectNothingFound(page, 'a QR code that waits')
  await simulate(page, await qrOnPage(page))
  await expect(page.getByRole('status').filter({ hasText: 'Received ₹40.00' })).toBeVisible()
  await expect(qr).toHaveCount(0)
  await expectNothingFound(page, 'money that was collected')
  // The keyboard goes on without a search for the next field.
  await expect(page.getByRole('button', { name: 'New amount' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(amount(page)).toBeFocused()
  await expect(amount(page)).toHaveValue('')
})

test('a wrong amount has a message at its field, and a lost reply makes no second order', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard/collect')
  const show = page.getByRole('button', { name: 'Show QR' })
  await show.click()
  await expect(page.getByText('Amount is required')).toBeVisible()
  await amount(page).fill('10,00')
  await show.click()
  await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  await amount(page).fill('12.50')
  // The server made the order; only its reply is lost.
  await page.route('**/api/v1/user/collect', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await show.click()
  await expect(page.getByRole('alert').filter({ hasText: 'The QR code could not be created' })).toBeVisible()
  await page.unroute('**/api/v1/user/collect')
  await show.click()
  await expect(page.getByRole('img', { name: 'QR code for ₹12.50' })).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page).toHaveURL(new RegExp(`^${ORIGIN}/dashboard/orders`))
  await expect(page.getByText('Total 1 orders')).toBeVisible()
})

test('money of another amount is said in the place of the QR code', async ({ page }) => {
  await enterDashboard(page)
  const { qr, upi } = await collect(page, '100')
  await simulate(page, upi, 'underpaid')
  const status = page.getByRole('status')
  await expect(status.filter({ hasText: /came, the order is ₹100\.00/ })).toBeVisible()
  await expect(qr).toHaveCount(0)
  // The customer sends the rest by hand, and the merchant assigns it to the order.
  await page.route('**/order/status/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), received: 100 } })
  })
  await expect(status.filter({ hasText: '₹100.00 came in parts. Decide in Reconciliation.' })).toBeVisible()
  await page.unrouteAll()
})

test('an order whose time is over shows no QR code, and is asked about after its end', async ({ page }) => {
  await enterDashboard(page)
  await page.clock.install()
  const { qr, upi } = await collect(page, '41')
  await page.route('**/order/status/*', async (route) => {
    const response = await route.fetch()
    const status = await response.json()
    await route.fulfill({ response, json: { ...status, serverTime: status.expiresAt } })
  })
  await page.clock.runFor(3_000)
  await expect(qr).toHaveCount(0)
  await expect(page.getByText('Waiting for the payment...')).toBeVisible()
  await simulate(page, upi, 'declined')
  await page.clock.runFor(3_000)
  await expect(page.getByText('Not paid. The QR code no longer works.')).toBeVisible()
  await simulate(page, upi, 'success')
  await page.clock.runFor(30_000)
  await expect(page.getByRole('status').filter({ hasText: 'Received ₹41.00' })).toBeVisible()
})
