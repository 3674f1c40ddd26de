import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'

test('Connect Merchant is accessible, from no account to replacing one', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/connect-merchant')
  await expect(page.getByRole('heading', { name: 'No Merchant Account Connected' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  await expect(page.getByText('UPI ID is required')).toBeVisible()
  await expectNothingFound(page, 'nothing connected, nothing filled in')

  const fillIn = async (upiId: string) => {
    await page.getByLabel('Payment Provider').selectOption({ label: 'BharatPe' })
    await page.getByRole('textbox', { name: 'Merchant Name' }).fill('Sharma Electronics')
    await page.getByRole('textbox', { name: 'Merchant ID' }).fill('M22KQ9')
    await page.getByRole('textbox', { name: /^UPI ID/ }).fill(upiId)
  }
  await fillIn(`${'long.name.'.repeat(12)}shop@okaxis`)
  await expect(page.getByText(/are often personal/)).toBeVisible()
  await page.getByRole('radio', { name: 'Personal' }).check()
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Connected account' }).getByRole('img')).toBeVisible()
  await expectNothingFound(page, 'connected')

  await page.setViewportSize({ width: 360, height: 760 })
  await expect(page.getByLabel('Payment Provider')).toBeHidden()
  await page.getByRole('button', { name: 'Connect another account' }).click()
  await fillIn('second@ybl')
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNothingFound(page, 'replacing')
})

test('Payment Link is accessible, with a warning, a created link and the list', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/generate-payment-link')
  await page.getByRole('button', { name: 'Generate Payment Link' }).click()
  await expect(page.getByText('Payment purpose is required')).toBeVisible()
  for (const [label, text] of [
    ['Amount', '999999.99'],
    ['Payment Purpose', 'Wedding hall and catering '.repeat(8)],
    ['Customer Name', 'W'.repeat(60)],
    ['Customer Mobile', '9123456780'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await expectNothingFound(page, 'warned of, with a field missing')
  await page.getByLabel('Customer Email').fill('asha@example.com')
  await page.getByRole('button', { name: 'Generate Payment Link' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible()
  const recent = page.getByRole('region', { name: 'Recent links' })
  await expect(recent.getByText('Created')).toBeVisible()
  await expectNothingFound(page, 'ready')
})
