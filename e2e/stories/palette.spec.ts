import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test('Ctrl+K finds screens, an order by its UTR, and sections of the guide', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { amount: '499.00', client_txn_id: 'FIND-ME-1' })
  const { utr } = await simulate(page.request, order, 'success')
  const loads: string[] = []
  page.on('request', (request) => loads.push(request.url()))
  await page.goto('/dashboard/webhooks')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  expect(loads.filter((url) => /palette|docs-search|finder/.test(url.replace('palette-button', '')))).toEqual(
    [],
  )
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('option', { name: /Payment Link.*Collect/ })).toBeVisible()
  await field.fill('reconc')
  await expect(dialog.getByRole('option').first()).toContainText('Reconciliation')
  await expectNothingFound(page, 'the palette')
  await field.press('Enter')
  await expect(page).toHaveURL(`${ORIGIN}/dashboard/reconciliation`)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await field.fill(utr ?? '')
  const found = dialog.getByRole('option', { name: /FIND-ME-1/ })
  await expect(found).toContainText('₹499.00')
  await expectNothingFound(page, 'an order in the palette', [360])
  await found.click()
  await expect(page).toHaveURL(new RegExp(`order=${order.order_id}`))
  await expect(dialog.getByText('Success').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Meta+k')
  await field.fill('elephant trousers')
  await expect(dialog.getByText('No results for "elephant trousers".')).toBeVisible()
  await field.fill('retry policy')
  await dialog.getByRole('option', { name: /Retry policy/ }).click()
  await expect(page).toHaveURL(/\/docs\/webhooks#retry-policy$/)
})

test('the palette of a shop that hosts itself offers no plans and no KYC', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  // As the server writes it into the pages of such a shop.
  await page.evaluate(() => {
    document.documentElement.dataset.ownShop = 'Asha Tea'
  })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('option', { name: /Webhooks/ })).toBeVisible()
  await expect(dialog.getByRole('option', { name: /KYC|Subscription/ })).toHaveCount(0)
})
