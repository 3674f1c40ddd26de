import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { dropFirstReplies } from '../support/first-replies.ts'
import { enterDashboard } from '../support/merchant.ts'
import { startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 24
const OWN = `http://localhost:${OWN_PORT}`
const CALLS = '**/api/v1/**'

const markOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.mark)
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.mark = 'not reloaded'
  })

test.describe('at an app of its own', () => {
  test.use({ baseURL: OWN })

  test('an outage keeps the frame, says so, and ends by itself', async ({ page }) => {
    const app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN })
    await enterDashboard(page, undefined, OWN)
    await page.goto('/dashboard/orders')
    await expect(page.getByText('No orders found')).toBeVisible()
    await mark(page)
    await app.whileAway(async () => {
      await expect(page.getByText('Galla cannot be reached and tries again by itself')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
    })
    await expect(page.getByText('Galla cannot be reached')).toHaveCount(0)
    expect(await markOf(page)).toBe('not reloaded')
    await app.close()
  })
})

test('a dashboard that is opened while the database is away shows its frame, and opens by itself', async ({
  page,
}) => {
  await enterDashboard(page)
  await dropFirstReplies(page)
  await page.route(CALLS, (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'overloaded', msg: 'The service is busy.' } }),
  )
  await page.goto('/dashboard/orders')
  await mark(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(page.getByText('Galla cannot be reached', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  await expectNothingFound(page, 'the dashboard while the database is away')
  await page.unroute(CALLS)
  await expect(page.getByText('No orders found')).toBeVisible()
  expect(await markOf(page)).toBe('not reloaded')
})
