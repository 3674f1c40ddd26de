import { expect, type Page, test } from '@playwright/test'
import { claim, forwardAlert, strayPayment, underpaid } from '../support/cases.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const CASES = '/dashboard/reconciliation'
const fromHere = { origin: ORIGIN }
const drawerOf = (page: Page) => page.getByRole('dialog')
const caseOf = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })

test('a merchant finds an unmatched payment by its UTR and assigns it to its order', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const utr = '632500000011'
  const order = await createOrder(page.request, key, { amount: '812.00', client_txn_id: 'LOST-1' })
  await strayPayment(page.request, '815.00', utr)
  await page.goto(CASES)
  await expect(caseOf(page, /^Unmatched, ₹815.00/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reconciliation 1 open' })).toBeVisible()
  await page.getByLabel('Search payments').fill(utr.slice(4))
  await expect(page).toHaveURL(/search=00000011/)
  await caseOf(page, /^Unmatched/).click()
  const drawer = drawerOf(page)
  await expect(drawer.getByText('No open order had this amount at that time.')).toBeVisible()
  // The bank's own words.
  await expect(drawer.getByText('from meera@okaxis. UPI Ref No')).toBeVisible()
  await drawer.getByRole('button', { name: 'Assign to an order' }).click()
  await drawer.getByRole('button', { name: 'Assign', exact: true }).click()
  // Of about the amount.
  await expect(drawer.getByRole('radio', { name: /LOST-1/ })).toBeVisible()
  await expect(drawer.getByText('Please choose an order')).toBeVisible()
  await drawer.getByLabel('Find the order').fill('lost-1')
  await page.reload()
  await drawer.getByRole('button', { name: 'Assign to an order' }).click()
  await expect(drawer.getByLabel('Find the order')).toHaveValue('lost-1')
  await drawer.getByRole('radio', { name: /LOST-1/ }).check()
  await expect(drawer.getByText(/₹815.00 is ₹3.00 more than the amount of Order LOST-1/)).toBeVisible()
  await drawer.getByLabel('Note (optional)').fill('They round up')
  await drawer.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByRole('status').getByText('Payment assigned')).toBeVisible()
  await expect(drawer.getByText('₹815.00 came, the order is ₹812.00.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Accept as paid' }).click()
  await drawer.getByRole('button', { name: 'Accept as paid' }).click()
  await expect(drawer.getByText('Please write why you accept this amount')).toBeVisible()
  await expect(drawer.getByLabel('Reason')).toBeFocused()
  await drawer.getByLabel('Reason').fill('A tip')
  await drawer.getByRole('button', { name: 'Accept as paid' }).click()
  await expect(drawer.getByText('Paid its order.')).toBeVisible()
  // The form that had the focus is gone; keyboard users go on in the drawer.
  await expect(drawer.locator(':focus')).toHaveCount(1)
  const history = drawer.getByRole('region', { name: 'History' })
  await expect(history.getByText('Accepted as paid')).toBeVisible()
  await expect(history.getByText('A tip')).toBeVisible()
  await drawer.getByRole('link', { name: 'LOST-1' }).click()
  await expect(page).toHaveURL(new RegExp(`order=${order.order_id}`))
  await expect(drawerOf(page).getByText('Success').first()).toBeVisible()
  await drawerOf(page).getByRole('link', { name: 'See in Reconciliation' }).click()
  await expect(page).toHaveURL(/reconciliation\?credit=/)
  await expect(page.getByRole('link', { name: 'Reconciliation', exact: true })).toBeVisible()
})

