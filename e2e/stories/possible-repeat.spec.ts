import { expect, test } from '@playwright/test'
import { forwardAlert } from '../support/cases.ts'
import { enterDashboard } from '../support/merchant.ts'

const CANARA =
  'An amount of INR 250.00 has been credited to your A/c XX1234 on 21/11/2026. Total Avail.Bal INR 5,000.00. -Canara Bank'

test('two identical messages make one case, which the merchant resolves with one click', async ({ page }) => {
  await enterDashboard(page)
  for (let n = 0; n < 2; n += 1) await forwardAlert(page.request, CANARA, 'VM-CANBNK-S')
  await page.goto('/dashboard/reconciliation')
  const asked = page.getByText('Two messages look the same. Did you receive ₹250.00 once or twice?')
  await expect(asked).toBeVisible()
  await asked.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Did you receive ₹250.00 once or twice?' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Once', exact: true }).click()
  await expect(page.getByRole('status').getByText('Counted once')).toBeVisible()
  await expect(drawer.getByText('Another message about a payment that is already recorded.')).toBeVisible()
})
