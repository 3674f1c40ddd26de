import { expect, type Page, test } from '@playwright/test'
import {
  createOrder,
  editProfile,
  endSession,
  enterDashboard,
  logIn,
  registerMerchant,
  signIn,
  simulate,
} from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const PAGES = [
  '/dashboard',
  '/dashboard/orders',
  '/dashboard/reconciliation',
  '/dashboard/reconciliation/closing',
  '/dashboard/reconciliation/import',
  '/dashboard/generate-payment-link',
  '/dashboard/connect-merchant',
  '/dashboard/manage-subscription',
  '/dashboard/new-subscription',
  '/dashboard/api-documentation',
  '/dashboard/webhooks',
  '/dashboard/kyc',
  '/docs',
  '/',
]
const CUSTOMER = { name: 'Meera Iyer', email: 'meera@example.org', mobile: '9812345670' }

const kept = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }))

const typeCustomer = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/generate-payment-link')
  await page.getByLabel('Customer Name').fill(CUSTOMER.name)
  await page.getByLabel('Customer Email').fill(CUSTOMER.email)
  await page.getByLabel('Customer Mobile').fill(CUSTOMER.mobile)
}

/** The record of the specification, from the server's. */
const recordOf = ({ name, email, mobileNumber, websiteName, websiteUrl }: Record<string, string>) => ({
  name,
  email,
  mobileNumber,
  websiteName,
  websiteUrl,
})

test("the browser keeps the merchant's name and contacts, and no API key and no data of a customer", async ({
  page,
}) => {
  const { key } = await enterDashboard(page, 'Verma Stationery')
  const { data } = await (await page.request.get('/api/v1/auth/session')).json()
  const order = await createOrder(page.request, key, {
    customer_name: CUSTOMER.name,
    customer_email: CUSTOMER.email,
    customer_mobile: CUSTOMER.mobile,
  })
  await simulate(page.request, order, 'success')
  // More than there should be.
  await page.evaluate((record) => localStorage.setItem('user', JSON.stringify(record)), {
    ...data,
    apiKey: key,
  })
  for (const path of [...PAGES, `/dashboard/orders/${order.order_id}`]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const { isLoggedIn, user, ...rest } = JSON.parse(await kept(page))
    expect([path, isLoggedIn, JSON.parse(user)]).toEqual([path, 'true', recordOf(data)])
    for (const text of [data.email, data.mobileNumber, 'Verma', key, ...Object.values(CUSTOMER)])
      expect(JSON.stringify(rest), `${path} keeps ${text}`).not.toContain(text)
  }
  await typeCustomer(page)
  for (const text of [key, ...Object.values(CUSTOMER)])
    expect(await kept(page), `the payment link form keeps ${text}`).not.toContain(text)
})

test('a login stores the record, a changed profile updates it, and a logout and an ended session clear it', async ({
  page,
}) => {
  const { email } = await registerMerchant(page.request, 'Verma Stationery')
  await logIn(page, email)
  const stored = async () => {
    const { isLoggedIn, user } = JSON.parse(await kept(page))
    return [isLoggedIn, user === undefined ? undefined : JSON.parse(user)]
  }
  const verma = {
    name: 'Verma Stationery',
    email,
    mobileNumber: '9876543210',
    websiteName: '',
    websiteUrl: '',
  }
  expect(await stored()).toEqual(['true', verma])
  await page.goto('/dashboard')
  await editProfile(page)
  await page.getByLabel('Website Name').fill('Verma Online')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  expect(await stored()).toEqual(['true', { ...verma, websiteName: 'Verma Online' }])
  await endSession(page, () => page.getByRole('link', { name: 'KYC' }).click())
  expect(await stored()).toEqual([undefined, undefined])
  await signIn(page, email)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/login`)
  expect(await stored()).toEqual([undefined, undefined])
})

test('a logout in one tab deletes the drafts of all tabs', async ({ page }) => {
  await enterDashboard(page)
  await typeCustomer(page)
  const other = await page.context().newPage()
  await typeCustomer(other)
  const drafts = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(await drafts(page)).toContain(CUSTOMER.email)
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(`${ORIGIN}/login`)
  await expect(async () => expect(await drafts(other)).not.toContain(CUSTOMER.email)).toPass()
  await expect.poll(() => drafts(page)).not.toContain(CUSTOMER.email)
})
