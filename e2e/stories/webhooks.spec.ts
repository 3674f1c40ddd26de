import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test('a test event is sent, looked at and sent again, and the filters stand in the address', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.request.post('/api/v1/user/update-webhook-url', {
    headers: { origin: ORIGIN },
    // Nobody listens there: each attempt is refused.
    data: { webhookUrl: 'http://127.0.0.1:9/webhook' },
  })
  await page.goto('/dashboard/webhooks')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send test' }).click()
  const rows = page.getByRole('table', { name: 'Notifications' })
  await rows.getByRole('button', { name: 'test.ping' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Notification' })
  await expect(drawer.getByText('webhook-signature')).toBeVisible()
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent again', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('State').selectOption('delivered')
  await expect(page).toHaveURL(/state=delivered/)
  await expect(page.getByText('No notification fits')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNothingFound(page, 'webhooks')
})

test('a list that cannot be loaded says so, and Try Again loads it', async ({ page }) => {
  await enterDashboard(page)
  let fails = true
  await page.route('**/api/v1/user/webhook-deliveries*', (route) =>
    fails
      ? route.fulfill({ status: 500, json: { success: false, msg: 'Broken for a moment' } })
      : route.fallback(),
  )
  await page.goto('/dashboard/webhooks')
  await expect(page.getByText('Broken for a moment')).toBeVisible({ timeout: 15_000 })
  fails = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No notifications yet')).toBeVisible()
})

test('a further key is made and shown once, revoked by name, and a failing call is found in the log', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard/api-documentation')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('button', { name: 'Make key' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Billing server')
  await dialog.getByRole('button', { name: 'Make key' }).click()
  const key = await dialog.locator('code').textContent()
  expect(key).toMatch(/^key_test_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.request.post('/api/v1/order/create-order', {
    headers: { authorization: `Bearer ${key}` },
    data: { client_txn_id: 'LOGGED' },
  })
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('POST /api/v1/order/create-order').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Revoke Billing server' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('API key revoked')).toBeVisible()
})
