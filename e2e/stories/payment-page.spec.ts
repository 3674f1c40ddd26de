import { expect, type Page, type Route, test } from '@playwright/test'
import { clipboardOf } from '../support/clipboard.ts'
import { createOrder, enterDashboard, simulate, stayFromShop } from '../support/merchant.ts'

test.beforeEach(({ context }) => stayFromShop(context))

test('a declined payment can be retried and paid', async ({ page }) => {
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

test('an order expires at 0 s, a reload does not restart the time, and a late payment is accepted', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { expires_in: 5 })
  await page.goto(order.payment_url)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment Expired' })).toBeVisible()
  await expect(
    page.getByText('The payment link has expired. Please generate a new payment link.'),
  ).toBeVisible()
  await simulate(page.request, order, 'success')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

const REFUSED = { status: 429, headers: { 'retry-after': '30' }, json: { success: false } }

for (const [what, refuse] of [
  ['without live updates', (route: Route) => route.abort()],
  ['with too many live updates from one address', (route: Route) => route.fulfill(REFUSED)],
] as const)
  test(`${what}, polling detects the payment`, async ({ page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    await page.route('**/order/events/**', refuse)
    await page.goto(order.payment_url)
    await simulate(page.request, order, 'success')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  })

/** When the page asks, by its own clock; to be called before it is opened. */
const watchPolls = async (page: Page) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const fetched = window.fetch
    const times: number[] = []
    window.fetch = (input, init) => {
      if (String(input).includes('/order/status/')) times.push(Date.now())
      return fetched(input, init)
    }
    Object.assign(window, { times })
  })
  const timesAsked = () => page.evaluate(() => (window as unknown as { times: number[] }).times)
  /** An answer may come while the clock stands at any second, and the next poll waits for it. */
  const oneSecondLater = () => page.clock.runFor(1_000)
  const shortestPauseSeconds = async (): Promise<number> => {
    await oneSecondLater()
    const times = await timesAsked()
    const pausesMs = times.slice(2).map((time, index) => time - (times[index + 1] ?? 0))
    return Math.round(Math.min(...pausesMs) / 1_000)
  }
  const expectThreeSeconds = async (): Promise<void> => {
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await expect.poll(shortestPauseSeconds, { intervals: [200] }).toBeLessThanOrEqual(3)
    expect(await shortestPauseSeconds()).toBe(3)
  }
  return { timesAsked, oneSecondLater, expectThreeSeconds }
}

test('without live updates the page polls every three seconds, and stops once the payment has failed', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.route('**/order/events/**', (route) => route.abort())
  const { timesAsked, oneSecondLater, expectThreeSeconds } = await watchPolls(page)
  await page.goto(order.payment_url)
  await expectThreeSeconds()

  await simulate(page.request, order, 'declined')
  const failed = page.getByRole('heading', { name: 'Payment Failed' })
  await expect.poll(() => oneSecondLater().then(() => failed.isVisible()), { intervals: [200] }).toBe(true)
  const { length } = await timesAsked()
  await page.clock.fastForward(60_000)
  expect(await timesAsked()).toHaveLength(length)
})

test('with live updates the page polls every three seconds too', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const heard = page.waitForResponse('**/order/events/**')
  const { expectThreeSeconds } = await watchPolls(page)
  await page.goto(order.payment_url)
  expect((await heard).status()).toBe(200)
  await expectThreeSeconds()
})

test.describe('without JavaScript', () => {
  test('the QR code is shown, and the page refreshes to the success', async ({ browser, page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    const plain = await browser.newContext({ javaScriptEnabled: false })
    await stayFromShop(plain)
    const customer = await plain.newPage()
    await customer.goto(order.payment_url)
    await expect(customer.getByText('₹499.00').first()).toBeVisible()
    await simulate(page.request, order, 'success')
    await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await plain.close()
  })
})

test('an order that does not exist shows an error, and no request goes to another server', async ({
  page,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('http://localhost') && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  await page.goto('/pay/01ARZ3NDEKTSV4RRFFQ69G5FAV')
  await expect(page.getByText('Try Again')).toBeVisible()
  expect(foreign).toEqual([])
})

test('the merchant, amount, QR code and first button fit on the screen of a small phone without scrolling', async ({
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

test('in the Instagram browser the page offers to open its URL, with the language, in the real browser', async ({
  page,
  browser,
}) => {
  const { key } = await enterDashboard(page)
  const { payment_url: address } = await createOrder(page.request, key)
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Instagram 350.0',
    viewport: { width: 320, height: 640 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const customer = await context.newPage()
  await customer.goto(`${address}?lang=hi`)
  await expect(customer.getByRole('link', { name: 'PhonePe' })).toHaveCount(0)
  const { host, pathname } = new URL(address)
  await expect(customer.getByRole('link', { name: 'ब्राउज़र में खोलें' })).toHaveAttribute(
    'href',
    `intent://${host}${pathname}?lang=hi#Intent;scheme=http;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
  )
  await customer.getByRole('button', { name: 'लिंक कॉपी करें' }).click()
  await expect.poll(() => clipboardOf(customer)).toBe(`${address}?lang=hi`)
  expect(
    await customer.evaluate(() => document.documentElement.scrollWidth),
    'nothing overflows',
  ).toBeLessThanOrEqual(320)
  await context.close()
})

for (const [outcome, words] of [
  ['underpaid', /of ₹499\.00 has been received\. Please do not pay again/],
  ['overpaid', /has been received instead of ₹499\.00\. Please do not pay again/],
] as const)
  test(`an open page shows that the payment was ${outcome}, and hides its code`, async ({ page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    await page.goto(order.payment_url)
    await expect(page.getByRole('img', { name: /UPI QR code/ })).toBeVisible()
    await simulate(page.request, order, outcome)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('img', { name: /UPI QR code/ })).toHaveCount(0)
  })
