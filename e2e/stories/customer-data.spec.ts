import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { ALL_SCRIPTS } from '../support/all-scripts.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

test.use(ALL_SCRIPTS)

const NOTICE = 'We keep your number for 180 days, to find your order again.'

test('a merchant sets a term and a notice, and downloads and erases one customer, who saw the notice', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Customer data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customer data' })).toBeVisible()
  await page.getByLabel('After the order ended').selectOption('180 days')
  await page.getByRole('button', { name: 'Save the term' }).click()
  await expect(page.getByText('Saved. What is older goes within a few hours.')).toBeVisible()
  await page.getByLabel('What you do with the data of customers').fill(NOTICE)
  await page.getByRole('button', { name: 'Save the notice' }).click()
  await expect(page.getByText(/^Version 1, since /)).toBeVisible()

  const order = await createOrder(page.request, key, { amount: '100.00' })
  const customer = await page.context().newPage()
  await customer.goto(order.payment_url)
  await customer.getByText('Privacy notice').click()
  await expect(customer.getByText(NOTICE)).toBeVisible()
  await expectNothingFound(customer, 'the payment page with a notice')
  await simulate(page.request, order, 'success')

  const contact = page.getByLabel('Mobile number or e-mail address')
  await contact.fill('98765')
  await page.getByRole('button', { name: 'Find the customer' }).click()
  await expect(page.getByText('Enter a 10-digit mobile number or an e-mail address')).toBeVisible()
  await contact.fill('9123456780')
  await page.getByRole('button', { name: 'Find the customer' }).click()
  await expect(page.getByText('1 order has this customer, 0 of them open.')).toBeVisible()
  await expectNothingFound(page, 'the data of customers')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('customer-9123456780.json')
  const { orders, notices } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(orders).toMatchObject([{ customerMobile: '9123456780', noticeVersion: 1, amount: '100.00' }])
  expect(notices).toMatchObject([{ text: NOTICE }])

  await page.getByRole('button', { name: 'Erase the customer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByText('Erased from 1 order.')).toBeVisible()
  await expect(page.getByText('No order has this customer.')).toBeVisible()
  await page.goto('/dashboard/orders')
  await expect(page.getByText('₹100.00').first()).toBeVisible()
  await page.goto('/dashboard/security')
  await expect(page.getByText('Customer erased')).toBeVisible()

  await page.goto('/dashboard/customer-data')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ग्राहकों का डेटा')
  await expectNothingFound(page, 'the data of customers in Hindi')
})
