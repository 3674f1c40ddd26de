import { expect, test } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, endSession, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const DELIVERIES = '**/api/v1/user/webhook-deliveries*'
const ENDPOINT = '**/api/v1/user/webhook-endpoint'
const KEYS = '**/api/v1/user/api-keys'
const LOG = '**/api/v1/user/api-requests*'
const API = '/dashboard/api-documentation'
const LOG_PAGE = '/dashboard/request-log'

test('a test event is sent, inspected and sent again, and the filters are kept in the URL', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await page.request.post('/api/v1/user/update-webhook-url', {
    headers: { origin: ORIGIN },
    // Nobody listens there: each attempt is refused.
    data: { webhookUrl: 'http://127.0.0.1:9/webhook' },
  })
  await page.goto('/dashboard/webhooks')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(
    page.getByText(/^Nothing accepts connections there \(\d+ ms\)\. Is the receiver running\?$/),
  ).toBeVisible()
  const rows = page.getByRole('table', { name: 'Notifications' })
  await rows.getByRole('button', { name: 'test.ping' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Notification' })
  await expect(drawer.getByText('webhook-signature')).toBeVisible()
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent again', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await page.getByLabel('State').selectOption('delivered')
  await expect(page).toHaveURL(/state=delivered/)
  await expect(page.getByText('No notifications found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows).toBeVisible()
  await simulate(page.request, await createOrder(page.request, key), 'declined')
  await page.reload()
  await expect(rows.getByRole('button', { name: 'order.failed' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNothingFound(page, 'webhooks')
})

test('an order reaches the webhook URL and another endpoint, each with its own secret, and 204 is enough where it was chosen', async ({
  page,
}) => {
  const [first, second] = [await startReceiver(), await startReceiver()]
  second.answers(204)
  const { key } = await enterDashboard(page)
  await page.request.post('/api/v1/user/update-webhook-url', {
    headers: { origin: ORIGIN },
    data: { webhookUrl: first.url },
  })
  await page.goto('/dashboard/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Books')
  await dialog.getByLabel('URL', { exact: true }).fill(second.url)
  await dialog.getByLabel('order.duplicate').check()
  await dialog.getByLabel('Accept any 2xx status').check()
  await expectNothingFound(page, 'the dialog of an endpoint')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('order.success, order.failed, order.duplicate')).toBeVisible()
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'success')
  const secretOf = async (path: string, method: 'GET' | 'POST') =>
    (await (await page.request.fetch(path, { method, headers: { origin: ORIGIN } })).json()).data
  const own = (await secretOf('/api/v1/user/get-api-details', 'POST')).webhookSecret
  const [books] = await secretOf('/api/v1/user/webhook-endpoints', 'GET')
  expect(books.secret).not.toBe(own)
  for (const [receiver, secret, other] of [
    [first, own, books.secret],
    [second, books.secret, own],
  ] as const) {
    await expect.poll(() => receiver.received.length).toBe(1)
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: 'order.success' })
    expect(() => new Webhook(other).verify(body, headers)).toThrow()
  }
  await page.getByLabel('Show health and notifications of').selectOption('Books')
  await expect(page).toHaveURL(/endpoint=2/)
  const rows = page.getByRole('table', { name: 'Notifications' })
  // The answer is recorded after it was given, and the list is not read again by itself.
  await expect(async () => {
    await page.reload()
    await expect(rows.getByRole('row', { name: /order.success/ })).toContainText('204', { timeout: 8_000 })
  }).toPass()
  await expect(rows.getByRole('row', { name: /order.success/ })).toContainText('Delivered')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText(/^Your server answered 204 in \d+ ms$/)).toBeVisible()
  await page.getByRole('button', { name: 'Pause Books' }).click()
  await expect(page.getByText('You paused it', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Resume Books' }).click()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNothingFound(page, 'several endpoints')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click()
  await expect(page.getByText('Endpoint removed')).toBeVisible()
  await expect(page).not.toHaveURL(/endpoint=2/)
  for (const receiver of [first, second]) receiver.close()
})

test('a failure that was not delivered before the order was paid is shown as cancelled, with the reason', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await page.request.post('/api/v1/user/update-webhook-url', {
    headers: { origin: ORIGIN },
    // Nobody listens there: each attempt is refused.
    data: { webhookUrl: 'http://127.0.0.1:9/webhook' },
  })
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'declined')
  await simulate(page.request, order, 'success')
  await page.goto('/dashboard/webhooks?state=cancelled')
  const rows = page.getByRole('table', { name: 'Notifications' })
  await rows.getByRole('button', { name: 'order.failed' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Notification' })
  await expect(drawer.getByText('Cancelled')).toBeVisible()
  await expect(drawer.getByText('The order was paid or tried again before')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Send again' })).toBeDisabled()
  await expectNothingFound(page, 'a cancelled notification')
})

test('the webhooks screen shows loading, failure, offline and ended-session states, and Try Again loads it', async ({
  page,
}) => {
  await enterDashboard(page)
  const slow = Promise.withResolvers<void>()
  await page.route(DELIVERIES, async (route) => {
    await slow.promise
    await route.fulfill({ status: 500, json: { success: false, msg: 'Broken for a moment' } })
  })
  await page.route(ENDPOINT, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard/webhooks')
  await expect(page.getByRole('table', { name: 'Notifications' })).toHaveAttribute('aria-busy', 'true')
  const health = page.getByRole('alert').filter({ hasText: 'The health could not be loaded' })
  const list = page.getByRole('alert').filter({ hasText: /Broken|notifications/ })
  await expect(health).toBeVisible()
  slow.resolve()
  await expect(list).toContainText('Broken for a moment')
  await page.unroute(ENDPOINT)
  await health.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No webhook URL is set.')).toBeVisible()
  await expectNothingFound(page, 'webhooks whose list failed', [1440])
  await page.route(DELIVERIES, (route) => route.abort('internetdisconnected'))
  await list.getByRole('button', { name: 'Try Again' }).click()
  await expect(list).toContainText('The notifications could not be loaded')
  await page.unroute(DELIVERIES)
  await list.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await endSession(page, () => page.getByLabel('Time').selectOption('Last hour'))
})

test('a paused webhook shows why, continues when resumed, and its notifications can be counted and replayed', async ({
  page,
}) => {
  const receiver = await startReceiver()
  const { key } = await enterDashboard(page)
  await page.request.post('/api/v1/user/update-webhook-url', {
    headers: { origin: ORIGIN },
    data: { webhookUrl: receiver.url },
  })
  receiver.answers(410)
  await simulate(page.request, await createOrder(page.request, key), 'success')
  await expect.poll(() => receiver.received.length).toBe(1)
  await page.goto('/dashboard/webhooks')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/Your server answered 410/)).toBeVisible({ timeout: 8_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Send again...' })).toBeDisabled()
  await expectNothingFound(page, 'a paused webhook', [320])
  receiver.answers(200)
  await page.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect.poll(() => receiver.received.length).toBe(2)
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)
  // Anywhere on the row.
  await page.getByRole('cell', { name: /^HTTP/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Notification' })
  await expect(drawer.getByText('HTTP 410')).toBeVisible()
  await expect(drawer.getByText('HTTP 200')).toBeVisible()
  await expectNothingFound(page, 'a notification and its attempts', [320])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'order.success' })).toBeFocused()
  await page.getByRole('button', { name: 'order.success' }).click()
  await page.reload()
  await expect(drawer.getByText('HTTP 410')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'order.success' })).toBeFocused()
  await page.getByRole('button', { name: 'Send again...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await expect(dialog.getByText('No notifications to send again in this period.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled()
  await dialog.getByLabel('Which').selectOption('All notifications')
  await expect(dialog.getByText('1 notification is sent again.')).toBeVisible()
  await expectNothingFound(page, 'a replay, counted', [320])
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length).toBe(3)
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.size).toBe(1)
  receiver.close()
})

test('a new API key is shown once and can be revoked, and a refused call is found in the request log', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(API)
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectNothingFound(page, 'a new key and its messages', [320])
  await dialog.getByLabel('Name').fill('Billing server')
  await page.reload()
  await page.getByRole('button', { name: 'New key' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Billing server')
  await dialog.getByLabel('List, search and read orders').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.locator('code').textContent()
  expect(key).toMatch(/^key_test_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const refused = await page.request.post('/api/v1/order/create-order', {
    headers: { authorization: `Bearer ${key}` },
    data: { client_txn_id: 'LOGGED' },
  })
  const { requestId } = await refused.json()
  await createOrder(page.request, key ?? '')
  const headers = { authorization: `Bearer ${key}` }
  expect((await (await page.request.get('/api/v1/orders', { headers })).json()).data).toHaveLength(1)
  const forbidden = await page.request.get('/api/v1/credits', { headers })
  expect([forbidden.status(), (await forbidden.json()).msg]).toEqual([
    403,
    'This API key needs the scope credits:read',
  ])
  await expect(page.getByRole('row', { name: /Billing server/ })).toContainText('orders:create, orders:read')
  await page.goto(LOG_PAGE)
  const log = page.getByRole('region', { name: 'Request log' })
  await expect(async () => {
    await page.reload()
    await expect(log.getByText('POST /api/v1/order/create-order')).toHaveCount(2, { timeout: 8_000 })
  }).toPass()
  await log.getByLabel('Path or request id').pressSequentially(requestId)
  await expect(log.getByLabel('Path or request id')).toHaveValue(requestId)
  await expect(page).toHaveURL(new RegExp(`path=${requestId}`))
  await expect(log.getByText('POST /api/v1/order/create-order')).toHaveCount(1)
  await log.getByText('invalid_fields').first().click()
  await expect(log.getByText('Billing server, from')).toBeVisible()
  await expectNothingFound(page, 'a refused call in the log', [320])
  await page.goto(API)
  const addresses = page.getByLabel('Allowed addresses', { exact: true })
  const restrict = page.getByRole('button', { name: 'Allowed addresses of Billing server' })
  await restrict.click()
  await addresses.fill('203.0.113.0/24 203.0.113.300')
  await page.getByRole('button', { name: 'Save addresses' }).click()
  await expect(page.getByText('Please enter IP addresses or networks')).toBeVisible()
  await expect(addresses).toBeFocused()
  await addresses.fill('203.0.113.0/24, 2001:db8::7')
  await page.getByRole('button', { name: 'Save addresses' }).click()
  await expect(page.getByRole('row', { name: /Billing server/ })).toContainText('203.0.113.0/24, 2001:db8::7')
  await expect(restrict).toBeFocused()
  await page.getByRole('button', { name: 'Revoke Billing server' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('API key revoked')).toBeVisible()
  await expect(page.getByRole('row', { name: /Billing server/ })).toContainText('Ended')
  // The button that had the focus is gone, and nothing else of its row can be pressed.
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeFocused()
})

test('API keys show failure and stale data, and Try Again loads them', async ({ page }) => {
  await enterDashboard(page)
  await page.route(KEYS, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(API)
  const keys = page.getByRole('region', { name: 'API keys' })
  await expect(keys.getByRole('alert')).toContainText('The API keys could not be loaded')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('Billing server')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Failed to create the key')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Billing server')
  await page.keyboard.press('Escape')
  await page.unroute(KEYS)
  await keys.getByRole('button', { name: 'Try Again' }).click()
  await expect(keys.getByRole('row', { name: /Main key/ })).toContainText('Works')
  await page.route(KEYS, (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Name').fill('Billing server')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(keys.getByText('This page may be out of date.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.unroute(KEYS)
  await keys.getByRole('button', { name: 'Try Again' }).click()
  await expect(keys.getByText('This page may be out of date.')).toHaveCount(0)
})

test('the request log shows loading, offline and ended-session states', async ({ page }) => {
  await enterDashboard(page)
  const slow = Promise.withResolvers<void>()
  await page.route(LOG, async (route) => {
    await slow.promise
    await route.abort('internetdisconnected')
  })
  await page.goto(LOG_PAGE)
  const log = page.getByRole('region', { name: 'Request log' })
  await expect(log.getByRole('status', { name: 'Loading the request log' })).toBeVisible()
  slow.resolve()
  await expect(log.getByRole('alert')).toContainText('The request log could not be loaded')
  await page.unroute(LOG)
  await log.getByRole('button', { name: 'Try Again' }).click()
  await expect(log.getByText(/appear here after a second/)).toBeVisible()
  await endSession(page, () => log.getByLabel('Outcome').selectOption('Refused (4xx)'))
})
