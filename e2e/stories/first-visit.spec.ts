import { expect, type Page, test } from '@playwright/test'
import { connectAccount, createOrder, enterDashboard } from '../support/merchant.ts'
import { names, ORDERS } from '../support/orders-list.ts'
import { ORIGIN } from '../support/place.ts'

const REQUESTS_MAX = 15

/** Opens Orders. Expects few requests until nothing is under way, and none of the API before the page is `shown`. */
const expectFewRequests = async (page: Page, shown: () => Promise<void>): Promise<void> => {
  // Over a fast connection, drawers are loaded before they are opened, a second after the rows.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }),
  )
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  // The HTML does not wait long for the replies that it brings: on a busy machine the app may have to ask itself.
  await expect(async () => {
    requests.length = 0
    await page.goto(ORDERS)
    await shown()
    expect(requests.filter((url) => url.includes('/api/v1/'))).toEqual([])
  }).toPass()
  await page.waitForLoadState('networkidle')
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(REQUESTS_MAX)
}

test('Orders shows its rows at the first visit with few requests, and asks the API for nothing before', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  await expectFewRequests(page, () => expect(names(page)).toHaveCount(1))
})

test('live mode needs no more: the account comes with the page, too', async ({ page }) => {
  await enterDashboard(page)
  await connectAccount(page.request)
  await page.request.post('/api/v1/user/mode', { data: { mode: 'live' }, headers: { origin: ORIGIN } })
  await expectFewRequests(page, () =>
    expect(page.getByText('Galla cannot see your payments yet.')).toBeVisible(),
  )
})
