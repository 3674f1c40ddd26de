import { expect, test } from '@playwright/test'
import { newMerchant, PASSWORD, registerMerchant } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const REGISTER = '**/auth/register'
const LOGIN = '**/auth/login'

test('registration validates each field, accepts only digits as a phone number, and opens the login', async ({
  page,
}) => {
  const { name, email } = newMerchant()
  await page.goto('/register')
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  for (const message of [
    'Business name is required',
    'Email is required',
    'Phone number is required',
    'Password is required',
    'Please confirm your password',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()

  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill('asha@example')
  await page.getByLabel('Phone Number').pressSequentially('+91 98-76a543210')
  await expect(page.getByLabel('Phone Number')).toHaveValue('9876543210')
  await page.getByLabel('Phone Number').fill('98765')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('shorter')
  await create.click()
  for (const message of [
    'Please enter a valid email address',
    'Phone number must be 10 digits',
    'Password must be at least 8 characters',
    'Passwords do not match',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill('9876543210')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  for (const label of ['Password', 'Confirm Password']) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show text' }).first().click()
    await expect(field).toHaveAttribute('type', 'text')
  }
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await page.getByRole('checkbox').check()
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(REGISTER, async (route) => {
    await held
    await route.continue()
  })
  await create.click()
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
  answer()
  await expect(page.getByRole('status').filter({ hasText: 'Registered successfully' })).toBeVisible()
  await page.waitForURL(`${ORIGIN}/login`)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('typed values survive failures and a reload, but passwords are never stored', async ({ page }) => {
  const { email } = await registerMerchant(page.request)
  await page.goto('/register')
  await page.getByLabel('Full Name').fill('Sharma Electronics')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill('9876543210')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  const create = page.getByRole('button', { name: 'Create Account' })
  await page.route(REGISTER, (route) => route.fulfill({ status: 500, body: '' }))
  await create.click()
  await expect(page.getByText('Registration failed')).toBeVisible()
  await page.unroute(REGISTER)
  await page.route(REGISTER, (route) => route.abort())
  await create.click()
  await expect(page.getByText('An error occurred during registration')).toBeVisible()
  await page.unroute(REGISTER)
  await create.click()
  await expect(page.getByText('An account with this email already exists').first()).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(PASSWORD)
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Sharma Electronics')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('a toast appears at the top right and closes after three seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.route(LOGIN, (route) => route.fulfill({ status: 500, body: '' }))
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByRole('button', { name: 'Sign in' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Login failed' })
  await expect(toast).toBeVisible()
  await page.clock.runFor(2_800)
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box?.y).toBeLessThan(100)
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40)
  await page.clock.runFor(1_000)
  await expect(toast).toHaveCount(0)
})

test('a failed login shows why, the email survives a reload, and a login then reloads the home page', async ({
  page,
}) => {
  const { email } = await registerMerchant(page.request)
  await page.goto('/login')
  await expect(page.getByText('256-bit encryption')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  )
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const enter = page.getByRole('button', { name: 'Sign in' })
  await page.route(LOGIN, (route) => route.fulfill({ status: 500, body: '' }))
  await enter.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible()
  await page.unroute(LOGIN)
  await page.route(LOGIN, (route) => route.abort())
  await enter.click()
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred during login' })).toBeVisible()
  await page.unroute(LOGIN)
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const sent: unknown[] = []
  await page.route(LOGIN, async (route) => {
    sent.push(route.request().postDataJSON())
    await held
    await route.continue()
  })
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Remember me').check()
  await enter.click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  const loaded = page.waitForEvent('load')
  answer()
  await loaded
  await expect(page).toHaveURL(`${ORIGIN}/`)
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  expect(sent).toEqual([{ email, password: PASSWORD }])
  // Remembered: the session outlives the browser.
  const session = (await page.context().cookies()).find(({ name }) => name === 'galla_session')
  expect(session?.expires).toBeGreaterThan(0)
})
