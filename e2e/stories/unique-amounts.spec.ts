import { expect, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'

test('unique amounts distinguish two orders of the same price on every screen that shows them', async ({
  page,
  context,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard/connect-merchant')
  await page.getByLabel('Payment Provider').selectOption({ label: 'BharatPe' })
  await page.getByRole('textbox', { name: 'Merchant Name' }).fill('Sharma Electronics')
  await page.getByRole('textbox', { name: 'Merchant ID' }).fill('M22KQ9')
  await page.getByRole('textbox', { name: /^UPI ID/ }).fill('sharma@hdfcbank')
  const option = page.getByRole('checkbox', {
    name: 'Use different paise for open orders of the same price',
  })
  await expect(option).toHaveAccessibleDescription(/lowers the amount by 1 to 99 paise/)
  await option.check()
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  const card = page.getByRole('region', { name: 'Connected account' })
  await expect(card).toContainText('Unique for each open order')

  // Its strip is loaded now, and moves the menu down.
  await expect(page.getByText('Galla cannot see your payments yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Payment Link' }).click()
  const make = async () => {
    await page.getByLabel('Amount').fill('499')
    await page.getByLabel('Payment Purpose').fill('School fees')
    await page.getByLabel('Customer Name').fill('Asha Rao')
    await page.getByLabel('Customer Mobile').fill('9123456780')
    await page.getByLabel('Customer Email').fill('asha@example.com')
    await page.getByRole('button', { name: 'Generate Payment Link' }).click()
    return page.getByLabel('Payment link', { exact: true }).inputValue()
  }
  await make()
  await expect(page.getByText('₹499.00, lowered to ₹498.99')).toBeVisible()
  await page.getByRole('button', { name: 'Create another' }).click()
  const url = await make()
  await expect(page.getByText('₹499.00, lowered to ₹498.98')).toBeVisible()

  const pay = await context.newPage()
  await pay.goto(url)
  await expect(pay.getByText('₹498.98', { exact: true }).first()).toBeVisible()
  await expect(pay.getByText('The price is ₹499.00. Please pay exactly ₹498.98')).toBeVisible()

  await page.goto(`/dashboard/orders?order=${url.split('/').at(-1)}`)
  await expect(page.getByRole('dialog').getByText('lowered to make the amount unique')).toBeVisible()
})
