import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { letterSentBy } from '../support/letters.ts'
import { PASSWORD, registerMerchant } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const NEW_PASSWORD = 'a stapler of my own'
const FORGOT = '**/api/v1/auth/forgot-password'
const RESET = '**/api/v1/auth/reset-password'

const askForLink = async (page: Page, email: string): Promise<void> => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
}

/** The link of the letter to this address, from the simulator's mail. */
const openLetter = async (page: Page, email: string): Promise<string> => {
  const sent = await letterSentBy(page.request, { to: email, link: 'reset-password' }, () =>
    askForLink(page, email),
  )
  // The letters of other stories may have pushed it out by now.
  await page.route('**/api/v1/simulator/outbox', (route) =>
    route.fulfill({ json: { success: true, msg: 'OK', data: [sent.letter] } }),
  )
  await page.goto('/simulator')
  await page.getByRole('link', { name: /^Emails that would be sent/ }).click()
  const letter = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .filter({ has: page.getByRole('heading', { name: 'Set a new password' }) })
    .first()
  const link = letter.getByRole('link')
  await expect(link).toBeVisible()
  const address = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()
  return address
}

const setPassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a merchant resets a forgotten password with the emailed link, which works once', async ({ page }) => {
  const { email } = await registerMerchant(page.request)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  const address = await openLetter(page, email)
  await expect(page).toHaveURL(`${ORIGIN}/reset-password`)
  await setPassword(page, 'short')
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await setPassword(page, NEW_PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Your password was changed' })).toBeFocused()

  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, email, PASSWORD)
  await expect(page.getByText('The email or password is not correct')).toBeVisible()
  await signIn(page, email, NEW_PASSWORD)
  await page.waitForURL(`${ORIGIN}/`)

  await page.goto(address)
  await setPassword(page, 'and once again')
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/forgot-password`)
})

test('an unknown email gets the same reply', async ({ page }) => {
  await askForLink(page, 'nobody-at-all@example.com')
  await expect(page.getByText('If this address has an account')).toBeVisible()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('nobody-at-all@example.com')
})

test('the reset page removes its token from the URL and sends no referrer', async ({ page }) => {
  const reply = await page.goto('/reset-password?token=abc')
  expect(reply?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page).toHaveURL(`${ORIGIN}/reset-password`)
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not complete' })).toBeVisible()
})

test('a slow, failing or missing server is reported on the form, which keeps its values', async ({
  page,
}) => {
  let go = () => {}
  const slow = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(FORGOT, async (route) => {
    await slow
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  go()
  await expect(page.getByRole('alert')).toHaveText('The link could not be sent. Please try again.')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')

  await page.route(RESET, (route) => route.abort())
  await page.goto('/reset-password?token=abc')
  await setPassword(page, NEW_PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(
    'An error occurred while changing the password. Please try again.',
  )
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue(NEW_PASSWORD)
})

test('the password reset screens are accessible', async ({ page }) => {
  for (const path of ['/reset-password?token=abc', '/reset-password', '/simulator/mail']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectNothingFound(page, path)
  }
  await askForLink(page, 'nobody-at-all@example.com')
  await expectNothingFound(page, 'a link that was asked for')
})

test("the simulator's mail screen shows an error without a reply, and Try Again loads it", async ({
  page,
}) => {
  await page.route('**/api/v1/simulator/outbox', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/simulator/mail')
  await expect(page.getByText('The emails could not be loaded')).toBeVisible()
  await page.unroute('**/api/v1/simulator/outbox')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('The emails could not be loaded')).toHaveCount(0)
})
