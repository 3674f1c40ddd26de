import { expect, type Page, test } from '@playwright/test'
import { connectAccount, createOrder, enterDashboard } from '../support/merchant.ts'
import { names, ORDERS } from '../support/orders-list.ts'
import { ORIGIN } from '../support/place.ts'

const REQUESTS_MAX = 15

/** Over a fast connection, drawers are loaded before they are opened, a second after the rows. */
const onSlowConnection = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }))

/** The requests of the page until nothing is under way. */
const expectFew = async (page: Page, requests: readonly string[]) => {
  await page.waitForLoadState('networkidle')
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(REQUESTS_MAX)
}

test('Orders shows its rows at the first visit with few requests, and asks the API for nothing before', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  await onSlowConnection(page)
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await page.goto(ORDERS)
  await expect(names(page)).toHaveCount(1)
  expect(requests.filter((url) => url.includes('/api/v1/'))).toEqual([])
  await expectFew(page, requests)
})

test('live mode needs no more: the account comes with the page, too', async ({ page }) => {
  await enterDashboard(page)
  await connectAccount(page.request)
  await page.request.post('/api/v1/user/mode', { data: { mode: 'live' }, headers: { origin: ORIGIN } })
  await onSlowConnection(page)
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await page.goto(ORDERS)
  await expect(page.getByText('Galla cannot see your payments yet.')).toBeVisible()
  expect(requests.filter((url) => url.includes('/api/v1/'))).toEqual([])
  await expectFew(page, requests)
})
