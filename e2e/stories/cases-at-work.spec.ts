import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { claim, strayPayment, underpaid } from '../support/cases.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const CASES = '/dashboard/reconciliation'
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('each row says what happened, and its action opens the form', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await underpaid(page.request, key, '499.00')
  await simulate(page.request, await createOrder(page.request, key, { amount: '303.00' }), 'twice')
  await createOrder(page.request, key, { amount: '812.00', client_txn_id: 'NEAR-1' })
  await strayPayment(page.request, '815.00', '632500000061')
  await page.goto(CASES)
  const owed = page.getByRole('region', { name: 'You owe customers' })
  await expect(owed).toContainText('₹303.00')
  await expect(owed).toContainText('1 payment, paid twice or too much')
  await expect(page.getByRole('region', { name: 'Customers owe you' })).toContainText('₹1.00')
  const drawer = page.getByRole('dialog')
  const wrong = rowOf(page, '₹498.00 came, the order is ₹499.00.')
  await wrong.getByRole('button', { name: 'Accept as paid' }).click()
  await expect(drawer.getByLabel('Reason')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wrong.getByRole('button', { name: /^Wrong amount/ })).toBeFocused()
  await rowOf(page, 'already paid').getByRole('button', { name: 'More actions' }).press('Enter')
  await expectNothingFound(page, 'cases with a menu', [1440])
  await page.getByRole('menuitem', { name: 'Ignore' }).click()
  await expect(drawer.getByText('₹303.00 does not count for any order')).toBeVisible()
  await page.keyboard.press('Escape')
  // What the payment may be for is offered when it is opened, and never chosen.
  await rowOf(page, '632500000061')
    .getByRole('button', { name: /^Unmatched/ })
    .click()
  await expect(drawer.getByRole('region', { name: 'Likely orders' })).toContainText('₹3.00 more')
  await drawer.getByRole('button', { name: 'Assign to NEAR-1' }).click()
  await expect(drawer.getByRole('radio', { name: /NEAR-1/ })).toBeChecked()
  await expect(drawer.getByText(/₹815.00 is ₹3.00 more than the amount of Order NEAR-1/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByRole('status').getByText('Payment assigned')).toBeVisible()
})

test('cases are chosen by keyboard and decided together, and those that fail are named', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (const amount of ['101.00', '202.00', '303.00']) await underpaid(page.request, key, amount)
  await strayPayment(page.request, '77.00', '632500000071')
  await page.goto(CASES)
  const opener = (amount: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(`, ${amount},`) })
  await expect(opener('₹77.00')).toBeVisible()
  await page.keyboard.press('j')
  await expect(opener('₹77.00')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(opener('₹302.00')).toBeFocused()
  await page.keyboard.press('x')
  const bar = page.getByRole('main')
  await expect(bar.getByText('2 selected')).toBeVisible()
  // An unmatched payment has no order that it could pay.
  await expect(bar.getByRole('button', { name: 'Accept as paid', exact: true })).toHaveCount(3)
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar.getByText('3 selected')).toBeVisible()
  await expectNothingFound(page, 'selected cases')
  const listed = await (await page.request.get('/api/v1/user/credits?search=201.00')).json()
  const { id } = listed.data[0]
  await page.request.post(`/api/v1/user/credits/${id}/refunded`, {
    data: { utr: '688888888888' },
    headers: { origin: ORIGIN },
  })
  await bar.getByRole('button', { name: 'Accept as paid', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Accept as paid' }).click()
  await expect(dialog.getByText('Please write why you accept this amount')).toBeVisible()
  await dialog.getByLabel('Reason').fill('A rupee is nothing')
  await dialog.getByRole('button', { name: 'Accept as paid' }).click()
  await expect(dialog.getByRole('alert')).toContainText('1 case was not saved.')
  await expect(dialog.getByText('Saved', { exact: true })).toHaveCount(2)
  await expect(dialog.getByRole('listitem').filter({ hasText: '₹201.00' })).toContainText(
    'This payment has changed in the meantime.',
  )
  await expectNothingFound(page, 'a case of several that was not saved')
  // A second try repeats none of the others.
  const repeated: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/accept')) repeated.push(request.url())
  })
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => repeated.length).toBe(1)
  expect(repeated[0]).toContain(id)
  await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener('₹302.00')).toHaveCount(0)
  await expect(opener('₹77.00')).toBeVisible()
})

test('Cancel stops cases that are decided together after the one under way, and says what was saved', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  for (const amount of ['101.00', '202.00', '303.00']) await underpaid(page.request, key, amount)
  await page.goto(CASES)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Accept as paid', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A rupee is nothing')
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked: string[] = []
  await page.route('**/user/credits/*/accept', async (route) => {
    asked.push(route.request().url())
    await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Accept as paid' }).click()
  await expect(dialog.getByRole('button', { name: 'Saving 0 of 3...' })).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  answer()
  await expect(dialog.getByText('Saved', { exact: true })).toHaveCount(1)
  await expect(dialog.getByText('Not saved: you stopped before it')).toHaveCount(2)
  await expect(dialog.getByRole('alert')).toContainText('2 cases were not saved.')
  expect(asked).toHaveLength(1)
  // The others can still be decided, or left.
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('status').getByText('3 cases saved')).toBeVisible()
  expect(asked).toHaveLength(3)
})

test('what needs the merchant is one tap away on a phone, when it is no payment', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { amount: '51.00' })
  await claim(page.request, order.order_id, '632500000091')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: '1 thing needs you' }).click()
  await expect(page.getByText(/says that ₹51.00 was paid/)).toBeVisible()
  // The bar leads to the payments that wait.
  await page.getByRole('navigation', { name: 'Daily' }).getByRole('link', { name: 'Check' }).click()
  await expect(page.getByText('No open cases here')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Claims (1)' }).click()
  await expect(page.getByText(/says that ₹51.00 was paid/)).toBeVisible()
})

test('claims are dismissed together', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (const [n, amount] of ['51.00', '52.00'].entries()) {
    const order = await createOrder(page.request, key, { amount })
    await claim(page.request, order.order_id, `63250000008${n}`)
  }
  await page.goto(`${CASES}?tab=claims`)
  await expect(page.getByText(/says that ₹52.00 was paid/)).toBeVisible()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Select all' }).click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('status').getByText('2 cases saved')).toBeVisible()
  await expect(page.getByText('No open claims')).toBeVisible()
})
