import { expect, type Page, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const FORM = '/dashboard/generate-payment-link'

const send = (page: Page) => page.getByRole('button', { name: 'Generate Payment Link' }).click()

test('each wrong field says why, the first one gets the focus, and editing takes its message away', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(FORM)
  await expect(page.getByLabel('Transaction ID')).toHaveValue(/^TXN_\d{13}$/)
  await expect(page.getByLabel('Redirect URL')).toHaveValue(`${ORIGIN}/dashboard/orders`)
  await page.getByLabel('Transaction ID').fill('')
  await page.getByLabel('Redirect URL').fill('')
  await send(page)
  const missing = [
    ['Transaction ID', 'Transaction ID is required'],
    ['Amount', 'Amount is required'],
    ['Payment Purpose', 'Payment purpose is required'],
    ['Customer Name', 'Customer name is required'],
    ['Customer Mobile', 'Customer mobile is required'],
    ['Customer Email', 'Customer email is required'],
    ['Redirect URL', 'Redirect URL is required'],
  ] as const
  for (const [label, message] of missing)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message))
  await expect(page.getByLabel('Transaction ID')).toBeFocused()

  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(page.getByText('Transaction ID is required')).toHaveCount(0)
  await page.getByLabel('Amount').fill('0')
  await expect(page.getByText('Amount is required')).toHaveCount(0)
  await page.getByLabel('Customer Mobile').fill('98-765')
  await page.getByLabel('Customer Email').fill('asha at example')
  await page.getByLabel('Redirect URL').fill('shop.example')
  await send(page)
  await expect(page.getByLabel('Amount')).toBeFocused()
  await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  await expect(page.getByText('Please enter a valid 10-digit mobile number')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Please enter a valid URL starting with http:// or https://')).toBeVisible()
})

test('a link made by the form is copied, opened and paid', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ORIGIN })
  await enterDashboard(page)
  await page.goto(FORM)
  await page.getByLabel('Amount').fill('1234.5')
  await page.getByLabel('Payment Purpose').fill('School fees')
  await page.getByLabel('Customer Name').fill('Asha Rao')
  await page.getByLabel('Customer Mobile').fill('9123456780')
  await page.getByLabel('Customer Email').fill('asha@example.com')
  await send(page)
  const box = page.getByLabel('Payment link', { exact: true })
  await expect(box).toHaveValue(/\/pay\/[0-9A-Z]{26}$/)
  await expect(box).not.toBeEditable()

  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible({ timeout: 3_000 })
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toBe(await box.inputValue())

  const pay = await context.newPage()
  await pay.goto(url)
  await pay.getByRole('link', { name: 'Pay in the simulator' }).click()
  await pay.getByRole('button', { name: 'Pay ₹1,234.50' }).click()
  await pay.getByRole('link', { name: 'Back to the payment page' }).click()
  await expect(pay.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('a server that fails or does not answer is told in the words of the product', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(FORM)
  for (const [label, text] of [
    ['Amount', '10'],
    ['Payment Purpose', 'Tea'],
    ['Customer Name', 'Asha'],
    ['Customer Mobile', '9123456780'],
    ['Customer Email', 'asha@example.com'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.route('**/user/generate-payment-link', (route) => route.fulfill({ status: 500, body: '' }))
  await send(page)
  await expect(page.getByText('Failed to generate payment link')).toBeVisible()
  await page.unroute('**/user/generate-payment-link')
  await page.route('**/user/generate-payment-link', (route) => route.abort())
  await send(page)
  await expect(page.getByText('Something went wrong while generating payment link')).toBeVisible()
  await expect(page.getByLabel('Payment Purpose')).toHaveValue('Tea')
})
