import { expect, test } from '@playwright/test'
import {
  connectAccount,
  createOrder,
  endSession,
  enterDashboard,
  signInAndContinue,
  simulate,
} from '../support/merchant.ts'
import { asked, LIST, names, ORDERS } from '../support/orders-list.ts'
import { ORIGIN } from '../support/place.ts'

test('typing a search sends one request, half a second after the last key, for page 1', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (let i = 0; i < 11; i += 1) await createOrder(page.request, key)
  await page.clock.install()
  await page.goto(`${ORDERS}?page=2`)
  await expect(names(page)).toHaveCount(1)
  // However long the keys take on a busy machine.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    // The totals are another call.
    if (url.searchParams.has('search') && url.pathname.endsWith('/all-transactions'))
      searches.push(`${url.searchParams.get('search')} ${url.searchParams.get('page')}`)
  })
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Search by Order ID or Customer...')).toBeFocused()
  for (const letter of 'asha') {
    await page.keyboard.press(letter)
    await page.clock.runFor(60)
  }
  await page.clock.runFor(500)
  await page.clock.resume()
  await expect(names(page)).toHaveCount(10)
  expect(searches).toEqual(['asha 1'])
})

test('a changed search, status or row count is requested after half a second, not before', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key, { customer_name: 'Asha Rao' })
  await page.clock.install()
  await page.goto(ORDERS)
  await expect(names(page)).toHaveCount(1)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const changes: [string, () => Promise<unknown>][] = [
    ['search=asha', () => page.getByLabel('Search orders').fill('asha')],
    ['status=created', () => page.getByLabel('Status').selectOption({ label: 'Created' })],
    ['limit=50', () => page.getByLabel('Rows').selectOption({ label: '50' })],
  ]
  for (const [word, change] of changes) {
    const calls: string[] = []
    const note = (request: { url: () => string }) => calls.push(request.url())
    page.on('request', note)
    await change()
    await page.clock.runFor(450)
    expect(calls.filter((url) => url.includes(word))).toEqual([])
    const followed = asked(page, word)
    await page.clock.runFor(100)
    await followed
    page.off('request', note)
  }
})

test('a second filter change before the list reloads keeps the first one', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(`${ORDERS}?status=failed`)
  const clear = page.getByRole('button', { name: 'Clear filters' })
  await expect(clear).toBeVisible()
  const rows = await page.locator('select[aria-label="Rows"]').elementHandle()
  // In one go, so that the page cannot show the first choice before the second is made.
  await clear.evaluate((button: HTMLElement, select) => {
    button.click()
    if (!(select instanceof HTMLSelectElement)) throw new TypeError('no choice of rows')
    select.value = '50'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, rows)
  await expect(page).toHaveURL(`${ORIGIN}${ORDERS}?rows=50`)
  await expect(page.getByLabel('Rows')).toHaveValue('50')
})

test('new orders are shown on request, and a payment updates its row at once', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const first = await createOrder(page.request, key, { customer_name: 'Here Before' })
  await page.goto(ORDERS)
  await expect(names(page)).toHaveText([/Here Before/])
  await createOrder(page.request, key, { customer_name: 'Just Arrived' })
  await simulate(page.request, first, 'success')
  const news = page.getByRole('button', { name: 'Show new orders' })
  await expect(news).toBeVisible()
  await expect(names(page)).toHaveText([/Here Before/])
  await expect(page.getByRole('row').getByText('Success')).toBeVisible()
  await news.click()
  await expect(names(page)).toHaveText([/Just Arrived/, /Here Before/])
  await expect(news).toHaveCount(0)
})

