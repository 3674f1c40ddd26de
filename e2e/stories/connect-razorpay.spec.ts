import { expect, type Page, test } from '@playwright/test'
import { type FakeRazorpay, startFakeRazorpay } from '../../server/testing/fake-razorpay.ts'
import { expectNothingFound } from '../support/accessible.ts'
import { PASSWORD } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 13
const OWN = `http://localhost:${OWN_PORT}`
const EMAIL = 'sharma@tea.example'
const KEY = {
  keyId: 'rzp_live_Sharma26112109',
  keySecret: 'tea-secret-of-razorpay-1',
  webhookSecret: 'set-by-razorpay',
}

test.use({ baseURL: OWN, viewport: { width: 1280, height: 900 } })

let app: OwnApp
let razorpay: FakeRazorpay
test.beforeAll(async () => {
  razorpay = await startFakeRazorpay(KEY, () => new Date())
  app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN, RAZORPAY_URL: razorpay.url })
})
test.afterAll(async () => {
  await app.close()
  await razorpay.close()
})

const enter = async (page: Page): Promise<void> => {
  const send = { headers: { origin: OWN } }
  const fields = { name: 'Sharma Tea', email: EMAIL, mobileNumber: '9876543210', password: PASSWORD }
  await page.request.post('/api/v1/auth/register', { ...send, data: fields })
  await page.request.post('/api/v1/auth/login', { ...send, data: { email: EMAIL, password: PASSWORD } })
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'))
  await page.goto('/dashboard/connect-merchant')
}

test('a Razorpay account is validated per field, and Test connection reports wrong and correct credentials', async ({
  page,
}) => {
  await enter(page)
  const textbox = (name: string | RegExp) => page.getByRole('textbox', { name })
  const secret = (label: string) => page.getByLabel(label, { exact: false }).first()
  const send = () => page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  const card = page.getByRole('region', { name: 'Connected account' })

  await page.getByLabel('Payment Provider').selectOption('Other')
  await textbox('Merchant Name').fill('Sharma Tea')
  await textbox('Merchant ID').fill('HNXRtea5446')
  await textbox(/^UPI ID/).fill('sharmatea@icici')
  await page.getByLabel('Recognise payments by').selectOption('Razorpay QR Codes')
  await expect(textbox('Key ID')).toHaveAccessibleDescription(/Live Mode/)
  await expect(secret('Webhook Secret')).toHaveAccessibleDescription(/set for the webhook/)
  await send()
  await expect(textbox('Key ID')).toBeFocused()
  await expect(textbox('Key ID')).toHaveAccessibleDescription(/Key ID is required/)
  await expect(secret('Key Secret')).toHaveAccessibleDescription(/Key secret is required/)
  await textbox('Key ID').fill('rzp_test_Sharma26112109')
  await secret('Key Secret').fill('short')
  await secret('Webhook Secret').fill('with spaces in it')
  await send()
  await expect(textbox('Key ID')).toHaveAccessibleDescription(/starts with rzp_live_/)
  await expect(secret('Key Secret')).toHaveAccessibleDescription(/valid Razorpay key secret/)
  await expect(secret('Webhook Secret')).toHaveAccessibleDescription(/8 to 100 characters without spaces/)
  await expectNothingFound(page, 'the form with Razorpay and its messages', [320])

  await textbox('Key ID').fill(KEY.keyId)
  await secret('Key Secret').fill('another-secret-of-its-length')
  await secret('Webhook Secret').fill(KEY.webhookSecret)
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(stored).toContain('sharmatea')
  expect(stored).not.toMatch(/another-secret|set-by-razorpay/)
  await send()
  await expect(card).toContainText('Not tested yet')
  const testIt = card.getByRole('button', { name: 'Test connection' })
  await testIt.click()
  await expect(card.getByText('The provider refused the credentials (HTTP 401)')).toBeVisible()
  await expect(card).toContainText('Failing')

  await card.getByRole('button', { name: 'Change details' }).click()
  await expect(secret('Key Secret')).toHaveValue('')
  await textbox('Key ID').fill(KEY.keyId)
  await secret('Key Secret').fill(KEY.keySecret)
  await secret('Webhook Secret').fill(KEY.webhookSecret)
  await send()
  await expect(card).toContainText('Not tested yet')
  await testIt.click()
  await expect(page.getByText('Razorpay answers for this key, and lets it make QR codes')).toBeVisible()
  await expect(card).toContainText('Working')
  await expect(card.getByText(/with the secret that you entered here, for qr_code.credited/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Copy notification address' })).toBeVisible()
  expect(await page.content()).not.toMatch(new RegExp(`${KEY.keySecret}|${KEY.webhookSecret}`))
  razorpay.breaks({ kind: 'status', status: 503 })
  await testIt.click()
  await expect(card.getByText('The provider answered HTTP 503')).toBeVisible()
  await expectNothingFound(page, 'the card of a Razorpay account')
})
