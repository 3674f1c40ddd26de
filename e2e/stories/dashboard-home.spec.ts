import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { underpaid } from '../support/cases.ts'
import { connectAccount, createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const STATS = '**/user/stats'
const HOME = '/dashboard'

const statistics = (page: Page) => page.getByRole('region', { name: 'Statistics' })
const card = (page: Page, label: string) => statistics(page).locator('div').filter({ hasText: label }).last()

test('the statistics, charts and recent orders come from real payments', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (const amount of ['499.00', '1250.50'])
    await simulate(page.request, await createOrder(page.request, key, { amount }), 'success')
  await simulate(page.request, await createOrder(page.request, key), 'declined')
  await createOrder(page.request, key, { customer_name: 'Open Order' })

  await page.goto(HOME)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(card(page, 'Total Transactions')).toContainText('4')
  await expect(card(page, 'Total Amount')).toContainText('₹1,749.50')
  await expect(card(page, 'Success Rate')).toContainText('66.7%')
  await expect(card(page, 'Monthly Growth')).toContainText('100%')
  await expect(card(page, 'Monthly Growth').getByRole('img', { name: 'Up' })).toBeVisible()
  await expect(card(page, 'Monthly Growth')).toContainText('from last month')

  const collections = page.getByRole('region', { name: 'Collections per day', exact: true })
  await expect(collections.getByRole('img', { name: /2 paid orders in 30 days/ })).toBeVisible()
  await collections.getByRole('button', { name: 'Collections per day: show as table' }).click()
  const today = collections.getByRole('row').nth(1)
  await expect(today.getByRole('cell')).toHaveText(['4', '2', '₹1,749.50'])
  await expect(collections.getByRole('row')).toHaveCount(31)
  await collections.getByRole('button', { name: 'Collections per day: show as chart' }).click()
  await expect(collections.getByRole('img')).toBeVisible()

  const rate = page.getByRole('region', { name: 'Success rate', exact: true })
  await expect(rate.getByText('2 paid, 1 failed in 30 days.')).toBeVisible()
  const hours = page.getByRole('region', { name: 'Orders by hour', exact: true })
  await hours.getByRole('button', { name: 'Orders by hour: show as table' }).click()
  await expect(hours.getByRole('row')).toHaveCount(25)

  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Last 90 days').click()
  await expect(page).toHaveURL(/days=90/)
  await expect(collections.getByText(/in 90 days/)).toBeVisible()

  const recent = page.getByRole('region', { name: 'Recent orders' })
  await expect(recent.getByRole('row').filter({ hasText: 'Open Order' })).toContainText('Created')
  await recent.getByRole('link', { name: 'All orders' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/dashboard/orders`)
})

test('after a switch of the mode, the home shows nothing of the mode before it', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const fromHere = { headers: { origin: ORIGIN } }
  const order = await createOrder(page.request, key, { customer_name: 'Test Order' })
  await simulate(page.request, order, 'success')
  await connectAccount(page.request)
  const details = await page.request.post('/api/v1/user/get-api-details', { data: {}, ...fromHere })
  await createOrder(page.request, (await details.json()).data.apiKey, { customer_name: 'Live Order' })
  await page.request.post('/api/v1/user/mode', { data: { mode: 'test' }, ...fromHere })
  await page.goto(HOME)
  const recent = page.getByRole('region', { name: 'Recent orders' })
  const testOrder = recent.getByRole('row').filter({ hasText: 'Test Order' })
  await expect(testOrder).toBeVisible()
  const collections = page.getByRole('region', { name: 'Collections per day', exact: true })
  const choose = (mode: string) => page.getByRole('radiogroup', { name: 'Mode' }).getByText(mode).click()

  // The orders of the live mode do not arrive, its figures do.
  await page.route('**/user/all-transactions**', () => undefined)
  await choose('Live')
  await expect(statistics(page).getByText('all live orders')).toBeVisible()
  await expect(collections).toBeVisible()
  await expect(testOrder).toHaveCount(0)

  await choose('Test')
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Last 90 days').click()
  await expect(collections.getByText(/in 90 days/)).toBeVisible()
  await page.route('**/user/stats/**', () => undefined)
  await choose('Live')
  await expect(statistics(page).getByText('all live orders')).toBeVisible()
  await expect(collections).toHaveCount(0)
})

test('the home opens with today: what came, what needs the merchant, and the next payment by itself', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await page.goto(HOME)
  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect(today).toContainText('₹0.00')
  await expect(today).toContainText('no payments yet')
  await expect(today).toContainText('Nothing needs you')
  await expect(today.getByRole('link', { name: 'Collect' })).toHaveAttribute('href', '/dashboard/collect')
  // Above the cards of the specification, which stay.
  const top = async (region: ReturnType<Page['getByRole']>) => (await region.boundingBox())?.y ?? 0
  expect(await top(today)).toBeLessThan(await top(statistics(page)))

  // Nothing is reloaded: an open home shows what comes.
  await simulate(page.request, await createOrder(page.request, key, { amount: '1250.50' }), 'success')
  await expect(today).toContainText('₹1,250.50')
  await expect(today).toContainText('from 1 payment')
  await underpaid(page.request, key, '499.00')
  await expect(today.getByRole('link', { name: '1 thing needs you' })).toBeVisible({ timeout: 75_000 })
  await expect(today.getByText('Wrong amount')).toBeVisible()
  await expectNothingFound(page, 'a home with the payments of today')
  await today.getByRole('link', { name: '₹1,250.50' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/orders\?order=/)
  await page.goto(HOME)
  await today.getByRole('link', { name: '1 thing needs you' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/dashboard/reconciliation`)
})

test('the URL keeps the page of recent orders, and a page beyond the end shows the last one', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  for (let i = 0; i < 6; i += 1) await createOrder(page.request, key, { customer_name: `Customer ${i}` })
  await page.goto(HOME)
  const recent = page.getByRole('region', { name: 'Recent orders' })
  await recent.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/[?]page=2$/)
  await page.reload()
  await expect(recent.getByRole('row').nth(1)).toContainText('Customer 0')
  await page.goBack()
  await expect(recent.getByRole('row').nth(1)).toContainText('Customer 5')
  await page.goto(`${HOME}?page=9`)
  await expect(page).toHaveURL(/[?]page=2$/)
  await expect(recent.getByText('Page 2 of 2')).toBeVisible()

  // The narrowest table: its buttons end where it ends.
  await page.setViewportSize({ width: 480, height: 900 })
  const buttons = recent.getByRole('table').getByRole('button')
  await expect(buttons).not.toHaveCount(0)
  const beyond = (): Promise<number[]> =>
    buttons.evaluateAll((all) =>
      all
        .map(
          (button) =>
            button.getBoundingClientRect().right -
            (button.closest('table')?.getBoundingClientRect().right ?? 0),
        )
        .filter((pixels) => pixels > 0.5),
    )
  await expect.poll(beyond).toEqual([])
})

