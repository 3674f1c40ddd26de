import { expect, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const ENTRIES = [
  ['Profile', '/dashboard'],
  ['Orders', '/dashboard/orders'],
  ['Reconciliation', '/dashboard/reconciliation'],
  ['Payment Link', '/dashboard/generate-payment-link'],
  ['Reusable Links', '/dashboard/reusable-links'],
  ['Counters', '/dashboard/counters'],
  ['Connect Merchant', '/dashboard/connect-merchant'],
  ['Manage Subscription', '/dashboard/manage-subscription'],
  ['New Subscription', '/dashboard/new-subscription'],
  ['Api Documentation', '/dashboard/api-documentation'],
  ['Webhooks', '/dashboard/webhooks'],
  ['KYC', '/dashboard/kyc'],
] as const

test('the side menu has twelve entries in order, and each opens its page at the top', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText(ENTRIES.map(([label]) => label))
  await expect(menu.getByRole('button')).toHaveText(['Logout'])
  // Back to the first one at the end: a route that stays is no change.
  for (const [label, path] of [...ENTRIES.slice(1), ENTRIES[0]]) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await menu.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(`${ORIGIN}${path}`)
    await expect(menu.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
})

test('on a phone the menu is a drawer that closes on navigation, even to the current page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await enterDashboard(page)
  await page.goto('/dashboard')
  const opener = page.getByRole('button', { name: 'Menu' })
  const drawer = page.getByRole('dialog')
  for (const label of ['Orders', 'Profile', 'Profile']) {
    await opener.click()
    await drawer.getByRole('link', { name: label, exact: true }).click()
    await expect(drawer).toHaveCount(0)
  }
  await expect(page).toHaveURL(`${ORIGIN}/dashboard`)
  await opener.click()
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a waiting screen is shown while the session loads, and an ended session opens the login', async ({
  page,
}) => {
  await enterDashboard(page)
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/session', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Please wait...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile' })).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  // Left first: the app itself goes to the login when one of its calls finds the session over, whatever is being opened.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/dashboard/orders')
  await page.waitForURL(`${ORIGIN}/login`)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('test mode is shown on the dashboard, and live mode without an account opens Connect Merchant', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Test mode: no real money moves')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Live').click()
  await expect(page).toHaveURL(`${ORIGIN}/dashboard/connect-merchant`)
  await expect(page.getByText('Test mode: no real money moves')).toBeVisible()
})

test('a failed logout is only logged', async ({ page }) => {
  await enterDashboard(page)
  const logged = page.waitForEvent('console', (message) => message.text().includes('Logging out failed'))
  await page.route('**/auth/logout', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await logged
  await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled()
  await expect(page).toHaveURL(`${ORIGIN}/dashboard`)
})
