import { expect, test } from '@playwright/test'
import { forwardAlert, strayPayment } from '../support/cases.ts'
import { createOrder, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const CANARA =
  'An amount of INR 250.00 has been credited to your A/c XX1234 on 21/11/2026. Total Avail.Bal INR 5,000.00. -Canara Bank'

test('two identical messages make one case, which the merchant resolves with one click', async ({ page }) => {
  await enterDashboard(page)
  for (let n = 0; n < 2; n += 1) await forwardAlert(page.request, CANARA, 'VM-CANBNK-S')
  await page.goto('/dashboard/reconciliation')
  const asked = page.getByText('Two messages look the same. Did you receive ₹250.00 once or twice?')
  // The second may be recorded after the list was read, which is read again in 20 seconds.
  await expect(asked).toBeVisible({ timeout: 60_000 })
  await asked.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Did you receive ₹250.00 once or twice?' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Once', exact: true }).click()
  await expect(page.getByRole('status').getByText('Counted once')).toBeVisible()
  await expect(drawer.getByText('Another message about a payment that is already recorded.')).toBeVisible()
})

test('a payment that was confirmed with a mistyped UTR is corrected with one click', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { amount: '53.00' })
  const confirmed = await page.request.post(`/api/v1/user/transactions/${order.order_id}/confirm`, {
    data: { utr: '632500000053' },
    headers: { origin: ORIGIN },
  })
  expect(confirmed.status()).toBe(200)
  await strayPayment(page.request, '53.00', '632500000035')
  await page.goto('/dashboard/reconciliation')
  await page.getByText('Is this a payment that is already counted?').click()
  const drawer = page.getByRole('dialog')
  await expect(
    drawer.getByText(/with the UTR 632500000053\. The bank reports ₹53\.00 with the UTR 632500000035/),
  ).toBeVisible()
  await drawer.getByRole('button', { name: 'Yes, the same payment' }).click()
  await expect(page.getByRole('status').getByText('Counted once')).toBeVisible()
  await page.goto(`/dashboard/orders?order=${order.order_id}`)
  await expect(page.getByText('632500000035')).toBeVisible()
})
