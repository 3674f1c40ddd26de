import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { addCounter, openDevice } from '../support/counter.ts'
import { enterDashboard, PASSWORD } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const LIST = '**/api/v1/auth/sessions'
const LEAVE = '**/api/v1/auth/sessions/logout-others'
const END = '**/api/v1/auth/sessions/*/end'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

const panel = (page: Page) => page.getByRole('region', { name: 'Logged-in devices' })

/** Another browser's login; it keeps its own cookies. */
const logInElsewhere = async (email: string, times = 1): Promise<string[]> => {
  const cookies: string[] = []
  for (let n = 0; n < times; n += 1) {
    const reply = await fetch(`${ORIGIN}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, 'user-agent': PHONE },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(reply.status).toBe(200)
    cookies.push(
      reply.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    )
  }
  return cookies
}

const isLoggedIn = async (cookie = ''): Promise<boolean> =>
  (await fetch(`${ORIGIN}/api/v1/auth/session`, { headers: { cookie } })).status === 200

test('the sessions are listed by device, and all others can be logged out after a confirmation', async ({
  page,
}) => {
  const { email } = await enterDashboard(page)
  const [phone] = await logInElsewhere(email)
  await page.goto('/dashboard/security')
  const rows = panel(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.nth(1)).toContainText('Chrome on Android')
  await expect(rows.nth(1)).toContainText(/Last used \d+ \w+/)

  await panel(page).getByRole('button', { name: 'Log out other devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out other devices?' })
  await expect(dialog).toContainText('1 other device is logged out at once.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await isLoggedIn(phone)).toBe(true)

  await page.route(LEAVE, (route) => route.fulfill({ status: 500, body: '' }))
  await panel(page).getByRole('button', { name: 'Log out other devices' }).click()
  await dialog.getByRole('button', { name: 'Log out other devices' }).click()
  await expect(page.getByText('The other devices could not be logged out')).toBeVisible()
  await page.unroute(LEAVE)
  expect(await isLoggedIn(phone)).toBe(true)

  await panel(page).getByRole('button', { name: 'Log out other devices' }).click()
  await dialog.getByRole('button', { name: 'Log out other devices' }).click()
  await expect(page.getByText('Logged out everywhere else')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(panel(page).getByText('You are not logged in on any other device.')).toBeVisible()
  expect(await isLoggedIn(phone)).toBe(false)
  expect((await page.request.get('/api/v1/auth/session')).status()).toBe(200)
})

test('logging out the other devices logs out those of counters, and says what to do then', async ({
  page,
}) => {
  const { loginUrl } = await addCounter(page)
  const device = await openDevice(page, loginUrl)
  await page.goto('/dashboard/security')
  await panel(page).getByRole('button', { name: 'Log out other devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out other devices?' })
  await expect(dialog).toContainText('The devices of your counters are logged out too.')
  await dialog.getByRole('button', { name: 'Log out other devices' }).click()
  await expect(page.getByText('Logged out everywhere else')).toBeVisible()
  await expect(device.getByLabel('PIN')).toBeVisible()
  await page.goto('/dashboard/counters')
  await expect(page.getByText('Needs a new login link')).toBeVisible()
  await device.context().close()
})

test('one session can be logged out, and the others stay logged in', async ({ page }) => {
  const { email } = await enterDashboard(page)
  const [first, second] = await logInElsewhere(email, 2)
  await page.goto('/dashboard/security')
  const rows = panel(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  // This session is ended by Logout.
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await page.route(END, (route) => route.fulfill({ status: 500, body: '' }))
  await rows
    .nth(1)
    .getByRole('button', { name: /^Log out Chrome on Android/ })
    .click()
  await expect(page.getByText('The device could not be logged out')).toBeVisible()
  await page.unroute(END)
  await rows
    .nth(1)
    .getByRole('button', { name: /^Log out Chrome on Android/ })
    .click()
  await expect(page.getByText('Device logged out')).toBeVisible()
  await expect(rows).toHaveCount(2)
  expect([await isLoggedIn(first), await isLoggedIn(second)].sort()).toEqual([false, true])
  expect((await page.request.get('/api/v1/auth/session')).status()).toBe(200)
})

test('a failed list of sessions offers Try Again, and a long one is shortened', async ({ page }) => {
  const { email } = await enterDashboard(page)
  await logInElsewhere(email, 8)
  await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard/security')
  await expect(panel(page).getByText('Logged-in devices could not be loaded')).toBeVisible()
  await page.unroute(LIST)
  await panel(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(6)
  await panel(page).getByRole('button', { name: 'Show all 9' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(9)
})

test('a session that was ended elsewhere opens the login', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/security')
  await expect(panel(page).getByRole('listitem')).toHaveCount(1)
  // Left first: the app itself goes to the login when one of its calls finds the session over, whatever is being opened.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/dashboard/security')
  await expect(page).toHaveURL(`${ORIGIN}/login`)
})

test('the list of sessions is accessible, with its dialog and its error', async ({ page }) => {
  const { email } = await enterDashboard(page)
  await logInElsewhere(email, 2)
  await page.goto('/dashboard/security')
  await expect(panel(page).getByRole('listitem')).toHaveCount(3)
  await expectNothingFound(page, 'sessions')
  await panel(page).getByRole('button', { name: 'Log out other devices' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNothingFound(page, 'the question before the others are logged out')
  await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(panel(page).getByText('Logged-in devices could not be loaded')).toBeVisible()
  await expectNothingFound(page, 'sessions that failed')
})
