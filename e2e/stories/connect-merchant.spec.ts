import { expect, type Page, test } from '@playwright/test'
import { endSession, enterDashboard, signInAndContinue } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

const PAGE = '/dashboard/connect-merchant'
const CALL = '**/user/connect-merchant'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false })
const upiIdField = (page: Page) => page.getByRole('textbox', { name: /^UPI ID/ })

const fillIn = async (page: Page, upiId: string, name = 'Sharma Electronics'): Promise<void> => {
  await page.getByLabel('Payment Provider').selectOption({ label: 'PhonePe Business' })
  await field(page, 'Merchant Name').fill(name)
  await field(page, 'Merchant ID').fill('M22KQ9')
  await upiIdField(page).fill(upiId)
}

const send = (page: Page) => page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()

const card = (page: Page) => page.getByRole('region', { name: 'Connected account' })

test('a merchant without an account sees an empty state with a link to the form', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/connect-merchant')
  await expect(page).toHaveURL(`${ORIGIN}${PAGE}`)
  await expect(page.getByRole('heading', { name: 'No Merchant Account Connected' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Connect a merchant account' })
  await expect(link).toHaveAttribute('href', '/connect-merchant')
  await link.click()
  await expect(page.getByLabel('Payment Provider')).toBeFocused()
  await expect(page.getByText('You can find this in your merchant dashboard')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Integration guide' })).toHaveAttribute('href', '/docs')
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact')
})

test('all four fields are required, and an invalid UPI ID is reported under its field', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  await send(page)
  for (const message of [
    'Payment provider is required',
    'Merchant name is required',
    'Merchant ID is required',
    'UPI ID is required',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Payment Provider')).toBeFocused()
  await fillIn(page, 'sharma tea')
  await expect(page.getByText('Merchant name is required')).toHaveCount(0)
  await send(page)
  await expect(upiIdField(page)).toHaveAccessibleDescription(/Please enter a valid UPI ID/)
  await expect(upiIdField(page)).toBeFocused()
})

test('a connected account receives a live order created as a payment link', async ({ page, context }) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  await expect(page.getByText('Test mode: no real money moves')).toBeVisible()
  await fillIn(page, 'SharmaElectronics@ybl')
  await expect(page.getByRole('heading', { name: 'Automatic verification' })).toBeVisible()
  await expect(page.getByText(/PhonePe Business/).last()).toBeVisible()
  await send(page)
  await expect(card(page)).toContainText('sharmaelectronics@ybl')
  for (const shown of ['PhonePe Business', 'Sharma Electronics', 'M22KQ9'])
    await expect(card(page)).toContainText(shown)
  await expect(page.getByText('Test mode: no real money moves')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Live' })).toBeChecked()
  await expect(field(page, 'Merchant Name')).toHaveValue('')
  await card(page).getByRole('img').scrollIntoViewIfNeeded()
  expect(await qrOnPage(page)).toBe('upi://pay?pa=sharmaelectronics@ybl&pn=Sharma%20Electronics&cu=INR')

  await page.getByRole('link', { name: 'Payment Link' }).click()
  await page.getByLabel('Amount').fill('1234.5')
  await page.getByLabel('Payment Purpose').fill('School fees')
  await page.getByLabel('Customer Name').fill('Asha Rao')
  await page.getByLabel('Customer Mobile').fill('9123456780')
  await page.getByLabel('Customer Email').fill('asha@example.com')
  await page.getByRole('button', { name: 'Generate Payment Link' }).click()
  const pay = await context.newPage()
  await pay.goto(await page.getByLabel('Payment link', { exact: true }).inputValue())
  await expect(pay.getByText('sharmaelectronics@ybl')).toBeVisible()
  expect(await qrOnPage(pay)).toContain('pa=sharmaelectronics@ybl&pn=Sharma%20Electronics')
  await expect(pay.getByRole('link', { name: 'Pay in the simulator' })).toHaveCount(0)

  // The owner saw the money in their UPI app, which shows no UTR.
  await page.goto(`/dashboard/orders?order=${pay.url().split('/').at(-1)}`)
  const drawer = page.getByRole('dialog', { name: 'Order' })
  await drawer.getByRole('button', { name: 'I got this money' }).click()
  const asked = page.getByRole('dialog', { name: 'I got ₹1,234.50' })
  await asked.getByLabel('UTR').fill('12')
  await asked.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(asked.getByText(/Please enter the UTR/)).toBeVisible()
  await asked.getByLabel('UTR').fill('')
  await asked.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(drawer.getByText('Success').first()).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'I got this money' })).toHaveCount(0)
})

test('replacing an account needs a confirmation that names it, and a new name alone needs none', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  await fillIn(page, 'first@ybl')
  await send(page)
  await expect(card(page)).toContainText('first@ybl')
  await fillIn(page, 'second@hdfcbank', 'Second Shop')
  await send(page)
  const dialog = page.getByRole('dialog', { name: 'Replace first@ybl?' })
  await expect(dialog).toContainText('second@hdfcbank')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card(page)).toContainText('first@ybl')
  await expect(upiIdField(page)).toHaveValue('second@hdfcbank')
  await send(page)
  await dialog.getByRole('button', { name: 'Replace account' }).click()
  await expect(card(page)).toContainText('second@hdfcbank')

  // Other words for the same UPI ID replace nothing, so nothing is asked.
  await card(page).getByRole('button', { name: 'Change details' }).click()
  await expect(upiIdField(page)).toHaveValue('second@hdfcbank')
  await field(page, 'Merchant Name').fill('Second Shop, renamed')
  await send(page)
  await expect(card(page)).toContainText('Second Shop, renamed')
})