test('the current page stays while the next one loads slowly or fails, and the failure is reported', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  for (let i = 0; i < 11; i += 1) await createOrder(page.request, key)
  await page.goto(ORDERS)
  await expect(names(page)).toHaveCount(10)
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(LIST, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('region', { name: 'Orders', exact: true })).toHaveAttribute('aria-busy', 'true')
  await expect(names(page)).toHaveCount(10)
  answer()
  await expect(names(page)).toHaveCount(1)
  await page.route(LIST, (route) => route.abort())
  await expect(
    page.getByText('Something went wrong while fetching transactions. This page may be out of date.'),
  ).toBeVisible()
  await expect(names(page)).toHaveCount(1)
  let bring = (): void => {}
  const late = new Promise<void>((resolve) => {
    bring = resolve
  })
  await page.route(LIST, async (route) => {
    await late
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Trying...' })).toBeDisabled()
  bring()
  await expect(page.getByText('This page may be out of date.')).toHaveCount(0)
})

test('a page beyond the end links to the last page', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (let i = 0; i < 11; i += 1) await createOrder(page.request, key)
  await page.goto(`${ORDERS}?page=7`)
  await expect(page.getByText('No orders found')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the last page' }).click()
  await expect(page.getByText('Showing 11 to 11 of 11 results')).toBeVisible()
})

test('an ended session opens the login and then returns to the same filtered orders', async ({ page }) => {
  const { key, email } = await enterDashboard(page)
  await createOrder(page.request, key, { customer_name: 'Asha Rao' })
  await page.goto(ORDERS)
  await expect(names(page)).toHaveCount(1)
  await page.getByPlaceholder('Search by Order ID or Customer...').fill('asha')
  // The list may ask by itself before the next change is made.
  await expect(page).toHaveURL(/search=asha/)
  await endSession(page, () => page.reload())
  await signInAndContinue(page, email)
  await page.waitForURL(/orders\?search=asha/)
  await expect(names(page)).toHaveText([/Asha Rao/])
})

/** Each table with amounts and the widths at which it is a table. */
const AMOUNT_TABLES = [
  [ORDERS, [768, 1200, 1440]],
  ['/dashboard', [480, 768, 1200, 1440]],
  ['/dashboard/reconciliation/closing', [768, 1200, 1440]],
] as const

for (const [path, widths] of AMOUNT_TABLES)
  test(`the highest amount stays in its column of ${path}`, async ({ page }) => {
    const { key } = await enterDashboard(page)
    await simulate(page.request, await createOrder(page.request, key, { amount: '1000000.00' }), 'success')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const cells = page.getByRole('cell').filter({ hasText: '₹10,00,000.00' })
      await expect(cells.first()).toBeVisible()
      // The rows do not wait for their font.
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const fits = await cells.evaluateAll((all) =>
        all.every((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          const { paddingLeft, paddingRight } = getComputedStyle(cell)
          const [inner, outer] = [text.getBoundingClientRect(), cell.getBoundingClientRect()]
          const isOneLine = inner.height < 30
          return (
            isOneLine &&
            inner.left >= outer.left + Number.parseFloat(paddingLeft) - 1 &&
            inner.right <= outer.right - Number.parseFloat(paddingRight) + 1
          )
        }),
      )
      expect({ width, fits }).toEqual({ width, fits: true })
    }
  })

test('a desk shows orders in rows of 44 px, with ids that only look shortened', async ({ page }) => {
  const { key } = await enterDashboard(page, 'Venkatasubramaniam and Sons Wholesale Electronics')
  const order = await createOrder(page.request, key, {
    amount: '1000000.00',
    client_txn_id: 'TXN_1764312345678_of_a_long_name',
    customer_name: 'Venkata Subramaniam Narasimhan Iyer',
    customer_email: 'venkata.subramaniam.narasimhan@example.com',
  })
  await simulate(page.request, order, 'declined')
  for (const width of [1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(ORDERS)
    const row = page.getByRole('row').nth(1)
    await expect(row.getByText('₹10,00,000.00')).toBeVisible()
    // The rows do not wait for their font.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
    const opener = row.getByRole('button', { name: `Order ${order.order_id}, details` })
    expect((await opener.boundingBox())?.width).toBeLessThan(100)
    const copied = await opener.evaluate((button) => {
      window.getSelection()?.selectAllChildren(button)
      return `${window.getSelection()}`
    })
    expect(copied).toBe(order.order_id)
    // No text reaches into the next column.
    const overflowing = await row
      .getByRole('cell')
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
    expect(overflowing).toBe(0)
  }
})

test('after a switch of the mode the list shows the orders of that mode', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key, { customer_name: 'Asha Test' })
  await connectAccount(page.request)
  const details = await page.request.post('/api/v1/user/get-api-details', {
    data: {},
    headers: { origin: ORIGIN },
  })
  const { apiKey } = (await details.json()).data
  await createOrder(page.request, apiKey, { customer_name: 'Ravi Live' })
  await page.goto(ORDERS)
  const mode = page.getByRole('radiogroup', { name: 'Mode' })
  await expect(names(page)).toHaveText([/Ravi Live/])
  await mode.getByText('Test').click()
  await expect(names(page)).toHaveText([/Asha Test/])
  await mode.getByText('Live').click()
  await expect(names(page)).toHaveText([/Ravi Live/])
})
