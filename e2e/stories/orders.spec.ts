import { expect, type Locator, type Page, test } from '@playwright/test'
import { dropFirstReplies } from '../support/first-replies.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

const ORDERS = '/dashboard/orders'
const LIST = '**/user/all-transactions*'

test('an empty orders table shows "No orders found"', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(ORDERS)
  await expect(page.getByText('No orders found')).toBeVisible()
  await expect(page.getByText('Total 0 orders')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
})

test('the search, status and page are kept in the URL and restored from it', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const paid = await createOrder(page.request, key, { customer_name: 'Meera Iyer' })
  await simulate(page.request, paid, 'success')
  for (let i = 0; i < 11; i += 1) await createOrder(page.request, key)
  await page.goto(ORDERS)
  await expect(page.getByText('Total 12 orders')).toBeVisible()
  await expect(page.getByText('Showing 1 to 10 of 12 results')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 12 of 12 results')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()

  await page.getByPlaceholder('Search by Order ID or Customer...').fill('meera')
  await expect(page).toHaveURL(/search=meera/)
  await expect(page).not.toHaveURL(/page=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByPlaceholder('Search by Order ID or Customer...')).toHaveValue('meera')
  await expect(page.getByRole('row').filter({ hasText: 'Meera Iyer' })).toBeVisible()

  await page.getByLabel('Status').selectOption({ label: 'Failed' })
  await expect(page).toHaveURL(/status=failed/)
  await expect(page.getByText('No orders found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(ORDERS)
  await page.getByLabel('Rows').selectOption({ label: 'Rows (all)' })
  await expect(page.getByRole('row')).toHaveCount(13)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
})

const WIDTHS = [
  [1200, ['Order ID', 'ClientTxnID', 'Customer', 'Amount', 'Date', 'Status', 'Merchant', 'Actions']],
  [1199, ['Order ID', 'ClientTxnID', 'Customer', 'Amount', 'Date', 'Status', 'Actions']],
  [767, []],
  [479, []],
] as const

/** As the visual system has them: blue, yellow, green, red, dark enough to be read. */
const COLOURS = {
  Created: 'rgb(11, 87, 208)',
  Pending: 'rgb(138, 75, 0)',
  Success: 'rgb(20, 108, 46)',
  Failed: 'rgb(179, 38, 30)',
} as const

test('each screen width has its columns, and each status its colour', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  const opened = await createOrder(page.request, key)
  await page.request.post(`/api/v1/order/pay/${opened.order_id}`, { data: {} })
  await simulate(page.request, await createOrder(page.request, key), 'success')
  await simulate(page.request, await createOrder(page.request, key), 'declined')
  await page.goto(ORDERS)
  await expect(page.getByRole('row')).toHaveCount(5)
  for (const [status, colour] of Object.entries(COLOURS))
    await expect(page.getByRole('row').getByText(status, { exact: true })).toHaveCSS('color', colour)
  // Everything that is not paid may be asked about.
  await expect(page.getByRole('button', { name: 'Verify' })).toHaveCount(3)
  for (const [width, columns] of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveText([...columns])
    // Narrow windows show cards, the date on all but the smallest.
    if (columns.length === 0)
      await expect(page.locator('time').filter({ visible: true })).toHaveCount(width >= 480 ? 4 : 0)
  }
})

test('a failed Verify is only logged, and the button can be used again', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  await page.route('**/order/verify/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(ORDERS)
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Verifying the order failed'),
  )
  await page.getByRole('button', { name: 'Verify' }).click()
  await logged
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('Verify shows its progress, runs once at a time, and is not offered for a paid order', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key, { customer_name: 'Other Order' })
  const open = await createOrder(page.request, key, { customer_name: 'Open Order' })
  const paid = await createOrder(page.request, key, { customer_name: 'Paid Order' })
  await simulate(page.request, paid, 'success')
  let asked = 0
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/order/verify/${open.order_id}`, async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  await page.goto(ORDERS)
  const row = page.getByRole('row').filter({ hasText: 'Open Order' })
  await row.getByRole('button', { name: 'Verify' }).click()
  await expect(row.getByRole('button', { name: 'Verifying...' })).toBeDisabled()
  // Only one runs at a time.
  await expect(page.getByRole('button', { name: 'Verify', exact: true })).toBeDisabled()
  await simulate(page.request, open, 'success')
  answer()
  await expect(row.getByText('Success')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify' })).toHaveCount(1)
  expect(asked).toBe(1)
})

test('Verify says when an order is not paid, in the list and in the drawer', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { customer_name: 'Open Order' })
  await page.request.post(`/api/v1/order/pay/${order.order_id}`, { data: {} })
  await createOrder(page.request, key, { customer_name: 'Untouched Order' })
  const declined = await createOrder(page.request, key, { customer_name: 'Declined Order' })
  await simulate(page.request, declined, 'declined')
  await page.goto(ORDERS)
  const line = /^Checked \d+:\d\d.[ap]m: not paid yet$/
  const said = page.getByRole('main').getByRole('status').filter({ hasText: line })
  for (const name of ['Open Order', 'Untouched Order', 'Declined Order']) {
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button', { name: 'Verify' }).click()
    // It stays in the row, and is read aloud.
    await expect(row.getByText(line)).toBeVisible()
    await expect(said).toHaveCount(1)
  }

  await page.getByRole('button', { name: `Order ${order.order_id}, details` }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Verify' }).click()
  await expect(drawer.getByRole('status').filter({ hasText: line })).toBeVisible()
})

/** By hand, from its first letter to its last. */
const markText = async (page: Page, text: Locator): Promise<void> => {
  // Waits until it stands still.
  await text.hover()
  const box = await text.boundingBox()
  if (box === null) throw new Error('no text to mark')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 1, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, y, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => `${window.getSelection()}`)).not.toBe('')
}

test('a row opens the order with its timeline, and Escape returns the focus to the row', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { udf1: 'counter 7' })
  const { utr } = await simulate(page.request, order, 'success')
  await page.goto(ORDERS)
  const opener = page.getByRole('button', { name: `Order ${order.order_id}, details` })
  const drawer = page.getByRole('dialog')
  await markText(page, page.getByRole('cell').getByText('Asha Rao'))
  // The drawer would be on its way by now: the address is there first.
  await expect(page).not.toHaveURL(/order=/)
  await page.getByRole('cell', { name: '₹499.00' }).click()
  await expect(drawer.getByText(utr ?? 'no UTR').first()).toBeVisible()
  await expect(drawer.getByText('counter 7')).toBeVisible()
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`order=${order.order_id}`))
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a failed list shows an error, and Try Again loads it', async ({ page }) => {
  await enterDashboard(page)
  await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }))
  await dropFirstReplies(page)
  await page.goto(ORDERS)
  await expect(page.getByRole('alert').getByText('Failed to fetch transactions')).toBeVisible()
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No orders found')).toBeVisible()
})

test('a list request without a reply shows an error', async ({ page }) => {
  await enterDashboard(page)
  await page.route(LIST, (route) => route.abort())
  await dropFirstReplies(page)
  await page.goto(ORDERS)
  await expect(page.getByText('Something went wrong while fetching transactions')).toBeVisible()
})
