import { expect, test } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { clipboardOf } from '../support/clipboard.ts'
import { createOrder, logIn, newMerchant, PASSWORD } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

test('a new merchant takes a first payment', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ORIGIN })
  const fields = newMerchant()
  const receiver = await startReceiver()

  await page.goto('/register')
  await page.getByLabel('Full Name').fill(fields.name)
  await page.getByLabel('Email').fill(fields.email)
  await page.getByLabel('Phone Number').fill(fields.mobileNumber)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL(`${ORIGIN}/login`)
  await logIn(page, fields.email)

  await page.goto('/dashboard/api-documentation')
  await expect(page.getByText('Test mode: no real money moves')).toBeVisible()
  await page.getByRole('button', { name: 'Copy API Key' }).click()
  await expect.poll(() => clipboardOf(page)).toMatch(/^key_test_/)
  const key = await clipboardOf(page)
  await page.getByRole('button', { name: 'Edit webhook URL' }).click()
  await page.getByLabel('Webhook URL', { exact: true }).fill(receiver.url)
  await page.keyboard.press('Enter')
  await expect(page.locator('#webhook').getByText(receiver.url)).toBeVisible()
  await page.getByRole('button', { name: /copy signing secret/i }).click()
  await expect.poll(() => clipboardOf(page)).toMatch(/^whsec_/)
  const secret = await clipboardOf(page)

  const order = await createOrder(page.request, key)
  const pay = await context.newPage()
  await pay.goto(order.payment_url)
  await expect(pay.getByText('₹499.00').first()).toBeVisible()
  const link = new URL(await qrOnPage(pay))
  expect(`upi://pay${link.search}`).toBe(order.upi_intent.bhim_link.replace('bhim://upi/pay', 'upi://pay'))
  expect(link.searchParams.get('pa')).toMatch(/^mer_[0-9a-z]{26}@gallatest$/)
  expect(link.searchParams.get('am')).toBe('499.00')

  const simulator = await context.newPage()
  await simulator.goto(
    (await pay.getByRole('link', { name: 'Pay in the simulator' }).getAttribute('href')) ?? '',
  )
  // The shop comes a second after the success, or later, if it was not looked at by then.
  const looked = Promise.withResolvers<void>()
  await pay.route(/[?&]cart=7/, async (route) => {
    await looked.promise
    await route.continue()
  })
  await simulator.getByRole('button', { name: 'Pay ₹499.00' }).click()

  await expect(pay.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(pay.getByText('Your payment has been processed successfully')).toBeVisible()
  await expect(pay.getByText('Redirecting...')).toBeVisible()
  looked.resolve()
  await pay.waitForURL((url) => url.searchParams.get('cart') === '7')
  expect(new URL(pay.url()).searchParams.get('txn_id')).toBe(order.order_id)

  await expect.poll(() => receiver.received.length).toBe(1)
  const [notification] = receiver.received
  const payload = new Webhook(secret).verify(notification?.body ?? '', notification?.headers ?? {})
  expect(payload).toMatchObject({
    event: 'order.success',
    orderId: order.order_id,
    amount: '499.00',
    status: 'success',
  })

  await page.goto('/dashboard/orders')
  const row = page.getByRole('row').filter({ hasText: 'Asha Rao' })
  await expect(row.getByText('Success')).toBeVisible()
  await row.getByRole('button', { name: `Order ${order.order_id}, details` }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(String((payload as { utr: string }).utr))
      .first(),
  ).toBeVisible()
  receiver.close()
})