test('changing the page keeps a period that was chosen just before', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (let i = 0; i < 6; i += 1) await createOrder(page.request, key)
  await page.goto(HOME)
  const next = page.getByRole('region', { name: 'Recent orders' }).getByRole('button', { name: 'Next' })
  const period = await page.getByRole('radio', { name: 'Last 90 days' }).elementHandle()
  // Both at once: nothing is drawn between them.
  await next.evaluate((button, radio) => {
    for (const each of [radio, button]) if (each instanceof HTMLElement) each.click()
  }, period)
  await expect(page).toHaveURL(`${ORIGIN}${HOME}?days=90&page=2`)
})

test('four placeholder cards are shown while the statistics load, and a decline has an arrow down', async ({
  page,
}) => {
  await enterDashboard(page)
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(STATS, async (route) => {
    await held
    const response = await route.fetch()
    const { data, ...reply } = await response.json()
    await route.fulfill({ response, json: { ...reply, data: { ...data, monthlyGrowth: -12.5 } } })
  })
  await page.goto(HOME)
  await expect(statistics(page).locator('[data-placeholder]')).toHaveCount(4)
  answer()
  await expect(card(page, 'Monthly Growth').getByRole('img', { name: 'Down' })).toBeVisible()
  await expect(card(page, 'Monthly Growth')).toContainText('12.5%')
  await expect(card(page, 'Monthly Growth')).toContainText('previous month')
  await expect(statistics(page).locator('[data-placeholder]')).toHaveCount(0)
  // The page goes on asking.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a failed load of the statistics shows one error, and Try Again loads them', async ({ page }) => {
  await enterDashboard(page)
  await page.route(STATS, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(HOME)
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch statistics' })
  await expect(alert).toHaveCount(1)
  await page.unroute(STATS)
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(card(page, 'Total Transactions')).toContainText('0')
})

test('a new merchant sees one next step at a time, completed by their real actions', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await page.goto(HOME)
  const steps = page.getByRole('region', { name: 'Your first payment' })
  await expect(steps.getByText('0 of 5 steps done')).toBeVisible()
  await expect(steps.getByRole('link')).toHaveText(['Create a link'])
  const order = await createOrder(page.request, key)
  await page.reload()
  await expect(steps.getByRole('link')).toHaveText(['Find your order'])
  await simulate(page.request, order, 'success')
  const url = { data: { webhookUrl: 'https://shop.example/hook' }, headers: { origin: ORIGIN } }
  expect((await page.request.post('/api/v1/user/update-webhook-url', url)).status()).toBe(200)
  await page.reload()
  await expect(steps.getByText('3 of 5 steps done')).toBeVisible()
  await expect(steps.getByRole('link')).toHaveText(['Connect'])
  await steps.getByRole('button', { name: 'Hide' }).click()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Recent orders' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('Check status reports the outcome of a payment, and opens the redirect URL of a paid order', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const back = `${ORIGIN}/features?cart=7`
  const paid = await createOrder(page.request, key, { customer_name: 'Asha Rao', redirect_url: back })
  const declined = await createOrder(page.request, key, { customer_name: 'Meera Iyer' })
  await page.goto(HOME)
  const row = (name: string) =>
    page.getByRole('region', { name: 'Recent orders' }).getByRole('row').filter({ hasText: name })
  const ask = (name: string) =>
    row(name)
      .getByRole('button', { name: /^Check status/ })
      .click()

  await ask('Asha Rao')
  await expect(page.getByRole('status').filter({ hasText: 'Payment pending' })).toBeVisible()
  await simulate(page.request, declined, 'declined')
  await ask('Meera Iyer')
  await expect(page.getByRole('alert').filter({ hasText: 'Payment failed' })).toBeVisible()
  await expect(row('Meera Iyer')).toContainText('Failed')

  await page.route('**/order/checkstatus/*', (route) => route.fulfill({ status: 500, body: '' }))
  await ask('Meera Iyer')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to check payment status' })).toBeVisible()
  await page.unroute('**/order/checkstatus/*')

  // What is paid is not asked about, so it must become so between the list and the question.
  await page.route('**/user/all-transactions*', (route) => route.abort())
  await simulate(page.request, paid, 'success')
  // The shop comes two seconds later, or later still, if the message was not seen by then.
  const seen = Promise.withResolvers<void>()
  await page.route('**/features?cart=7**', async (route) => {
    await seen.promise
    await route.continue()
  })
  await ask('Asha Rao')
  await expect(page.getByText('Payment successful! Redirecting...')).toBeVisible()
  seen.resolve()
  await page.waitForURL((url) => url.pathname === '/features')
  expect(new URL(page.url()).searchParams.get('txn_id')).toBe(paid.order_id)
})

