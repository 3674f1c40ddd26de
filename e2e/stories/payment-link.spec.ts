import { expect, type Locator, type Page, test } from '@playwright/test'
import { clipboardOf } from '../support/clipboard.ts'
import { endSession, enterDashboard, signInAndContinue, stayFromShop } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

const FORM = '/dashboard/generate-payment-link'

const send = (page: Page) => page.getByRole('button', { name: 'Generate Payment Link' }).click()

test('each invalid field shows an error, the first one gets the focus, and editing clears its error', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(FORM)
  await expect(page.getByLabel('Transaction ID')).toHaveValue(/^TXN_\d{13}$/)
  await expect(page.getByLabel('Redirect URL')).toHaveValue(`${ORIGIN}/dashboard/orders`)
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription('At most ₹10,00,000.00')
  const topOf = async (at: Locator) => (await at.boundingBox())?.y ?? 0
  expect(await topOf(page.getByText('At most ₹10,00,000.00'))).toBeLessThan(
    await topOf(page.getByLabel('Expires in')),
  )
  await page.getByLabel('Transaction ID').fill('')
  await page.getByLabel('Redirect URL').fill('')
  await send(page)
  const missing = [
    ['Transaction ID', 'Transaction ID is required'],
    ['Amount', 'Amount is required'],
    ['Payment Purpose', 'Payment purpose is required'],
    ['Customer Name', 'Customer name is required'],
    ['Customer Mobile', 'Customer mobile is required'],
    ['Customer Email', 'Customer email is required'],
    ['Redirect URL', 'Redirect URL is required'],
  ] as const
  for (const [label, message] of missing)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message))
  await expect(page.getByLabel('Amount')).toBeFocused()

  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(page.getByText('Transaction ID is required')).toHaveCount(0)
  await page.getByLabel('Amount').fill('0')
  await expect(page.getByText('Amount is required')).toHaveCount(0)
  await page.getByLabel('Customer Mobile').fill('98-765')
  await page.getByLabel('Customer Email').fill('asha at example')
  await page.getByLabel('Redirect URL').fill('shop.example')
  await send(page)
  await expect(page.getByLabel('Amount')).toBeFocused()
  await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  await expect(page.getByText('Please enter a valid 10-digit mobile number')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Please enter a valid URL starting with http:// or https://')).toBeVisible()
})

