import { expect, type Page, test } from '@playwright/test'
import { PASSWORD } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 7
const OWN = `http://localhost:${OWN_PORT}`
const EMAIL = 'sharma@tea.example'
const MANAGE = '/dashboard/manage-subscription'

test.use({ baseURL: OWN, viewport: { width: 1280, height: 900 } })

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN, TRIAL_QR_REQUESTS: '1' })
})
test.afterAll(() => app.close())

const register = async (page: Page): Promise<string> => {
  await page.goto('/register')
  await page.getByLabel('Full Name').fill('Sharma Tea')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Phone Number').fill('9876543210')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  const reply = page.waitForResponse('**/auth/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  const { data } = await (await reply).json()
  await page.waitForURL('**/login')
  return data.id
}

const logIn = async (page: Page): Promise<void> => {
  await page.goto('/healthz')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${OWN}/`)
}

const connect = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/connect-merchant')
  await page.getByLabel('Payment Provider').selectOption({ label: 'BharatPe' })
  await page.getByRole('textbox', { name: 'Merchant Name' }).fill('Sharma Tea')
  await page.getByRole('textbox', { name: 'Merchant ID' }).fill('M22KQ9')
  await page.getByRole('textbox', { name: /^UPI ID/ }).fill('sharmatea@examplebank')
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Connected account' })).toContainText('sharmatea@examplebank')
}

/** A payment link by its form; live, once an account is connected. */
const sell = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/generate-payment-link')
  for (const [label, text] of [
    ['Amount', '499'],
    ['Payment Purpose', 'Masala tea'],
    ['Customer Name', 'Asha Rao'],
    ['Customer Mobile', '9123456780'],
    ['Customer Email', 'asha@example.com'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Generate Payment Link' }).click()
}
const sold = (page: Page) =>
  expect(page.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible()

/** From the payment page through the simulator and back to the subscription. */
const pay = async (page: Page): Promise<void> => {
  await page.waitForURL(/\/pay\/[0-9A-Z]{26}$/)
  await page.getByRole('link', { name: 'Pay in the simulator' }).click()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment successful', exact: true })).toBeVisible()
  await page.goBack()
  await page.waitForURL((url) => url.pathname === MANAGE)
  await expect(page.getByText('Payment received. Your plan is active.')).toBeVisible()
}

const buy = async (page: Page, name: string): Promise<void> => {
  await page.goto('/dashboard/new-subscription')
  await page.getByRole('group', { name: 'Plan' }).getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await pay(page)
}

test('a merchant uses the trial, buys a plan, uses it up, renews it, changes to a larger one, and lets it expire', async ({
  page,
}) => {
  // It makes thousands of orders, and months pass.
  test.setTimeout(2 * test.info().timeout)
  const merchantId = await register(page)
  await logIn(page)
  await connect(page)
  await sell(page)
  await sold(page)
  await page.goto(MANAGE)
  await expect(page.getByText('Free trial: 0 of 1 QR requests left')).toBeVisible()
  await sell(page)
  await expect(page.getByText('No active subscription. Choose a plan to accept live payments.')).toBeVisible()

  const plan = page.getByRole('region', { name: 'Your plan' })
  await buy(page, 'Basic')
  await expect(plan).toContainText('0/4,999')
  await app.sellMany(merchantId, 4999)
  await page.goto(MANAGE)
  await expect(plan).toContainText('4,999/4,999')
  await expect(plan.getByRole('meter')).toHaveAttribute('data-tone', 'red')
  await sell(page)
  await expect(page.getByText(/^Your QR requests are used up\./)).toBeVisible()

  await app.daysPass(21)
  await logIn(page)
  await page.goto(MANAGE)
  await expect(plan).toContainText('7 days left')
  await plan.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue to payment' }).click()
  await pay(page)
  await expect(plan).toContainText('35 days left')
  await expect(plan).toContainText('4,999 remaining')

  await buy(page, 'Startup')
  await expect(plan).toContainText('Startup')
  await expect(plan).toContainText('13,598 remaining')
  await expect(plan).toContainText('28 days left')

  await app.daysPass(28)
  await logIn(page)
  await page.goto(MANAGE)
  await expect(plan).toContainText('Inactive')
  await expect(page.getByRole('button', { name: /^Invoice/ })).toHaveCount(3)
  await page.getByRole('radio', { name: 'Live' }).check({ force: true })
  await expect(page.getByText('Test mode: no real money moves')).toHaveCount(0)
  await sell(page)
  await expect(page.getByText('No active subscription. Choose a plan to accept live payments.')).toBeVisible()
})
