import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test('the activity shows who did what, filtered by what happened and by day, and saves it as CSV', async ({
  page,
}) => {
  const { key } = await enterDashboard(page, 'Sharma Tea')
  const { order_id: orderId } = await createOrder(page.request, key)
  const post = (path: string, data: object) =>
    page.request.post(`/api/v1${path}`, { data, headers: { origin: ORIGIN } })
  expect((await post(`/user/transactions/${orderId}/notes`, { text: 'Called back' })).status()).toBe(200)
  expect((await post('/user/api-keys', { name: 'Till', scopes: ['orders:read'] })).status()).toBe(200)

  await page.goto('/dashboard/security')
  await page.getByRole('link', { name: 'Activity' }).click()
  const table = page.getByRole('table', { name: 'Activity' })
  const rows = table.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('API key created')
  await expect(rows.nth(0)).toContainText('Sharma Tea')
  await expect(rows.nth(1)).toContainText(`Note written on an order Test${orderId}`)
  await expect(rows.nth(2)).toContainText('Logged in')
  await expectNothingFound(page, 'the activity')

  await page.getByLabel('What happened').selectOption('Note written on an order')
  await expect(rows).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^galla-activity-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"owner","Note written on an order","${orderId}"`)

  await page.getByLabel('Day').fill('2026-01-01')
  await expect(page.getByText('Nothing happened that matches the filters.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Day')).toHaveValue('2026-01-01')
  await expectNothingFound(page, 'no activity on a day')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows).toHaveCount(3)
})

test('an activity that cannot be loaded says so', async ({ page }) => {
  await enterDashboard(page)
  await page.route('**/user/activity', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard/activity')
  await expect(page.getByText('The activity could not be loaded')).toBeVisible()
  await page.unroute('**/user/activity')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Activity' }).getByText('Logged in')).toBeVisible()
})