test('a payment link is created, copied, opened and paid', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ORIGIN })
  await enterDashboard(page)
  await page.goto(FORM)
  await page.getByLabel('Amount').fill('1234.5')
  await page.getByLabel('Payment Purpose').fill('School fees')
  await page.getByLabel('Customer Name').fill('Asha Rao')
  await page.getByLabel('Customer Mobile').fill('')
  // As a phone's address book has it, pasted.
  await page.keyboard.insertText('+91 91234 56780')
  await expect(page.getByLabel('Customer Mobile')).toHaveValue('9123456780')
  await page.getByLabel('Customer Email').fill('asha@example.com')
  await send(page)
  const box = page.getByLabel('Payment link', { exact: true })
  await expect(box).toHaveValue(/\/pay\/[0-9A-Z]{26}$/)
  await expect(box).not.toBeEditable()

  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  const url = await box.inputValue()
  await expect.poll(() => clipboardOf(page)).toBe(url)

  const pay = await context.newPage()
  await pay.goto(url)
  await pay.getByRole('link', { name: 'Pay in the simulator' }).click()
  await stayFromShop(context, `${ORIGIN}/dashboard/orders?*`)
  await pay.getByRole('button', { name: 'Pay ₹1,234.50' }).click()
  await pay.getByRole('link', { name: 'Back to the payment page' }).click()
  await expect(pay.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('a failing or unreachable server shows the specified message, and the form keeps its values', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(FORM)
  for (const [label, text] of [
    ['Amount', '10'],
    ['Payment Purpose', 'Tea'],
    ['Customer Name', 'Asha'],
    ['Customer Mobile', '9123456780'],
    ['Customer Email', 'asha@example.com'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.route('**/user/generate-payment-link', (route) => route.fulfill({ status: 500, body: '' }))
  await send(page)
  await expect(page.getByText('Failed to generate payment link')).toBeVisible()
  await page.unroute('**/user/generate-payment-link')
  await page.route('**/user/generate-payment-link', (route) => route.abort())
  await send(page)
  await expect(page.getByText('Something went wrong while generating payment link')).toBeVisible()
  await expect(page.getByLabel('Payment Purpose')).toHaveValue('Tea')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Payment Purpose')).toHaveValue('')
  await expect(page.getByLabel('Transaction ID')).toHaveValue(/^TXN_\d{13}$/)
})

test('a form is disabled while it is sent, and a merchant without a plan gets a link to the plans', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(FORM)
  await fillIn(page)
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const msg = 'No active subscription. Choose a plan to accept live payments.'
  await page.route('**/user/generate-payment-link', async (route) => {
    await held
    await route.fulfill({ status: 402, json: { success: false, msg, code: 'no_subscription' } })
  })
  await send(page)
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  answer()
  await expect(page.getByRole('alert').filter({ hasText: msg })).toBeVisible()
  await page.getByRole('link', { name: 'View Plans' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/dashboard/new-subscription`)
  await page.goBack()
  await expect(page.getByLabel('Payment Purpose')).toHaveValue('Tea')
})

const fillIn = async (page: Page): Promise<void> => {
  for (const [label, text] of [
    ['Amount', '123456'],
    ['Payment Purpose', 'Tea'],
    ['Customer Name', 'Asha'],
    ['Customer Mobile', '9123456780'],
    ['Customer Email', 'asha@example.com'],
  ] as const)
    await page.getByLabel(label).fill(text)
}

const linkBox = (page: Page) => page.getByLabel('Payment link', { exact: true })
const recent = (page: Page) => page.getByRole('region', { name: 'Recent links' })

test('the amount is shown in words, and a large amount shows a warning but is accepted', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(FORM)
  await page.getByLabel('Amount').fill('100000')
  await expect(page.getByText('₹1,00,000.00 · one lakh rupees')).toBeVisible()
  await expect(page.getByText(/Most UPI payments are limited/)).toHaveCount(0)
  await fillIn(page)
  await expect(
    page.getByText('₹1,23,456.00 · one lakh twenty-three thousand four hundred fifty-six rupees'),
  ).toBeVisible()
  await expect(page.getByText(/Most UPI payments are limited to ₹1,00,000/)).toBeVisible()
  // Nothing is folded, and a link for a chat lasts a day by the second choice.
  const lasts = page.getByLabel('Expires in')
  await expect(lasts).toHaveValue('300')
  await expect(lasts.getByRole('option').nth(1)).toHaveText('1 day, for WhatsApp')
  await page.getByLabel('UDF 1').fill('cart 7')
  await page.getByLabel('Expires in').selectOption({ label: '7 days' })
  await send(page)
  await expect(linkBox(page)).toHaveValue(/\/pay\//)
})

test('a created link is shown as a QR code, can be shared by WhatsApp, and is listed with its status', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma & Sons')
  await page.goto(FORM)
  await expect(recent(page).getByText('No links yet')).toBeVisible()
  await fillIn(page)
  await send(page)
  const url = await linkBox(page).inputValue()
  await page.getByRole('img', { name: 'QR code of the payment page' }).scrollIntoViewIfNeeded()
  await expect.poll(() => qrOnPage(page)).toBe(url)
  const chat = page.getByRole('link', { name: 'WhatsApp' })
  await expect(chat).toHaveAttribute('rel', /noopener/)
  const href = new URL((await chat.getAttribute('href')) ?? '')
  expect(href.origin + href.pathname).toBe('https://wa.me/919123456780')
  expect(href.searchParams.get('text')).toBe(
    `Hello Asha, please pay ₹1,23,456.00 to Sharma & Sons for Tea: ${url}`,
  )
  await expect(recent(page).getByRole('listitem')).toHaveCount(1)
  await expect(recent(page).getByRole('listitem')).toContainText('₹1,23,456.00')
  await expect(recent(page).getByText('Created')).toBeVisible()
})

test('each new payment link gets a new Transaction ID, and an unchanged form returns the same link', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(FORM)
  await fillIn(page)
  await send(page)
  await expect(linkBox(page)).toHaveValue(/\/pay\//)
  const first = await linkBox(page).inputValue()
  const used = await page.getByLabel('Transaction ID').inputValue()

  // Pressed again, the same form is the same order.
  await send(page)
  await expect(page.getByText('This payment link already exists')).toBeVisible()
  await expect(linkBox(page)).toHaveValue(first)

  // A change of the form makes another one.
  await page.getByLabel('Amount').fill('20')
  await expect(page.getByLabel('Transaction ID')).not.toHaveValue(used)
  await send(page)
  await expect(linkBox(page)).not.toHaveValue(first)
  const second = await page.getByLabel('Transaction ID').inputValue()

  await page.getByRole('button', { name: 'Create another' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await expect(page.getByLabel('Transaction ID')).toHaveValue(/^TXN_\d{13}$/)
  await expect(page.getByLabel('Transaction ID')).not.toHaveValue(second)
  await expect(linkBox(page)).toHaveCount(0)
  await expect(recent(page).getByRole('listitem')).toHaveCount(2)

  // A used one, typed by hand, is shown under its field.
  await fillIn(page)
  await page.getByLabel('Transaction ID').fill(used)
  await page.getByLabel('Amount').fill('30')
  await send(page)
  await expect(page.getByLabel('Transaction ID')).toHaveAccessibleDescription(
    /An order with this client_txn_id already exists/,
  )
  await expect(page.getByLabel('Transaction ID')).toBeFocused()
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(page.getByText('An order with this client_txn_id already exists')).toHaveCount(0)
})

test('a repeated request after a lost reply returns the same order', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(FORM)
  await fillIn(page)
  await page.route('**/user/generate-payment-link', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page)
  await expect(page.getByText('Something went wrong while generating payment link')).toBeVisible()
  await page.unroute('**/user/generate-payment-link')
  await send(page)
  await expect(linkBox(page)).toHaveValue(/\/pay\//)
  await expect(recent(page).getByRole('listitem')).toHaveCount(1)
})

test('an ended session and a lost connection lose no typed values', async ({ page, context }) => {
  const { email } = await enterDashboard(page)
  await page.goto(FORM)
  await expect(recent(page).getByText('No links yet')).toBeVisible()
  await fillIn(page)
  await page.getByLabel('UDF 3').fill('cart 7')
  const id = await page.getByLabel('Transaction ID').inputValue()
  await context.setOffline(true)
  await send(page)
  await expect(page.getByText('Something went wrong while generating payment link')).toBeVisible()
  await context.setOffline(false)
  await endSession(page, () => send(page))
  await signInAndContinue(page, email)
  await page.waitForURL(`${ORIGIN}${FORM}`)
  await expect(page.getByLabel('Transaction ID')).toHaveValue(id)
  await expect(page.getByLabel('Amount')).toHaveValue('123456')
  await expect(page.getByLabel('UDF 3')).toHaveValue('cart 7')
  await send(page)
  await expect(linkBox(page)).toHaveValue(/\/pay\//)
})

test('recent links that fail to load offer Try Again, and the form works meanwhile', async ({ page }) => {
  await enterDashboard(page)
  await page.route('**/user/all-transactions**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(FORM)
  await expect(recent(page).getByText('Failed to fetch transactions')).toBeVisible()
  await fillIn(page)
  await send(page)
  await expect(linkBox(page)).toHaveValue(/\/pay\//)
  await page.unroute('**/user/all-transactions**')
  await recent(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(recent(page).getByRole('listitem')).toHaveCount(1)
  // What came before stays, and says that it may be old.
  await page.route('**/user/all-transactions**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByLabel('Amount').fill('2')
  await send(page)
  await expect(recent(page).getByText('This page may be out of date.')).toBeVisible()
  await expect(recent(page).getByRole('listitem')).toHaveCount(1)
  await page.unroute('**/user/all-transactions**')
  await recent(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(recent(page).getByRole('listitem')).toHaveCount(2)
  await expect(recent(page).getByText('This page may be out of date.')).toHaveCount(0)
})
