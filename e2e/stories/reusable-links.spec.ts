import { PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'
import { otherBrowser } from '../support/other-browser.ts'
import { ORIGIN } from '../support/place.ts'

const ITEMS = {
  title: 'Tea stall',
  price: {
    kind: 'items',
    items: [
      { name: 'Masala tea', price: '15.00' },
      { name: 'Samosa', price: '20.50' },
    ],
  },
  questions: [{ label: 'Table', isRequired: true }],
}

const createLink = async (request: APIRequestContext, link: object): Promise<string> => {
  const created = await request.post('/api/v1/user/reusable-links', {
    data: link,
    headers: { origin: ORIGIN },
  })
  expect(created.status(), await created.text()).toBe(200)
  return (await created.json()).data.url
}

/** A customer's phone, without script where it is not needed. */
const phone = async (page: Page, options: object = {}): Promise<Page> => {
  const context = await otherBrowser(page, {
    baseURL: ORIGIN,
    viewport: { width: 360, height: 740 },
    ...options,
  })
  return context.newPage()
}

/** Pays the order of the payment page that is shown, in the simulator. */
const payShown = async (customer: Page): Promise<void> => {
  const href = await customer.getByRole('link', { name: 'Pay in the simulator' }).getAttribute('href')
  const upi = new URL(href ?? '', ORIGIN).searchParams.get('upi')
  const paid = await customer.request.post('/api/v1/simulator/pay', { data: { upi } })
  expect(paid.status(), await paid.text()).toBe(200)
}

test('a merchant creates a reusable link, a customer pays it, and the list shows the money and the answer', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard/reusable-links')
  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Enter what the payment is for')).toBeVisible()
  await dialog.getByLabel('What the payment is for').fill('Yoga in November')
  await dialog.getByLabel('Thank-you text').fill('See you on Monday.')
  await dialog.getByLabel('Rupees').fill('499')
  await dialog.getByRole('button', { name: 'Add question' }).click()
  await dialog.getByLabel('Question 1', { exact: true }).fill('Which batch?')
  await dialog.getByLabel('Maximum number of payments').fill('40')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of Yoga in November' })).toBeVisible()
  const url = await dialog.getByLabel('Address').inputValue()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download QR' }).click()
  expect((await download).suggestedFilename()).toBe('Yoga-in-November-qr.svg')
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()

  const customer = await phone(page)
  await customer.goto(url)
  await customer.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(customer.getByText('Please enter your name')).toBeVisible()
  await customer.getByLabel('Your name').fill('Asha Rao')
  await customer.getByLabel('Which batch?').fill('Mornings <b>at 7</b>')
  await customer.getByRole('button', { name: 'Continue to payment' }).click()
  await payShown(customer)
  await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(customer.getByText('See you on Monday.')).toBeVisible()
  await expect(customer.getByRole('link', { name: 'Receipt' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('1 of 40 paid')).toBeVisible()
  await expect(page.getByText('₹499.00').first()).toBeVisible()
  await page.getByRole('button', { name: '1 of 40 paid: orders of Yoga in November' }).click()
  const orders = page.getByRole('dialog', { name: 'Yoga in November' })
  await expect(orders.getByText('Mornings <b>at 7</b>')).toBeVisible()
  await expect(orders.getByText('Success')).toBeVisible()
  await expectNothingFound(page, 'the orders of a reusable link')
  await orders.getByRole('link', { name: 'Asha Rao' }).click()
  await page.waitForURL(/\/dashboard\/orders/)
  await expect(page.getByText('Mornings <b>at 7</b>')).toBeVisible()

  await page.goto('/dashboard/reusable-links')
  await page.getByRole('button', { name: 'Close: Yoga in November' }).click()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await customer.goto(url)
  await expect(customer.getByText('The merchant has closed this link.')).toBeVisible()
})

test('a customer chooses an amount without JavaScript, and reloading the page keeps the same order', async ({
  page,
}) => {
  await enterDashboard(page)
  const url = await createLink(page.request, {
    title: 'Temple fund',
    price: { kind: 'choice', min: '10', max: '5000' },
  })
  const customer = await phone(page, { javaScriptEnabled: false })
  await customer.goto(url)
  await customer.getByLabel('Your name').fill('Asha Rao')
  await customer.getByLabel('Amount').fill('5')
  await customer.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(customer.getByText('Please enter an amount from ₹10.00 to ₹5,000.00')).toBeVisible()
  await customer.getByLabel('Amount').fill('251')
  await customer.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(customer.getByText('₹251.00').first()).toBeVisible()
  const orderAddress = new URL(customer.url()).pathname
  await payShown(customer)
  await customer.reload()
  await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  expect(new URL(customer.url()).pathname).toBe(orderAddress)
})

test('items are chosen by quantity, and a double tap or going back creates no second order', async ({
  page,
}) => {
  await enterDashboard(page)
  const url = await createLink(page.request, ITEMS)
  const customer = await phone(page)
  await customer.goto(url)
  await customer.getByLabel('Masala tea').fill('2')
  await customer.getByLabel('Samosa').fill('1')
  await customer.getByLabel('Your name').fill('Asha Rao')
  await customer.getByLabel('Table').fill('4')
  await customer.getByRole('button', { name: 'Continue to payment' }).dblclick()
  await expect(customer.getByText('₹50.50').first()).toBeVisible()
  await expect(customer.getByText('Tea stall: 2 × Masala tea, 1 × Samosa')).toBeVisible()
  await customer.waitForURL(/\/pay\//)
  const orderAddress = new URL(customer.url()).pathname
  await customer.goBack()
  await customer.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.poll(() => new URL(customer.url()).pathname).toBe(orderAddress)
  await payShown(customer)
  await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await page.goto('/dashboard/reusable-links')
  await expect(page.getByText('1 paid')).toBeVisible()
})

test('the page of a reusable link makes no further requests, and fits 320 px in every language', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma Electronics and Home Appliances')
  const url = await createLink(page.request, {
    ...ITEMS,
    questions: [{ label: 'What should the teacher know about you beforehand?' }],
  })
  const customer = await phone(page, { viewport: { width: 320, height: 640 } })
  const asked: string[] = []
  customer.on('request', (request) => asked.push(request.url()))
  for (const language of PAGE_LANGUAGE_CODES) {
    await customer.goto(`${url}?lang=${language}`)
    const overflow = await customer.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, language).toBe(0)
  }
  expect(asked.filter((address) => !address.startsWith('data:'))).toHaveLength(PAGE_LANGUAGE_CODES.length)
  await expectNothingFound(customer, 'the page of a reusable link')
})

test('the Reusable Links screen is accessible', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/reusable-links')
  await expect(page.getByText('No reusable links yet')).toBeVisible()
  await createLink(page.request, ITEMS)
  await page.reload()
  await expect(page.getByText('Tea stall')).toBeVisible()
  await expectNothingFound(page, 'reusable links')
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByLabel('Amount').selectOption('items')
  await page.getByRole('button', { name: 'Add question' }).click()
  await expectNothingFound(page, 'a new reusable link')
})
