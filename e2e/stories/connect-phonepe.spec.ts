import { expect, type Page, test } from '@playwright/test'
import { type FakePhonePe, PHONEPE_MERCHANT, startFakePhonePe } from '../../server/testing/fake-phonepe.ts'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, PASSWORD, stayFromShop } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

const OWN_PORT = PORT + 11
const OWN = `http://localhost:${OWN_PORT}`
const EMAIL = 'sharma@tea.example'
const CLIENT = { ...PHONEPE_MERCHANT, webhook: null }

test.use({ baseURL: OWN, viewport: { width: 1280, height: 900 } })
test.describe.configure({ mode: 'serial' })

let app: OwnApp
let phonepe: FakePhonePe
test.beforeAll(async () => {
  phonepe = await startFakePhonePe(CLIENT, () => new Date())
  app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN, PHONEPE_URL: phonepe.url })
  await fetch(`${OWN}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: OWN },
    body: JSON.stringify({
      name: 'Sharma Tea',
      email: EMAIL,
      mobileNumber: '9876543210',
      password: PASSWORD,
    }),
  })
})
test.afterAll(async () => {
  await app.close()
  await phonepe.close()
})
// The app's clock stands, and an account calls its provider ten times a second.
test.beforeEach(() => app.minutesPass(1))
test.afterEach(() => phonepe.mend())

const logIn = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${OWN}/`)
  await page.goto('/dashboard/connect-merchant')
}

/** What the account's own server creates orders with. */
const liveKey = async (page: Page): Promise<string> => {
  await logIn(page)
  await expect(card(page)).toContainText('PhonePe Payment Gateway')
  const details = await page.request.post('/api/v1/user/get-api-details', {
    data: {},
    headers: { origin: OWN },
  })
  return (await details.json()).data.apiKey
}

const textbox = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const secret = (page: Page) => page.getByLabel('Client Secret', { exact: false }).first()
const send = (page: Page) => page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
const card = (page: Page) => page.getByRole('region', { name: 'Connected account' })

const choosePhonePe = async (page: Page): Promise<void> => {
  await page.getByLabel('Payment Provider').selectOption({ label: 'PhonePe Business' })
  await textbox(page, 'Merchant Name').fill('Sharma Tea')
  await textbox(page, 'Merchant ID').fill('M22KQ9')
  await textbox(page, /^UPI ID/).fill('sharmatea@ybl')
  await page.getByLabel('Recognise payments by').selectOption({ label: 'PhonePe Payment Gateway' })
}

test('each PhonePe credential has its own field, help text and error message', async ({ page }) => {
  await logIn(page)
  await choosePhonePe(page)
  await expect(
    page.getByText('PhonePe creates each QR code, and Galla checks payments with PhonePe'),
  ).toBeVisible()
  await expect(textbox(page, 'Client ID')).toHaveAccessibleDescription(/Developer Settings/)
  await send(page)
  await expect(textbox(page, 'Client ID')).toHaveAccessibleDescription(/Client ID is required/)
  await expect(textbox(page, 'Client ID')).toBeFocused()
  await expect(secret(page)).toHaveAccessibleDescription(/Client secret is required/)
  await textbox(page, 'Client ID').fill(CLIENT.clientId)
  await secret(page).fill('too short')
  await textbox(page, 'Client Version').fill('v1')
  await textbox(page, 'Webhook Username').fill('sharma_tea')
  await send(page)
  await expect(secret(page)).toHaveAccessibleDescription(/valid PhonePe client secret/)
  await expect(secret(page)).toBeFocused()
  await expect(textbox(page, 'Client Version')).toHaveAccessibleDescription(/whole number/)
  await expect(page.getByText('Enter both for PhonePe, or neither')).toBeVisible()
  await expectNothingFound(page, 'the form with PhonePe and its messages')
})

