import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const ORDERS = '/dashboard/orders'
const opener = (page: Page, orderId: string) =>
  page.getByRole('button', { name: `Order ${orderId}, details` })

test('the list and the order drawer work by keyboard, and closing returns the focus to the row', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const older = await createOrder(page.request, key)
  const newer = await createOrder(page.request, key)
  await page.goto(ORDERS)
  await opener(page, newer.order_id).focus()
  await page.keyboard.press('ArrowDown')
  await expect(opener(page, older.order_id)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(newer.order_id).first()).toBeVisible()
  for (let i = 0; i < 30; i += 1) {
    await page.keyboard.press('Tab')
    expect(await drawer.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await drawer.getByRole('button', { name: 'Order below' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`order=${older.order_id}`))
  await expect(drawer.getByText(older.order_id).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener(page, older.order_id)).toBeFocused()
  await expect(page).not.toHaveURL(/order=/)
})

test('an open order has its own URL, and Back closes it', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.goto(ORDERS)
  await opener(page, order.order_id).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${ORDERS}?order=${order.order_id}`)
  await expect(page.getByRole('dialog').getByText('₹499.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close the order' }).click()
  await expect(page).toHaveURL(`${ORIGIN}${ORDERS}`)
})

test('the drawer shows evidence, a second payment, webhooks, the payment link and the custom fields', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const receiver = await startReceiver()
  await page.request.post('/api/v1/user/update-webhook-url', {
    data: { webhookUrl: receiver.url },
    headers: { origin: ORIGIN },
  })
  const order = await createOrder(page.request, key, { udf2: 'table 4' })
  const { utr } = await simulate(page.request, order, 'twice')
  await page.goto(`${ORDERS}?order=${order.order_id}`)
  const drawer = page.getByRole('dialog')
  await expect(
    drawer.getByText('₹499.00 was received a second time. Please refund the customer.'),
  ).toBeVisible()
  const money = drawer.getByRole('region', { name: 'Payments received' })
  await expect(money.getByText('Paid this order')).toBeVisible()
  await expect(money.getByText('Paid a second time')).toBeVisible()
  await expect(money.getByText('Evidence: the payment simulator').first()).toBeVisible()
  await expect(money.getByText(utr ?? 'no UTR')).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Timeline' }).getByText('Order created')).toBeVisible()
  const webhooks = drawer.getByRole('region', { name: 'Webhooks' })
  await expect(webhooks.getByText('Delivered')).toBeVisible()
  await expect(webhooks.getByRole('list', { name: 'Attempts to deliver order.success' })).toContainText(
    'HTTP 200',
  )
  await expect(drawer.getByText('table 4')).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Payment page' })).toHaveAttribute('href', order.payment_url)
  await expect(drawer.getByRole('button', { name: 'Verify' })).toHaveCount(0)
  await expectNothingFound(page, 'the drawer of an order')
  receiver.close()
})

test('a note survives a failed save and a reload, and is then shown with the order', async ({ page }) => {
  const { key, email } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.goto(`${ORDERS}?order=${order.order_id}`)
  const drawer = page.getByRole('dialog')
  const field = drawer.getByLabel('New note')
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await expect(drawer.getByText('Please write a note')).toBeVisible()
  await field.fill('Collects on Friday')
  await page.route('**/notes', (route) => route.fulfill({ status: 500, body: '' }))
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('alert').getByText('Failed to save the note')).toBeVisible()
  await expect(field).toHaveValue('Collects on Friday')
  await page.reload()
  await expect(field).toHaveValue('Collects on Friday')
  await page.unroute('**/notes')
  await field.press('Control+Enter')
  await expect(page.getByRole('status').getByText('Note saved')).toBeVisible()
  await expect(field).toHaveValue('')
  const notes = drawer.getByRole('region', { name: 'Notes' })
  await expect(notes.getByText('Collects on Friday')).toBeVisible()
  await expect(notes.getByText(email)).toBeVisible()
})

test('an order that fails to load shows an error, and Try Again loads it', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const detail = `**/user/transactions/${order.order_id}`
  await page.route(detail, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${ORDERS}?order=${order.order_id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('alert').getByText('Failed to fetch the order')).toBeVisible()
  await page.unroute(detail)
  await drawer.getByRole('button', { name: 'Try Again' }).click()
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.goto(`${ORDERS}?order=01ARZ3NDEKTSV4RRFFQ69G5FAV`)
  await expect(page.getByRole('dialog').getByText('There is no such order in this mode')).toBeVisible()
})

test('the drawer shows the data of the list while the order loads', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { amount: '12345.67' })
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/user/transactions/${order.order_id}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(ORDERS)
  await opener(page, order.order_id).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('₹12,345.67')).toBeVisible()
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toHaveCount(0)
  answer()
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
})
