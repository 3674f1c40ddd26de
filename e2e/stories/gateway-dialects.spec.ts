import { randomUUID } from 'node:crypto'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const SCREEN = '/dashboard/api-documentation'
const UPDATE = '**/api/v1/user/update-webhook-url'

const format = (page: Page) => page.getByRole('combobox', { name: 'Notification format' })

const saveUrl = async (page: Page, url: string): Promise<void> => {
  await page.goto(SCREEN)
  await expect(format(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Edit webhook URL' }).click()
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(url)
  await page.getByRole('textbox', { name: 'Webhook URL' }).press('Enter')
  await expect(format(page)).toBeEnabled()
}

test('a merchant chooses the format of another gateway, and its old client and webhook receiver still work', async ({
  page,
}) => {
  const receiver = await startReceiver()
  const { key } = await enterDashboard(page)
  await saveUrl(page, receiver.url)
  await expect(format(page)).toHaveValue('auto')
  await format(page).selectOption({ label: 'UPIGateway / EKQR form' })
  await expect(page.getByText('Webhook format updated successfully')).toBeVisible()
  await expect(page.getByText('for receivers that read $_POST')).toBeVisible()
  await page.getByText('See a notification in each format').click()
  await expect(page.getByRole('region', { name: 'application/x-www-form-urlencoded' })).toContainText(
    'upi_txn_id=',
  )

  await page.getByRole('button', { name: 'Send test' }).click()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(new URLSearchParams(receiver.received[0]?.body).get('event')).toBe('test.ping')

  const clientTxnId = `T${randomUUID().slice(0, 8)}`
  const reply = await page.request.post(DIALECT_PATHS.ekqrCreateV2, {
    data: {
      key,
      client_txn_id: clientTxnId,
      amount: '100',
      p_info: 'Product Name',
      customer_name: 'Asha Rao',
      customer_email: '',
      customer_mobile: '9876543210',
      redirect_url: `${ORIGIN}/?cart=7`,
    },
  })
  const { status, data } = await reply.json()
  expect(status).toBe(true)
  await page.goto(data.payment_url)
  await page.getByRole('link', { name: 'Pay in the simulator' }).click()
  await page.getByRole('button', { name: 'Pay ₹100.00', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payment successful', exact: true })).toBeFocused()

  await expect.poll(() => receiver.received.length).toBe(2)
  const got = receiver.received[1]
  expect(got?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(got?.headers['webhook-signature']).toMatch(/^v1,/)
  const fields = Object.fromEntries(new URLSearchParams(got?.body))
  expect(fields).toMatchObject({
    id: String(data.order_id),
    client_txn_id: clientTxnId,
    amount: '100',
    status: 'success',
    upi_txn_id: expect.stringMatching(/^[0-9]{12}$/),
  })
  // The customer goes back with what the samples read, perhaps before the page is loaded in full.
  await page.goto(data.payment_url, { waitUntil: 'commit' })
  await page.waitForURL(`${ORIGIN}/?cart=7&client_txn_id=${clientTxnId}&txn_id=${data.order_id}`)
  receiver.close()
})

test('a webhook format that fails to save is reset and shows an error', async ({ page }) => {
  await enterDashboard(page)
  await saveUrl(page, 'https://shop.example/webhook')
  await page.route(UPDATE, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await format(page).selectOption('cutepe')
  const failed = page.getByText('Failed to update the webhook format')
  await expect(failed).toBeVisible()
  await expect(format(page)).toHaveValue('auto')
  await expect(failed).toBeHidden()
  await page.unroute(UPDATE)
  await page.route(UPDATE, (route) => route.abort())
  await format(page).selectOption('cutepe')
  await expect(failed).toBeVisible()
  await expect(format(page)).toHaveValue('auto')
  await page.unroute(UPDATE)

  await format(page).selectOption('cutepe')
  const failures = page.getByRole('checkbox', { name: 'Send failures too' })
  await expect(failures).not.toBeChecked()
  await failures.click()
  await expect(failures).toBeChecked()
  // Saved: until then it cannot be changed.
  await expect(failures).toBeEnabled()
  await page.reload()
  await expect(format(page)).toHaveValue('cutepe')
  await expect(failures).toBeChecked()
  await format(page).selectOption('standard')
  await expect(failures).toHaveCount(0)
  await format(page).selectOption('auto')
  await expect(failures).toBeChecked()
})

test('the new format is shown but disabled while it is saved', async ({ page }) => {
  await enterDashboard(page)
  await saveUrl(page, 'https://shop.example/webhook')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(UPDATE, async (route) => {
    await asked
    await route.continue()
  })
  await format(page).selectOption('ekqr')
  await expect(format(page)).toHaveValue('ekqr')
  await expect(format(page)).toBeDisabled()
  answer()
  await expect(format(page)).toBeEnabled()
})

test('the webhook format and its samples are accessible', async ({ page }) => {
  await enterDashboard(page)
  await saveUrl(page, 'https://shop.example/webhook')
  await format(page).selectOption('ekqr')
  await expect(page.getByRole('checkbox', { name: 'Send failures too' })).toBeEnabled()
  await page.getByText('See a notification in each format').click()
  // From the top: what the header half covers would be found too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNothingFound(page, 'webhook format')
})