test('each list by reason has its own URL and count, and cases work by keyboard', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const first = await underpaid(page.request, key, '101.00')
  const second = await underpaid(page.request, key, '202.00')
  const paid = await createOrder(page.request, key, { amount: '303.00' })
  await simulate(page.request, paid, 'twice')
  await simulate(page.request, await createOrder(page.request, key, { amount: '404.00' }), 'late')
  await page.goto(CASES)
  await expect(page.getByText('3 open cases wait for you')).toBeVisible()
  await page.getByRole('link', { name: 'Wrong amount 2' }).click()
  await expect(page).toHaveURL(`${ORIGIN}${CASES}?tab=amount_mismatch`)
  // Only what has cases, and what is open.
  const kinds = page.getByRole('navigation', { name: 'To decide' }).getByRole('link')
  await expect(kinds.first()).toHaveText(/All open/)
  await expect(kinds.filter({ hasText: 'Claims' })).toHaveCount(0)
  // The address changes before the list does, and the list before has the same row.
  await expect(caseOf(page, /₹303.00/)).toHaveCount(0)
  await caseOf(page, new RegExp(second.utr)).focus()
  await page.keyboard.press('ArrowDown')
  await expect(caseOf(page, new RegExp(first.utr))).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = drawerOf(page)
  await expect(drawer.getByText('₹100.00 came, the order is ₹101.00.')).toBeVisible()
  for (let i = 0; i < 25; i += 1) {
    await page.keyboard.press('Tab')
    expect(await drawer.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(caseOf(page, new RegExp(first.utr))).toBeFocused()
  await page.keyboard.press('Enter')
  await drawer.getByRole('button', { name: 'Mark as refunded' }).press('Enter')
  await drawer.getByLabel('UTR of the refund').fill('688888888888')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('The payment was refunded, UTR 688888888888.')).toBeVisible()
  await expect(caseOf(page, new RegExp(first.utr))).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(caseOf(page, new RegExp(second.utr))).toBeFocused()
  await page.getByRole('link', { name: 'Paid late' }).click()
  await expect(caseOf(page, /₹404.00/)).toBeVisible()
  await page.getByRole('link', { name: 'Paid twice 1' }).click()
  await caseOf(page, /₹303.00/).click()
  await drawer.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(drawer.getByText('Galla does not send money.')).toBeVisible()
  await drawer.getByLabel('UTR of the refund').fill('12')
  await drawer.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(drawer.getByText(/Please enter the UTR/)).toBeVisible()
  await drawer.getByLabel('UTR of the refund').fill('699999999999')
  await drawer.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(drawer.getByText('The payment was refunded, UTR 699999999999.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No open cases here')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Refunded' }).click()
  await expect(caseOf(page, /₹303.00/)).toBeVisible()
})

test('a conflicting change shows what someone else did, and keeps the typed text', async ({ page }) => {
  const { key, email } = await enterDashboard(page)
  const { utr } = await underpaid(page.request, key)
  await page.goto(CASES)
  await caseOf(page, new RegExp(utr)).click()
  const drawer = drawerOf(page)
  await drawer.getByRole('button', { name: 'Accept as paid' }).click()
  await drawer.getByLabel('Reason').fill('One rupee is nothing')
  const credits = await page.request.get('/api/v1/user/credits')
  const { id } = (await credits.json()).data[0]
  await page.request.post(`/api/v1/user/credits/${id}/refunded`, {
    data: { utr: '688888888888' },
    headers: fromHere,
  })
  await drawer.getByRole('button', { name: 'Accept as paid' }).click()
  const conflict = drawer.getByRole('alert')
  await expect(conflict).toContainText('Someone else updated this.')
  await expect(conflict).toContainText(email)
  await expect(conflict).toContainText('Marked as refunded, UTR 688888888888')
  await expect(drawer.getByLabel('New note')).toHaveValue('One rupee is nothing')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No open cases here')).toBeVisible()
})

test("a customer's claim can be confirmed or dismissed by hand", async ({ page }) => {
  const { key } = await enterDashboard(page)
  const [paid, unpaid] = [
    await createOrder(page.request, key, { amount: '51.00', client_txn_id: 'CLAIM-PAID' }),
    await createOrder(page.request, key, { amount: '52.00' }),
  ]
  await claim(page.request, paid.order_id, '632500000021')
  await claim(page.request, unpaid.order_id, '632500000022')
  await page.goto(`${CASES}?tab=claims`)
  await caseOf(page, /632500000021/).click()
  const drawer = drawerOf(page)
  await drawer.getByRole('button', { name: 'Confirm order' }).click()
  await expect(
    drawer.getByText(/Confirm only if your account shows ₹51.00 with UTR 632500000021/),
  ).toBeVisible()
  await drawer.getByRole('button', { name: 'Confirm the payment' }).click()
  await expect(drawer.getByText('This order is paid.')).toBeVisible()
  await page.keyboard.press('Escape')
  await caseOf(page, /632500000022/).click()
  await drawer.getByRole('button', { name: 'Dismiss' }).click()
  await drawer.getByLabel('What did you find? (optional)').fill('Not in my account')
  await drawer.getByRole('button', { name: 'Dismiss' }).click()
  await expect(drawer.getByText('Not in my account')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No open claims')).toBeVisible()
})

test('an unread message can be recorded as a payment after a review', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { amount: '250.00' })
  await forwardAlert(page.request, 'Hurrah! Your QR got some money today: Rs 250.00, RRN 632500000031.')
  await forwardAlert(
    page.request,
    'Rs.75.00 credited to your A/c XX1 by UPI. UPI Ref No 632500000032',
    '+919812345678',
  )
  await page.goto(`${CASES}?tab=alerts`)
  await caseOf(page, /Hurrah/).click()
  const drawer = drawerOf(page)
  await drawer.getByRole('button', { name: 'Record as a payment' }).click()
  await expect(drawer.getByLabel('Amount')).toHaveValue('250.00')
  await expect(drawer.getByLabel(/^UTR/)).toHaveValue('632500000031')
  await drawer.getByLabel('Amount').fill('')
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  await expect(drawer.getByText('Amount is required')).toBeVisible()
  await drawer.getByLabel('Amount').fill('250.00')
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  await drawer.getByRole('button', { name: 'Open the payment' }).click()
  await expect(drawer.getByText('Paid its order.')).toBeVisible()
  const detail = await page.request.get(`/api/v1/user/transactions/${order.order_id}`)
  expect((await detail.json()).data.status).toBe('success')
  await page.keyboard.press('Escape')
  await caseOf(page, /75.00 credited/).click()
  await expect(drawer.getByText('Anyone can send a message like this')).toBeVisible()
  await drawer.getByRole('button', { name: 'Dismiss' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No unread alerts')).toBeVisible()
})