test('a personal handle asks whether the UPI ID is personal, and its payment page offers only the QR code', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  await fillIn(page, 'sharma@hdfcbank')
  await expect(page.getByText(/are often personal/)).toHaveCount(0)
  await upiIdField(page).fill('asha.rao@okaxis')
  await expect(page.getByText('UPI IDs with @okaxis are often personal. Is this one?')).toBeVisible()
  await page.getByRole('radio', { name: 'Personal' }).check()
  await send(page)
  await expect(card(page)).toContainText('Personal')
  // Its strip is loaded now, and moves the menu down.
  await expect(page.getByText('Galla cannot see your payments yet.')).toBeVisible()

  await page.getByRole('link', { name: 'Payment Link' }).click()
  await page.getByLabel('Amount').fill('2000')
  await expect(page.getByText('₹2,000.00 · two thousand rupees')).toBeVisible()
  await expect(page.getByText(/picture of your QR code are limited to/)).toHaveCount(0)
  await page.getByLabel('Amount').fill('2000.01')
  await expect(page.getByText(/picture of your QR code are limited to ₹2,000/)).toBeVisible()
  await page.getByLabel('Payment Purpose').fill('School fees')
  await page.getByLabel('Customer Name').fill('Asha Rao')
  await page.getByLabel('Customer Mobile').fill('9123456780')
  await page.getByLabel('Customer Email').fill('asha@example.com')
  await page.getByRole('button', { name: 'Generate Payment Link' }).click()
  await page.goto(await page.getByLabel('Payment link', { exact: true }).inputValue())
  await expect(
    page.getByText('This UPI ID does not accept payments from links. Please scan the code.'),
  ).toBeVisible()
  await expect(page.getByText(/Above ₹2,000.00, you can't pay this UPI ID/)).toBeVisible()
  await expect(page.getByText('Pay using UPI apps')).toHaveCount(0)
})

test('typed values survive a server error, a lost connection, a reload and an ended session', async ({
  page,
  context,
}) => {
  const { email } = await enterDashboard(page)
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'No Merchant Account Connected' })).toBeVisible()
  await fillIn(page, 'sharma@hdfcbank')
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(CALL, async (route) => {
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  await send(page)
  await expect(page.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
  answer()
  await expect(page.getByText('An error occurred while connecting the merchant.')).toBeVisible()
  await page.unroute(CALL)
  await expect(page.getByText('An error occurred while connecting the merchant.')).toHaveCount(0)
  await context.setOffline(true)
  await send(page)
  await expect(page.getByText('An error occurred while connecting the merchant.')).toBeVisible()
  await context.setOffline(false)
  const last = page.waitForResponse('**/user/alert-source')
  await page.reload()
  await last
  await expect(upiIdField(page)).toHaveValue('sharma@hdfcbank')
  await expect(page.getByLabel('Payment Provider')).toHaveValue('phonepe')

  await endSession(page, () => send(page))
  await signInAndContinue(page, email)
  await page.waitForURL(`${ORIGIN}${PAGE}`)
  await expect(field(page, 'Merchant Name')).toHaveValue('Sharma Electronics')
  await send(page)
  await expect(card(page)).toContainText('sharma@hdfcbank')
})

test('the account card shows a placeholder while it loads, and Try Again when it fails', async ({ page }) => {
  await enterDashboard(page)
  let answer = (): void => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/user/get-merchant', async (route) => {
    await asked
    await route.fulfill({ status: 500, body: '' })
  })
  await page.goto(PAGE)
  await expect(page.getByRole('status', { name: 'Loading the connected account' })).toBeVisible()
  answer()
  await expect(page.getByText('Failed to fetch merchant details')).toBeVisible()
  // Whom it would replace is not known, so nothing is connected.
  await fillIn(page, 'sharma@hdfcbank')
  await send(page)
  await expect(page.getByText('Failed to fetch merchant details')).toHaveCount(2)
  await page.unroute('**/user/get-merchant')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'No Merchant Account Connected' })).toBeVisible()
})

