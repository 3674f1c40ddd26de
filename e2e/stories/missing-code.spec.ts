import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

// What a page brings after itself may not come: the connection is lost, or a newer version has taken its place.
/** The chunk of that name and no other that starts alike: the name ends with a hash of eight characters. */
const chunk = (name: string): RegExp => new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`)

const withhold = (page: Page, name: string): Promise<void> =>
  page.route(chunk(name), (route) => route.abort()).then(() => undefined)

const bring = (page: Page): Promise<void> => page.unrouteAll()

test('charts that fail to load leave the rest of the home usable, and Try Again loads them', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await simulate(page.request, await createOrder(page.request, key), 'success')
  await withhold(page, 'charts')
  await page.goto('/dashboard')
  const failed = page.getByRole('alert').filter({ hasText: 'The charts could not be loaded' })
  await expect(failed).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent orders' }).getByRole('row')).toHaveCount(2)
  await expectNothingFound(page, 'charts that did not come')
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(failed).toBeVisible()
  await bring(page)
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('img', { name: /collect/i }).first()).toBeVisible()
  await expect(failed).toHaveCount(0)
})

test('an order drawer that fails to load shows an error, and opening the order again loads it', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const { order_id: orderId } = await createOrder(page.request, key)
  await withhold(page, 'order-drawer')
  await page.goto(`/dashboard/orders?order=${orderId}`)
  const failed = page.getByRole('alert').filter({ hasText: 'The order could not be opened. Try again.' })
  await expect(failed).toHaveCount(1)
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
  const row = page.getByRole('row').filter({ hasText: 'Asha Rao' })
  await expect(failed).toHaveCount(0)
  await row.getByText('Asha Rao').click()
  await expect(failed).toHaveCount(1)
  await bring(page)
  await row.getByText('Asha Rao').click()
  await expect(page.getByRole('dialog')).toContainText(orderId)
})

test('a confirmation dialog that fails to load confirms nothing, and a second click opens it', async ({
  page,
}) => {
  await enterDashboard(page)
  await withhold(page, 'confirm-dialog-content')
  await page.goto('/dashboard/api-documentation')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('Billing server')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const revoke = page
    .getByRole('row')
    .filter({ hasText: 'Billing server' })
    .getByRole('button', { name: /Revoke/ })
  await revoke.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The dialog could not be loaded. Try again.' }),
  ).toBeVisible()
  await bring(page)
  await revoke.click()
  await page
    .getByRole('dialog', { name: 'Revoke Billing server?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(revoke).toBeFocused()
})

test('a menu that fails to load leaves the page and its form as they are, and a second click opens it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await withhold(page, 'menu-drawer')
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('When do you open?')
  // A click that comes before the page's script does nothing.
  await expect(async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'The menu could not be opened. Try again.' }),
    ).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('When do you open?')
  await bring(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Pricing' })).toBeVisible()
})

test('a dashboard frame that fails to load shows an error, and Try Again loads it', async ({ page }) => {
  await enterDashboard(page)
  await withhold(page, 'dashboard-shell')
  await page.goto('/dashboard/orders')
  await expect(page.getByText('Galla could not be loaded')).toBeVisible()
  await bring(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
})
