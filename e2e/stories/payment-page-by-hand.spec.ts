import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { createOrder, enterDashboard, simulate, stayFromShop } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test('Download QR saves a PNG named after the transaction', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { client_txn_id: 'INV-2026-7' })
  await page.goto(order.payment_url)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download QR' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('payment-INV-2026-7.png')
  const { width, height } = await sharp(await download.path()).metadata()
  expect(Math.min(width, height)).toBeGreaterThan(300)
})

test('Share QR shows for three seconds that the device cannot share', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto(order.payment_url)
  await page.getByRole('button', { name: 'Share QR' }).click()
  await expect(page.getByText('Share not supported on this device')).toBeVisible()
  await expect(page.getByText('Share not supported on this device')).toHaveCount(0)
})

const SHEETS = [
  ['QR sharing not supported on this device', 'share () {}'],
  ['Share cancelled', "share () { throw new DOMException('', 'AbortError') }, canShare: () => true"],
  ['Failed to share QR code. Please try again.', "share () { throw new Error('no') }, canShare: () => true"],
] as const

for (const [words, sheet] of SHEETS)
  test(`Share QR reports why sharing failed: ${words}`, async ({ page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    await page.setViewportSize({ width: 767, height: 900 })
    await page.addInitScript(`Object.assign(Navigator.prototype, { ${sheet} })`)
    await page.goto(order.payment_url)
    await page.getByRole('button', { name: 'Share QR' }).click()
    await expect(page.getByText(words)).toBeVisible()
  })

test('a small screen shows the UPI apps and Share QR, a large one only the QR code, and neither our header', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto(order.payment_url)
  await expect(page.getByRole('heading', { name: 'Pay using UPI apps' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Paytm' })).toHaveAttribute('href', /^paytmmp:/)
  await expect(page.getByRole('button', { name: 'Share QR' })).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByRole('heading', { name: 'Pay using UPI apps' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share QR' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Download QR' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('the time left counts down every second from five minutes', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.goto(order.payment_url)
  await expect(page.getByText(/^Expires in [45]:[0-5]\d$/)).toBeVisible()
  const timer = page.getByRole('timer')
  const seconds = async (): Promise<number> => {
    const [minutes = '', rest = ''] = ((await timer.textContent()) ?? '').split(':')
    return Number(minutes) * 60 + Number(rest)
  }
  const first = await seconds()
  await expect.poll(seconds).toBeLessThanOrEqual(first - 2)
})

test('only the last minute and the last ten seconds are announced to screen readers', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  for (const news of ['events', 'status']) await page.route(`**/order/${news}/*`, (route) => route.abort())
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.goto(order.payment_url)
  const said = page.locator('[data-say]')
  await page.clock.fastForward(200_000)
  await expect(said).toHaveText('')
  await page.clock.fastForward(41_000)
  await expect(said).toHaveText('1 minute left to pay')
  await page.clock.fastForward(50_000)
  await expect(said).toHaveText('10 seconds left to pay')
})

test('Retry Payment and Try Again show that they load, and the error when they fail', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'declined')
  await page.goto(order.payment_url)
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/order/pay/*', async (route) => {
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  await page.getByRole('button', { name: 'Retry Payment' }).click()
  await expect(page.getByRole('main').getByText('Loading payment details...')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Failed to load payment info' })).toBeVisible()
  await page.route('**/pay/*/view', (route) => route.abort())
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Something went wrong while loading payment data')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Scan QR code using any UPI app')).toBeVisible()
})

test('Try Again starts the time of an open order again, and a reload does not', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { expires_in: 600 })
  const leftMs = async (): Promise<number> => Number(await page.getByRole('main').getAttribute('data-left'))
  await simulate(page.request, order, 'declined')
  await page.goto(order.payment_url)
  await page.route('**/pay/*/view', (route) => route.abort())
  await page.getByRole('button', { name: 'Retry Payment' }).click()
  // The order is open, and its page could not be loaded.
  await expect(page.getByRole('heading', { name: 'Failed to load payment info' })).toBeVisible()
  await page.unrouteAll()
  const reloaded = await page.context().newPage()
  await expect
    .poll(async () => {
      await reloaded.goto(order.payment_url)
      return Number(await reloaded.getByRole('main').getAttribute('data-left'))
    })
    .toBeLessThan(596_500)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Scan QR code using any UPI app')).toBeVisible()
  expect(await leftMs()).toBeGreaterThan(596_500)
})

test('a successful payment redirects to the shop after one second', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { redirect_url: `${ORIGIN}/features?cart=7` })
  await simulate(page.request, order, 'success')
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.goto(order.payment_url)
  await expect(page.getByText('Redirecting...')).toBeVisible()
  await page.clock.runFor(900)
  expect(page.url()).toBe(order.payment_url)
  await page.clock.runFor(200)
  await page.waitForURL(/\/features\?cart=7/)
})

test('a payment page that was offline shows the payment when the connection returns', async ({
  page,
  context,
  request,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await stayFromShop(context)
  await page.goto(order.payment_url)
  await expect(page.getByText('Waiting for payment...')).toBeVisible()
  await context.setOffline(true)
  await simulate(request, order, 'success')
  // An open stream may still bring the news; the view cannot be fetched.
  await expect(page.getByText(/Checking your payment|do not pay again/).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('the payment page loads nothing from other origins, runs no inline script and sends no referrer', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const wrong: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== ORIGIN && protocol !== 'data:') wrong.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  const headers = (await page.goto(order.payment_url))?.headers() ?? {}
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(headers['referrer-policy']).toBe('no-referrer')
  await simulate(page.request, order, 'declined')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  expect(wrong).toEqual([])
})

test('without JavaScript a declined payment can be retried with the form', async ({ browser, page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'declined')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const customer = await context.newPage()
  await customer.goto(order.payment_url)
  await customer.getByRole('button', { name: 'Retry Payment' }).click()
  await expect(customer.getByText('Scan QR code using any UPI app')).toBeVisible()
  await context.close()
})

test('without JavaScript the order of a page that could not be loaded is tried again with a form', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const customer = await context.newPage()
  await customer.goto('/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K')
  // The page of this order, had it failed to load.
  await customer.route('**/pay/*', (route) =>
    route.request().method() === 'POST' ? route.continue({ url: order.payment_url }) : route.continue(),
  )
  await customer.getByRole('button', { name: 'Try Again' }).click()
  await expect(customer.getByText('Scan QR code using any UPI app')).toBeVisible()
  await context.close()
})

test('a copied text is said for two seconds, also if Copy is pressed twice', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.clock.install()
  await page.goto(order.payment_url)
  const copy = page.locator('[data-copy]').filter({ visible: true }).first()
  const copied = page.getByText('Copied!')
  await copy.click()
  await expect(copied).toBeVisible()
  await page.clock.runFor(1_000)
  await copy.click()
  await page.clock.runFor(3_000)
  await expect(copied).toHaveCount(0)
})
