import { expect, type Page, test } from '@playwright/test'
import { createOrder, enterDashboard, simulate, stayFromShop } from '../support/merchant.ts'

test.use({ viewport: { width: 360, height: 640 } })

// A success goes on to the shop a second later; the stories look at the page itself.
test.beforeEach(({ context }) => stayFromShop(context))

/** The phone shows another app, or this page again. */
const setVisible = (page: Page, isVisible: boolean): Promise<void> =>
  page.evaluate((visible) => {
    Object.defineProperty(document, 'hidden', { value: !visible, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isVisible)

/** Taps an app's button: the link is followed nowhere, as on a phone whose app opens over the page. */
const openApp = async (page: Page): Promise<void> => {
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('.apps a')) event.preventDefault()
    }),
  )
  await page.getByRole('link', { name: 'PhonePe' }).click()
  await setVisible(page, false)
}

const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

test('returning from the UPI app shows the payment after one request', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.route('**/order/events/**', (route) => route.abort())
  await page.goto(order.payment_url)
  await openApp(page)
  // Nothing is heard while the page lies behind the app.
  await page.route('**/order/status/**', (route) => route.abort())
  await simulate(page.request, order, 'success')
  const requested: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    // A check that began before the return can end after it, and be tried again.
    if (!/^\/api\/v1\/order\/(status|events)\//.test(path)) requested.push(path)
  })
  await setVisible(page, true)
  await expect(success(page)).toBeVisible()
  expect(requested[0]).toMatch(/^\/pay\/.+\/view$/)
})

test('an offline page keeps the QR code and says not to pay again, instead of showing that it waits', async ({
  page,
  context,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  // Offline mode does not close an open stream, whose late event would be an answer.
  await page.route('**/order/events/**', (route) => route.abort())
  await page.goto(order.payment_url)
  await openApp(page)
  await context.setOffline(true)
  await setVisible(page, true)
  const notice = page.locator('[data-notice]')
  await expect(notice).toContainText('If you have already paid, do not pay again')
  await expect(page.getByRole('img', { name: /UPI QR code/ })).toBeVisible()
  await expect(page.getByText('Waiting for payment...')).toBeHidden()
  await simulate(page.request, order, 'success')
  await context.setOffline(false)
  await expect(success(page)).toBeVisible()
})

test('a page whose polls a proxy answers with an error says not to pay again, instead of that it waits', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.route('**/order/events/**', (route) => route.abort())
  await page.goto(order.payment_url)
  await expect(page.getByText('Waiting for payment...')).toBeVisible()
  await page.route('**/order/status/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await expect(page.locator('[data-notice]')).toContainText('If you have already paid, do not pay again')
  await expect(page.getByText('Waiting for payment...')).toBeHidden()
  await simulate(page.request, order, 'success')
  await page.unroute('**/order/status/**')
  await expect(success(page)).toBeVisible()
})

test('a payment that is known but cannot be shown yet hides the QR code and buttons, even offline', async ({
  page,
  context,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.goto(order.payment_url)
  await expect(page.getByRole('link', { name: 'PhonePe' })).toBeVisible()
  await page.route('**/pay/*/view', (route) => route.abort())
  await simulate(page.request, order, 'success')
  await expect(page.getByText('Checking your payment...').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'PhonePe' })).toBeHidden()
  await context.setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await expect(page.getByText('Checking your payment...').first()).toBeVisible()
  await expect(page.getByText('You can still scan this code')).toHaveCount(0)
  await context.setOffline(false)
  await page.unrouteAll()
  await expect(success(page)).toBeVisible()
})
