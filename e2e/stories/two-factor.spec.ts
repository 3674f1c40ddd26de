import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { shownCode } from '../support/authenticator.ts'
import { enterDashboard, PASSWORD } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

const CONFIRM = '**/api/v1/auth/totp/confirm'
const LOGIN = '**/api/v1/auth/login'

const panel = (page: Page) => page.getByRole('region', { name: 'Two-factor login' })

/** Begins the setup, and gives back the key that is to be typed. */
const begin = async (page: Page): Promise<string> => {
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panel(page).getByRole('heading', { name: /^1\. Scan the code/ })).toBeFocused()
  return ((await panel(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
}

const turnOn = async (page: Page): Promise<{ key: string; codes: string[] }> => {
  await page.goto('/dashboard/security')
  const key = await begin(page)
  await panel(page)
    .getByLabel(/^2\. Enter the code/)
    .fill(shownCode(key))
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panel(page).getByRole('heading', { name: /Save your recovery codes/ })).toBeFocused()
  const codes = await panel(page)
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  return { key, codes }
}

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${ORIGIN}/login`)
}

const firstStep = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two-factor login' })).toBeVisible()
}

test('two-factor login is turned on with an app, required at login, and turned off with password and code', async ({
  page,
}) => {
  const { email } = await enterDashboard(page)
  await page.goto('/dashboard/security')
  const key = await begin(page)
  expect(
    await panel(page)
      .getByRole('img', { name: /^QR code/ })
      .screenshot(),
  ).toBeTruthy()
  await page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded()
  const link = new URL(await qrOnPage(page))
  expect([link.protocol, link.searchParams.get('secret'), link.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    key,
    'Galla',
  ])

  const code = panel(page).getByLabel(/^2\. Enter the code/)
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panel(page).getByText('Enter the code from the app', { exact: true })).toBeVisible()
  await code.fill(shownCode(key, 7))
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panel(page).getByText(/^The code is not correct/)).toBeVisible()
  await expect(code).toBeFocused()
  await page.route(CONFIRM, (route) => route.abort())
  await code.fill(shownCode(key))
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Something went wrong while turning two-factor login on')).toBeVisible()
  await page.unroute(CONFIRM)
  await code.fill(shownCode(key))
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  const list = panel(page).getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const [recovery = '', secondRecovery = ''] = await list.getByRole('listitem').allInnerTexts()
  const saved = page.waitForEvent('download')
  await panel(page).getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('galla-recovery-codes.txt')
  await panel(page).getByRole('button', { name: 'I have saved them' }).click()
  await expect(panel(page).getByText('10 of 10 recovery codes left.')).toBeVisible()

  await logOut(page)
  await firstStep(page, email)
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter the code from the app')).toBeVisible()
  await field.fill(shownCode(key, 9))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The code is not correct or was already used')).toBeVisible()
  await field.fill(shownCode(key, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${ORIGIN}/`)

  await page.goto('/dashboard/security')
  await logOut(page)
  await firstStep(page, email)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  const recoveryField = page.getByLabel('Recovery code')
  await expect(recoveryField).toBeFocused()
  await recoveryField.fill(recovery.toLowerCase())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${ORIGIN}/`)

  await page.goto('/dashboard/security')
  await expect(panel(page).getByText('9 of 10 recovery codes left.')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off two-factor login?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel(page).getByRole('button', { name: 'Turn off' })).toBeFocused()
  await panel(page).getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Your Password').fill('not the password')
  await dialog.getByLabel('Code').fill('123456')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('The current password is not correct')).toBeVisible()
  await dialog.getByLabel('Your Password').fill(PASSWORD)
  await dialog.getByLabel('Code').fill('')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('Enter the code from your authenticator app')).toBeVisible()
  await dialog.getByLabel('Code').fill('ABCDE-FGHJK')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('The code is not correct or was already used')).toBeVisible()
  await dialog.getByLabel('Code').fill(secondRecovery)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel(page).getByText('Off', { exact: true })).toBeVisible()
})

test('typed values are kept on the way to the code step and back', async ({ page }) => {
  const { email } = await enterDashboard(page)
  const { key } = await turnOn(page)
  await logOut(page)
  await firstStep(page, email)
  await page.getByLabel('Code', { exact: true }).fill('123')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill('ABC')
  await page.getByRole('button', { name: 'Use the authenticator app instead' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('123')
  await page.getByRole('button', { name: 'Back to email and password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await page.getByRole('button', { name: 'Sign in' }).click()
  const field = page.getByLabel('Code', { exact: true })
  for (const fail of ['offline', 500] as const) {
    await page.route(LOGIN, (route) =>
      fail === 500 ? route.fulfill({ status: 500, body: '' }) : route.abort(),
    )
    await field.fill(shownCode(key, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(
      page.getByText(fail === 500 ? 'Login failed' : 'An error occurred during login'),
    ).toBeVisible()
    await expect(field).toHaveValue(/^\d{6}$/)
    await page.unroute(LOGIN)
  }
  await field.fill(shownCode(key, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${ORIGIN}/`)
})

test('a code step whose script fails to load shows an error and keeps the first step', async ({ page }) => {
  const { email } = await enterDashboard(page)
  await turnOn(page)
  await logOut(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.route('**/assets/code-step*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('An error occurred during login')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
})

test('a slow login shows its progress and is sent only once', async ({ page }) => {
  const { email } = await enterDashboard(page)
  const { key } = await turnOn(page)
  await logOut(page)
  await firstStep(page, email)
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = 0
  await page.route(LOGIN, async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  await page.getByLabel('Code', { exact: true }).fill(shownCode(key, 1))
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await page.getByLabel('Code', { exact: true }).press('Enter')
  answer()
  await page.waitForURL(`${ORIGIN}/`)
  expect(asked).toBe(1)
})

test('a failed load of the two-factor panel shows an error, and Try Again loads it', async ({ page }) => {
  await enterDashboard(page)
  await page.route('**/api/v1/auth/totp', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard/security')
  await expect(panel(page).getByText('Two-factor login could not be loaded')).toBeVisible()
  await page.unroute('**/api/v1/auth/totp')
  await panel(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(panel(page).getByText('Off', { exact: true })).toBeVisible()
})

test('every step of two-factor login is accessible', async ({ page }) => {
  const { email } = await enterDashboard(page)
  await page.goto('/dashboard/security')
  await expect(panel(page).getByText('Off', { exact: true })).toBeVisible()
  await expectNothingFound(page, 'two-factor login, off')
  const key = await begin(page)
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panel(page).getByText('Enter the code from the app', { exact: true })).toBeVisible()
  await expectNothingFound(page, 'two-factor login, being set up')
  await panel(page)
    .getByLabel(/^2\. Enter the code/)
    .fill(shownCode(key))
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panel(page).getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await expectNothingFound(page, 'recovery codes')
  await panel(page).getByRole('button', { name: 'I have saved them' }).click()
  await panel(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNothingFound(page, 'two-factor login, to be turned off')
  await page.goto('/healthz')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await firstStep(page, email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter the code from the app')).toBeVisible()
  await expectNothingFound(page, 'the second step of the login')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expectNothingFound(page, 'a recovery code at the login')
})