test('Test connection reports that PhonePe refused wrong credentials, and that correct ones work', async ({
  page,
}) => {
  await logIn(page)
  await choosePhonePe(page)
  await textbox(page, 'Client ID').fill(CLIENT.clientId)
  await secret(page).fill('another-secret-of-its-length')
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(stored).toContain('sharmatea')
  expect(stored).not.toContain('another-secret')
  await send(page)
  const testIt = card(page).getByRole('button', { name: 'Test connection' })
  await expect(card(page)).toContainText('PhonePe Payment Gateway')
  await testIt.click()
  const refused = 'PhonePe refused the client ID, the client secret or the client version'
  await expect(card(page).getByText(refused)).toBeVisible()
  await expect(card(page)).toContainText('Failing')

  await card(page).getByRole('button', { name: 'Change details' }).click()
  await expect(secret(page)).toHaveValue('')
  await expect(secret(page)).toHaveAccessibleDescription(/Leave all of these empty/)
  await textbox(page, 'Client ID').fill(CLIENT.clientId)
  await secret(page).fill(CLIENT.clientSecret)
  await send(page)
  await expect(card(page)).toContainText('Not tested yet')
  await testIt.click()
  await expect(page.getByText('PhonePe answers for this client ID')).toBeVisible()
  await expect(card(page)).toContainText('Working')
  expect(await page.content()).not.toContain(CLIENT.clientSecret)

  phonepe.breaks({ kind: 'status', status: 503 })
  await testIt.click()
  await expect(card(page).getByText('The provider answered HTTP 503')).toBeVisible()
  await expectNothingFound(page, 'the card of a PhonePe account')
})

test('an order shows the QR code of PhonePe, and is paid when PhonePe reports the payment', async ({
  page,
  context,
}) => {
  await logIn(page)
  await expect(card(page)).toContainText('PhonePe creates a QR code for each order.')
  await expect(card(page).getByText(/\/api\/v1\/notifications\//)).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Copy notification address' })).toBeVisible()
  await page.goto('/dashboard/generate-payment-link')
  for (const [label, text] of [
    ['Amount', '499.35'],
    ['Payment Purpose', 'School fees'],
    ['Customer Name', 'Asha Rao'],
    ['Customer Mobile', '9123456780'],
    ['Customer Email', 'asha@example.com'],
  ] as const)
    await page.getByLabel(label).fill(text)
  const making = page.getByRole('button', { name: 'Generate Payment Link' })

  phonepe.breaks({ kind: 'status', status: 503 }, Number.POSITIVE_INFINITY)
  await making.click()
  await expect(page.getByText(/could not create a QR code/)).toBeVisible()
  phonepe.mend()
  await making.click()
  const link = await page.getByLabel('Payment link', { exact: true }).inputValue()
  const reference = link.split('/').at(-1) ?? ''

  const pay = await context.newPage()
  await pay.goto(link)
  expect(await qrOnPage(pay)).toMatch(/^upi:\/\/pay\?pa=su2611210912345678@ybl&.*&am=499\.35&/)
  await expect(pay.getByText('su2611210912345678@ybl')).toBeVisible()
  await stayFromShop(context, `${OWN}/dashboard/orders?*`)
  phonepe.setPayment(reference, { state: 'COMPLETED', amount: 49_935, utr: '632512345678' })
  await page.goto('/dashboard/orders')
  await page
    .getByRole('button', { name: /Verify/ })
    .first()
    .click()
  await expect(page.getByRole('row').filter({ hasText: 'Asha Rao' })).toContainText('Success')
  await expect(pay.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('a retry without a QR code from the provider shows an error, with and without JavaScript, and can be repeated', async ({
  page,
  browser,
}) => {
  const key = await liveKey(page)
  const [order, other] = [await createOrder(page.request, key), await createOrder(page.request, key)]
  for (const { order_id } of [order, other]) {
    phonepe.setPayment(order_id, { state: 'FAILED', amount: 49_900, utr: order_id.slice(-12) })
    await page.request.post(`/api/v1/order/verify/${order_id}`, { headers: { origin: OWN } })
  }
  app.minutesPass(0.1)
  phonepe.breaks({ kind: 'status', status: 503 }, Number.POSITIVE_INFINITY)
  const plain = await (await browser.newContext({ baseURL: OWN, javaScriptEnabled: false })).newPage()
  for (const [view, { order_id }] of [
    [page, order],
    [plain, other],
  ] as const) {
    await view.goto(`/pay/${order_id}`)
    await expect(view.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await view.getByRole('button', { name: 'Retry Payment' }).click()
    await expect(
      view.getByText('The payment provider could not create a QR code. Please try again in a moment.'),
    ).toBeVisible()
  }
  await expectNothingFound(page, 'a retry without a QR code')
  phonepe.mend()
  for (const view of [page, plain]) {
    await view.getByText('Try Again', { exact: true }).click()
    await expect(view.getByText('Amount to Pay')).toBeVisible()
  }
  await plain.context().close()
})
