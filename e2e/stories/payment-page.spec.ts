import { expect, type Route, test } from '@playwright/test'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

test('a declined payment is tried again and paid', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.goto(order.payment_url)
  await simulate(page.request, order, 'declined')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText('The payment could not be completed. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry Payment' }).click()
  await expect(page.getByText('Scan QR code using any UPI app')).toBeVisible()
  const link = order.upi_intent.bhim_link.replace(`tr=${order.order_id}`, `tr=${order.order_id}R2`)
  await simulate(page.request, { ...order, upi_intent: { bhim_link: link } }, 'success')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('the window ends at 0 s, a reload does not restart it, and late money still counts', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { expires_in: 5 })
  await page.goto(order.payment_url)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment Expired' })).toBeVisible({ timeout: 6_000 })
  await expect(
    page.getByText('The payment link has expired. Please generate a new payment link.'),
  ).toBeVisible()
  await simulate(page.request, order, 'success')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

const REFUSED = { status: 429, headers: { 'retry-after': '30' }, json: { success: false } }

for (const [what, refuse] of [
  ['without live updates', (route: Route) => route.abort()],
  ['where one address has too many live updates', (route: Route) => route.fulfill(REFUSED)],
] as const)
  test(`${what} the polls notice the payment`, async ({ page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    await page.route('**/order/events/**', refuse)
    await page.goto(order.payment_url)
    await simulate(page.request, order, 'success')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 8_000 })
  })

test('without live updates it asks every three seconds, and no more once the payment has failed', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.route('**/order/events/**', (route) => route.abort())
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/order/status/')) asked += 1
  })
  await page.clock.install()
  await page.goto(order.payment_url)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const nextAnswer = async (): Promise<void> => {
    const answer = page.waitForResponse('**/order/status/*')
    await page.clock.runFor(3_000)
    await (await answer).finished()
  }
  await nextAnswer()
  asked = 0
  await nextAnswer()
  await nextAnswer()
  await expect.poll(() => asked).toBe(2)
  await simulate(page.request, order, 'declined')
  await nextAnswer()
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  asked = 0
  await page.clock.fastForward(60_000)
  // What was asked before this is known by now.
  await page.evaluate(async () => (await fetch('/healthz')).ok)
  expect(asked).toBe(0)
})

test.describe('without JavaScript', () => {
  test('the QR is there, and the page turns to success by itself', async ({ browser, page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const customer = await plain.newPage()
    await customer.goto(order.payment_url)
    await expect(customer.getByText('₹499.00').first()).toBeVisible()
    await simulate(page.request, order, 'success')
    await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({
      timeout: 15_000,
    })
    await plain.close()
  })
})

test('an order that does not exist says so, and nothing else is asked of anybody', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('http://localhost') && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  await page.goto('/pay/01ARZ3NDEKTSV4RRFFQ69G5FAV')
  await expect(page.getByText('Try Again')).toBeVisible()
  expect(foreign).toEqual([])
})

test('merchant, amount, QR and the first button stand above the fold of a small phone', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const phone = await browser.newContext({
    viewport: { width: 360, height: 640 },
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36',
  })
  const customer = await phone.newPage()
  await customer.goto(order.payment_url)
  const button = await customer.getByRole('link', { name: 'Open UPI app' }).boundingBox()
  expect((button?.y ?? 999) + (button?.height ?? 999)).toBeLessThanOrEqual(640)
  await phone.close()
})