test('Stay here cancels the redirect after a successful payment', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { redirect_url: `${ORIGIN}/features` })
  await page.clock.install()
  await page.goto(HOME)
  const button = page.getByRole('button', { name: /^Check status/ })
  await expect(button).toBeVisible()
  await page.route('**/user/all-transactions*', (route) => route.abort())
  // The two seconds to choose in, however busy the machine is.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await simulate(page.request, order, 'success')
  await button.click()
  const message = page.getByText('Payment successful! Redirecting...')
  const shows = () => page.clock.runFor(10).then(() => message.isVisible())
  await expect.poll(shows, { intervals: [100] }).toBe(true)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.clock.runFor(10)
  await expect(message).toHaveCount(0)
  await page.clock.runFor(5_000)
  await page.clock.resume()
  await page.unroute('**/user/all-transactions*')
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByText('Total 1 orders')).toBeVisible()
})

test('the home shows that it is offline, keeps its data, and recovers with the connection', async ({
  page,
  context,
}) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  await page.goto(HOME)
  await expect(page.getByRole('region', { name: 'Recent orders' }).getByRole('row')).toHaveCount(2)
  // Toasts are loaded after the rows.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
  await context.setOffline(true)
  await expect(page.getByText('You are offline. This page may be out of date')).toBeVisible()
  await page.getByRole('button', { name: /^Check status/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to check payment status' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent orders' }).getByRole('row')).toHaveCount(2)
  await context.setOffline(false)
  await expect(page.getByText('You are offline. This page may be out of date')).toHaveCount(0)
})
