import { expect, type Route, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import {
  endSession,
  enterDashboard,
  logIn,
  registerMerchant,
  signIn,
  signInAndContinue,
} from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test('each empty field shows an error, and a wrong password is reported on the form', async ({ page }) => {
  const { email } = await registerMerchant(page.request)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const report = page.getByRole('alert').filter({ hasText: 'The email or password is not correct' })
  await expect(report).toBeVisible()
  expect((await report.boundingBox())?.height).toBeLessThan(80)
  await expectNothingFound(page, 'a wrong password')
  await expect(page).toHaveURL(`${ORIGIN}/login`)
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('the dashboard redirects a visitor to the login, and the login redirects a merchant to the home page', async ({
  page,
}) => {
  await page.goto('/dashboard/orders')
  await expect(page).toHaveURL(`${ORIGIN}/login`)
  await enterDashboard(page)
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
})

test('a session that ends while a form is filled in loses no typed values', async ({ page }) => {
  const { email } = await enterDashboard(page)
  await page.goto('/dashboard/generate-payment-link')
  await page.getByLabel('Amount').fill('250')
  await page.getByLabel('Payment Purpose').fill('Two kilos of tea')
  await page.getByLabel('Customer Name').fill('Asha Rao')
  await page.getByLabel('Customer Mobile').fill('9123456780')
  await page.getByLabel('Customer Email').fill('asha@example.com')
  await endSession(page, () => page.getByRole('button', { name: 'Generate Payment Link' }).click())
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBeNull()

  await signInAndContinue(page, email)
  await page.waitForURL(`${ORIGIN}/dashboard/generate-payment-link`)
  await expect(page.getByLabel('Payment Purpose')).toHaveValue('Two kilos of tea')
  await page.getByRole('button', { name: 'Generate Payment Link' }).click()
  await expect(page.getByLabel('Payment link', { exact: true })).toHaveValue(/\/pay\/[0-9A-Z]{26}$/)
})

test('every login ends on the home page, fully loaded, with a band that leads to the dashboard', async ({
  page,
}) => {
  const { email } = await registerMerchant(page.request, 'Verma Stationery')
  const band = page.getByRole('region', { name: 'Your account' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(band).toHaveCount(0)
  await page.goto('/login')
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await signIn(page, email)
  expect(await page.evaluate(() => 'stays' in window)).toBe(false)
  await expect(band).toContainText('You are logged in as Verma Stationery.')
  await expectNothingFound(page, 'the home page of a merchant')
  await band.getByRole('link', { name: 'Open your dashboard' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/dashboard`)
})

test('the way back is for the user whose session ended, within this site, and until the dashboard is open', async ({
  page,
}) => {
  await enterDashboard(page)
  const other = await registerMerchant(page.request)
  await page.goto('/dashboard/kyc')
  await expect(page.getByRole('heading', { name: 'KYC', level: 1 })).toBeVisible()
  await endSession(page, () => page.getByRole('link', { name: 'Orders' }).first().click())
  await signIn(page, other.email)
  await expect(page.getByRole('link', { name: 'Open your dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue where you were' })).toHaveCount(0)

  const offer = (path: string) =>
    page.evaluate((kept) => sessionStorage.setItem('galla.return-to', JSON.stringify(kept)), {
      email: other.email,
      path,
    })
  for (const path of ['https://example.org/dashboard', '//example.org/dashboard', '/dashboard/../pricing']) {
    await offer(path)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Open your dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    await expect(page.getByRole('link', { name: 'Continue where you were' })).toHaveCount(0)
  }
  await offer('/dashboard/orders?search=tea')
  await page.reload()
  await page.getByRole('link', { name: 'Continue where you were' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/dashboard/orders?search=tea`)
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Open your dashboard' })).toBeVisible()
})

test('logging out also ends the session on the server', async ({ page }) => {
  const { email } = await enterDashboard(page)
  const cookies = await page.context().cookies()
  // A request under way learns that the session is over before the logout itself is answered.
  const asked: Route[] = []
  await page.route('**/api/v1/user/**', (route) => void asked.push(route))
  await page.route('**/auth/logout', async (route) => {
    const response = await route.fetch()
    const refused = page.waitForResponse((each) => each.status() === 401)
    for (const each of asked) await each.continue()
    await refused
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.goto('/dashboard')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/login`)
  await page.waitForLoadState()
  await expect(async () => expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)).toPass()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().addCookies(cookies)
  expect((await page.request.get('/api/v1/auth/session')).status()).toBe(401)
  await logIn(page, email)
})
