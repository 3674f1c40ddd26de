import { expect, type Page, test } from '@playwright/test'
import { createOrder, enterDashboard, simulate, stayFromShop } from '../support/merchant.ts'

const isSlow = process.env.GALLA_TEST_SUITE === 'slow'
/** Of the page's script in a real browser; the rules alone run ten thousand times in page-state.test.ts. */
const RUNS = isSlow ? 300 : 6

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

test('coming back from the app shows the truth after one request', async ({ page }) => {
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
  // How long this takes on a slow line is measured by `npm run bench -- page`.
  expect(requested[0]).toMatch(/^\/pay\/.+\/view$/)
})

test('without a connection the code stays, the page says what to do, and never that it only waits', async ({
  page,
  context,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
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

test('a payment that is known but cannot be shown yet takes code and buttons away, also offline', async ({
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

/** The same numbers in each run of the suite, so that a failure can be repeated. */
const createRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test(`${RUNS} customers with cuts, app switches and slow answers are never invited to pay twice`, async ({
  page,
}) => {
  if (isSlow) test.setTimeout(60_000 + RUNS * 8_000)
  const { key } = await enterDashboard(page)
  for (let run = 0; run < RUNS; run += 1) {
    const random = createRandom(run + 1)
    const order = await createOrder(page.request, key)
    await page.goto(order.payment_url)
    // Answers are late or lost; the success view tells when the page learned of the payment.
    await page.route('**/{order/status,order/events,pay/*/view}**', async (route) => {
      if (random(3) === 0) return route.abort()
      for (let slow = random(6); slow > 0; slow -= 1) await page.request.get('/healthz')
      return route.continue().catch(() => undefined)
    })
    await page.evaluate(() => {
      const seen = window as unknown as { wrong: string[] }
      seen.wrong = []
      let wasPaid = false
      new MutationObserver(() => {
        const main = document.querySelector('main')
        wasPaid ||= main?.dataset.kind === 'paid'
        if (wasPaid && main?.dataset.kind !== 'paid') seen.wrong.push(main?.outerHTML ?? '')
        if (main?.matches('.outdated') && main.querySelector('.apps')?.checkVisibility())
          seen.wrong.push('offered')
      }).observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    await openApp(page)
    if (random(2) === 0) await setVisible(page, true)
    await simulate(page.request, order, random(4) === 0 ? 'pending' : 'success')
    await setVisible(page, random(2) === 0)
    await setVisible(page, true)
    await simulate(page.request, order, 'success').catch(() => undefined)
    await expect(success(page)).toBeVisible({ timeout: 60_000 })
    expect(await page.evaluate(() => (window as unknown as { wrong: string[] }).wrong)).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})
