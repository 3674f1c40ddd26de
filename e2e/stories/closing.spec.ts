import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { underpaid } from '../support/cases.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

const CLOSING = '/dashboard/reconciliation/closing'

test('the daily closing shows expected, received and open amounts, on screen and as CSV', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await simulate(page.request, await createOrder(page.request, key, { amount: '100.00' }), 'success')
  await underpaid(page.request, key, '200.00')
  await page.goto(CLOSING)
  await expect(page.getByRole('region', { name: 'Expected' })).toContainText('₹100.00')
  await expect(page.getByRole('region', { name: 'Received' })).toContainText('₹299.00')
  await expect(page.getByRole('region', { name: 'Difference' })).toContainText('₹199.00')
  await expect(page.getByRole('region', { name: 'Open cases' })).toContainText('1')
  await expect(page.getByRole('region', { name: 'By source' })).toContainText('Simulator')
  await expectNothingFound(page, 'the closing')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('"Difference","199.00",""')
  await page.getByRole('link', { name: 'Wrong amount' }).click()
  await expect(page).toHaveURL(/tab=amount_mismatch/)
  await page.goBack()
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)
  await expect(page.getByText('No payments on this day')).toBeVisible()
})

test('the closing email is on by default, can be turned off, and stays on when the save fails', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(CLOSING)
  const wish = page.getByLabel('Email me the closing of the previous day')
  await expect(wish).toBeChecked()
  await page.route('**/closing/mail', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await wish.click()
  await expect(page.getByText('The setting could not be saved')).toBeVisible()
  await expect(wish).toBeChecked()
  await page.unroute('**/closing/mail')
  await wish.click()
  await expect(page.getByText('The closing will not be mailed')).toBeVisible()
  await page.reload()
  await expect(wish).not.toBeChecked()
})

test('a closing that fails to load shows an error, and Try Again loads it', async ({ page }) => {
  await enterDashboard(page)
  await page.route('**/user/closing?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(CLOSING)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch the closing')
  await page.unroute('**/user/closing?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No payments on this day')).toBeVisible()
})
