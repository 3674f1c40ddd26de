import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { claim, forwardAlert, strayPayment, underpaid } from '../support/cases.ts'
import { createOrder, endSession, enterDashboard } from '../support/merchant.ts'

const CASES = '/dashboard/reconciliation'
const LIST = '**/user/credits?*'

test('a list shows loading, failure and offline states, and Try Again loads it', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const { utr } = await underpaid(page.request, key)
  const slow = Promise.withResolvers<void>()
  await page.route(LIST, async (route) => {
    await slow.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await page.goto(CASES)
  await expect(page.getByText('1 open case waits for you')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading the cases' })).toBeVisible()
  slow.resolve()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch the cases')
  await page.route(LIST, (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong while fetching the cases')
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: new RegExp(utr) })).toBeVisible()
  await page.getByLabel('Search payments').fill('nonesuch')
  await expect(page.getByText('No results for "nonesuch".')).toBeVisible()
  await page.getByRole('link', { name: 'Search all payments' }).click()
  await expect(page).toHaveURL(/tab=any&search=nonesuch/)
  await page.getByRole('button', { name: 'Clear the search' }).last().click()
  await expect(page.getByRole('button', { name: new RegExp(utr) })).toBeVisible()
})

test('a failed action keeps the typed text after a lost connection and a reload', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const { utr } = await underpaid(page.request, key)
  await page.goto(CASES)
  await page.getByRole('button', { name: new RegExp(utr) }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  await drawer.getByLabel('What was this payment? (optional)').fill('My brother paid the rent')
  await page.route('**/ignore', (route) => route.fulfill({ status: 500, body: '' }))
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  await expect(page.getByText('This could not be saved')).toBeVisible()
  await page.unroute('**/ignore')
  await page.route('**/ignore', (route) => route.abort('internetdisconnected'))
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  await expect(
    page.getByText('The connection was lost. What you typed is kept. Please try again.'),
  ).toBeVisible()
  await page.unroute('**/ignore')
  await page.reload()
  await expect(drawer.getByLabel('New note')).toHaveValue('My brother paid the rent')
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  await expect(drawer.getByText('Not a payment for an order.')).toBeVisible()
  await expect(drawer.getByText('My brother paid the rent')).toBeVisible()
})

test('an ended session opens the login', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(CASES)
  await expect(page.getByText('No open cases here')).toBeVisible()
  await endSession(page, () => page.getByRole('link', { name: 'Refunded' }).click())
})

test('a payment that does not exist in the current mode shows an error', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(`${CASES}?credit=01ARZ3NDEKTSV4RRFFQ69G5FAV`)
  await expect(page.getByRole('dialog').getByText('There is no such payment in this mode')).toBeVisible()
})

test('the lists, cases, claims and messages are accessible', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await underpaid(page.request, key, '100000.00')
  await createOrder(page.request, key, { amount: '12.00', client_txn_id: 'X'.repeat(64) })
  await strayPayment(page.request, '13.00', '632500000041')
  await forwardAlert(page.request, 'Money money money: Rs 9.00')
  const order = await createOrder(page.request, key, { amount: '14.00' })
  await claim(page.request, order.order_id, '632500000042')
  await page.goto(CASES)
  await expect(page.getByRole('button', { name: /₹13.00/ })).toBeVisible()
  await expectNothingFound(page, 'the open cases')
  const drawer = page.getByRole('dialog')
  await page.getByRole('button', { name: /₹13.00/ }).click()
  await drawer.getByRole('button', { name: 'Assign to an order' }).click()
  await drawer.getByLabel('Find the order').fill('XXXX')
  await drawer.getByRole('radio').first().check()
  await expectNothingFound(page, 'assigning')
  await page.goto(`${CASES}?tab=amount_mismatch`)
  await page.getByRole('button', { name: /₹99,999.00/ }).click()
  await drawer.getByRole('button', { name: 'Accept as paid' }).click()
  await drawer.getByRole('button', { name: 'Accept as paid' }).click()
  await expectNothingFound(page, 'accepting without a reason')
  await page.goto(`${CASES}?tab=claims`)
  await page.getByRole('button', { name: /632500000042/ }).click()
  await drawer.getByRole('button', { name: 'Confirm order' }).click()
  await expectNothingFound(page, 'a claim')
  await page.goto(`${CASES}?tab=alerts`)
  await page.getByRole('button', { name: /Money money/ }).click()
  await drawer.getByRole('button', { name: 'Record as a payment' }).click()
  await expectNothingFound(page, 'a message')
})
