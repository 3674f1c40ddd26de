import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const GENUINE = /^Genuine:/
const NOT_GENUINE = /^Not genuine\./

/** Opens the order in the dashboard, and its receipt from there. */
const openReceipt = async (page: Page, orderId: string): Promise<Page> => {
  await page.goto(`/dashboard/orders?order=${orderId}`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).click()
  return opened
}

test('a paid order links to its receipt, and the receipt check detects one changed character', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { amount: '1250.50' })
  await page.goto(`/dashboard/orders?order=${order.order_id}`)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Payment page' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Receipt' })).toHaveCount(0)
  const { utr } = await simulate(page.request, order, 'success')

  const receipt = await openReceipt(page, order.order_id)
  await expect(receipt.getByText('₹1,250.50')).toBeVisible()
  await expect(receipt.getByText(utr ?? 'no UTR')).toBeVisible()
  await expectNothingFound(receipt, 'a receipt', [320])

  await receipt.getByRole('link', { name: 'Check this receipt' }).click()
  await expect(receipt.getByRole('status')).toHaveText(GENUINE)
  for (const [label, fact] of [
    ['Paid to', 'Sharma Electronics'],
    ['Amount', '₹1,250.50'],
    ['UTR', utr ?? 'no UTR'],
    ['Order', order.order_id],
  ] as const)
    await expect(
      receipt.locator('dl > div').filter({ has: receipt.getByText(label, { exact: true }) }),
    ).toContainText(fact)
  await expect(receipt.getByText('Test payment: no money moved')).toBeVisible()
  await expectNothingFound(receipt, 'the check of a receipt', [320])

  const field = receipt.getByLabel('Link of the receipt')
  const genuine = await field.inputValue()
  const middle = Math.floor(genuine.length / 2)
  const other = genuine[middle] === 'A' ? 'B' : 'A'
  await field.fill(genuine.slice(0, middle) + other + genuine.slice(middle + 1))
  await receipt.getByRole('button', { name: 'Check' }).click()
  await expect(receipt.getByRole('status')).toHaveText(NOT_GENUINE)
  await expect(receipt.getByText(order.order_id)).toHaveCount(0)
  await field.fill(genuine)
  await receipt.getByRole('button', { name: 'Check' }).click()
  await expect(receipt.getByRole('status')).toHaveText(GENUINE)
  await receipt.getByRole('link', { name: 'See whether the payment was later reversed or refunded' }).click()
  await expect(receipt.getByRole('heading', { name: 'Payment receipt' })).toBeVisible()
})

test('a customer can open the receipt before the redirect to the shop', async ({ page, context }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'success')
  // The shop is slow to answer, as the receipt is.
  await page.clock.install()
  await page.goto('/healthz')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(order.payment_url)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Receipt' }).click({ modifiers: ['ControlOrMeta'] })
  await expect((await opened).getByRole('heading', { name: 'Payment receipt' })).toBeVisible()
  // The second after which the page leaves for the shop is over.
  await page.clock.runFor(2_000)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('over plain HTTP a receipt is reported as not checked, because the check needs HTTPS', async ({
  page,
}) => {
  // As a browser does at an address without https; the stories run on localhost, which is exempt.
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await page.goto('/verify-receipt#a.b.c')
  await expect(page.getByRole('status')).toHaveText(/^Not checked, because the check needs https/)
})

test('a customer whom the default redirect leads to our own login finds the receipt of the payment there', async ({
  page,
  browser,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { redirect_url: `${ORIGIN}/dashboard/orders` })
  const context = await browser.newContext()
  const customer = await context.newPage()
  await customer.goto(order.payment_url)
  await simulate(page.request, order, 'success')
  await customer.waitForURL(/\/login\?/)
  const received = customer.getByRole('status').filter({ hasText: 'Payment received' })
  await expect(received).toContainText('₹499.00 to Sharma Electronics')
  await expectNothingFound(customer, 'the login after a payment', [320])
  const forged = customer.url().replace(/client_txn_id=[^&]*/, 'client_txn_id=TXN_1')
  await received.getByRole('link', { name: 'Receipt' }).click()
  await expect(customer.getByText('₹499.00')).toBeVisible()
  // Nothing is said about parameters that name no paid order.
  const asked = customer.waitForResponse('**/order/paid/**')
  await customer.goto(forged)
  expect((await asked).status()).toBe(404)
  await expect(customer.getByLabel('Email')).toBeVisible()
  await expect(received).toHaveCount(0)
  await context.close()
})
