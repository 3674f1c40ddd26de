import { expect, type Page, test } from '@playwright/test'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
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

test('the data that outlives the session contains no email, phone number, name or API key', async ({
  page,
}) => {
  const { email, key } = await enterDashboard(page, 'Verma Stationery')
  const { data } = await (await page.request.get('/api/v1/auth/session')).json()
  const order = await createOrder(page.request, key, {
    customer_name: CUSTOMER.name,
    customer_email: CUSTOMER.email,
    customer_mobile: CUSTOMER.mobile,
  })
  await simulate(page.request, order, 'success')
  // As an older version left it.
  await page.evaluate((record) => localStorage.setItem('user', JSON.stringify(record)), data)
  const personal = [email, data.mobileNumber, 'Verma', key, ...Object.values(CUSTOMER)]
  for (const path of [...PAGES, `/dashboard/orders/${order.order_id}`]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const stored = await kept(page)
    for (const text of personal) expect(stored, `${path} keeps ${text}`).not.toContain(text)
  }
  await typeCustomer(page)
  const stored = await kept(page)
  for (const text of personal) expect(stored, `the payment link form keeps ${text}`).not.toContain(text)
  expect(stored).toContain('isLoggedIn')
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
