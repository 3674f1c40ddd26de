import { expect, test } from '@playwright/test'
import { createOrder, enterDashboard } from '../support/merchant.ts'

const AMOUNT = '₹499.00'

const OUTCOMES = [
  { button: `Pay ${AMOUNT}`, done: 'Payment successful', status: 'Success', credit: 'Paid this order' },
  { button: 'Decline', done: 'Payment declined', status: 'Failed', credit: undefined },
  { button: 'Leave pending', done: 'Payment left pending', status: 'Created', credit: undefined },
  { button: 'Pay late', done: 'Paid after the time ran out', status: 'Success', credit: 'Paid late' },
  { button: 'Pay twice', done: 'Paid twice', status: 'Success', credit: 'Paid a second time' },
  { button: 'Pay less', done: 'Paid less than asked', status: 'Created', credit: 'Another amount' },
  { button: 'Pay more', done: 'Paid more than asked', status: 'Created', credit: 'Another amount' },
] as const

for (const { button, done, status, credit } of OUTCOMES) {
  test(`"${button}" leaves the order as ${status}`, async ({ page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    await page.goto('/simulator')
    await page.getByLabel('UPI link').fill(order.upi_intent.bhim_link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Sharma Electronics')).toBeVisible()
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('heading', { name: done, exact: true })).toBeFocused()

    await page.goto(`/dashboard/orders?order=${order.order_id}`)
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(status, { exact: true }).first()).toBeVisible()
    if (credit === undefined) await expect(drawer.getByText('Payments received')).toHaveCount(0)
    else await expect(drawer.getByText(credit, { exact: true }).first()).toBeVisible()
  })
}

test('a text that is not a UPI link is refused without a request', async ({ page }) => {
  await page.goto('/simulator')
  await page.getByLabel('UPI link').fill('https://example.com')
  await page.reload()
  await expect(page.getByLabel('UPI link')).toHaveValue('https://example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This is not a UPI payment link')).toBeVisible()
  await page.getByLabel('UPI link').fill('https://example.com/pay')
  await page.reload()
  await expect(page.getByLabel('UPI link')).toHaveValue('https://example.com/pay')
})