test.describe('automatic verification', () => {
  const KEY = 'kbzk1DSbJiV_O3p5'
  const source = (page: Page) => page.getByLabel('Recognise payments by')
  const key = (page: Page) => page.getByLabel('Merchant Key')

  const choosePaytm = async (page: Page): Promise<void> => {
    await enterDashboard(page)
    await page.goto(PAGE)
    await fillIn(page, 'sharmaelectronics@paytm')
    await page.getByLabel('Payment Provider').selectOption({ label: 'BharatPe' })
    await expect(source(page)).toHaveCount(0)
    await page.getByLabel('Payment Provider').selectOption({ label: 'Paytm for Business' })
    await expect(page.getByText('Galla cannot see payments in Paytm for Business')).toBeVisible()
    await source(page).selectOption({ label: 'Paytm order status' })
    await expect(page.getByText('Galla checks each payment with Paytm')).toBeVisible()
  }

  test('an API key is required once, is never stored in the browser, and is kept by later edits', async ({
    page,
  }) => {
    await choosePaytm(page)
    await send(page)
    await expect(key(page)).toHaveAccessibleDescription(/Merchant key is required/)
    await expect(key(page)).toBeFocused()
    await key(page).fill('short')
    await send(page)
    await expect(page.getByText('A Paytm merchant key has 16 characters')).toBeVisible()
    await key(page).fill(KEY)
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(stored).toContain('sharmaelectronics')
    expect(stored).not.toContain(KEY)
    await send(page)
    await expect(card(page).getByText('Not tested yet')).toBeVisible()
    expect(await page.content()).not.toContain(KEY)

    await page.getByRole('button', { name: 'Change details' }).click()
    await expect(key(page)).toHaveValue('')
    await expect(page.getByText('Leave empty to keep the saved value')).toBeVisible()
    await field(page, 'Merchant Name').fill('Sharma and Sons')
    await send(page)
    await expect(card(page).getByText('Sharma and Sons')).toBeVisible()
    await expect(card(page).getByText('Paytm order status')).toBeVisible()
  })

  test('Test connection shows the reply of the provider, or that the call failed', async ({ page }) => {
    await choosePaytm(page)
    await key(page).fill(KEY)
    await send(page)
    const answer = (works: boolean, detail: string) =>
      page.route('**/user/test-connection', (route) =>
        route.fulfill({ json: { success: true, msg: 'OK', data: { source: 'paytm-v3', works, detail } } }),
      )
    const test_ = card(page).getByRole('button', { name: 'Test connection' })
    await answer(true, 'Paytm answers for this merchant ID')
    await test_.click()
    await expect(page.getByText('Paytm answers for this merchant ID')).toBeVisible()
    await page.unroute('**/user/test-connection')
    await answer(false, 'Paytm answered: Checksum provided is invalid')
    await test_.click()
    await expect(page.getByText('Paytm answered: Checksum provided is invalid')).toBeVisible()
    await page.unroute('**/user/test-connection')
    await page.route('**/user/test-connection', (route) => route.abort())
    await test_.click()
    await expect(page.getByText('The connection could not be tested')).toBeVisible()
  })
})
