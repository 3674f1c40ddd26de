import { expect, test } from '@playwright/test'
import { dropFirstReplies } from '../support/first-replies.ts'
import { connectAccount, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const ENTRIES = [
  ['Profile', '/dashboard'],
  ['Orders', '/dashboard/orders'],
  ['Payment Link', '/dashboard/generate-payment-link'],
  ['Connect Merchant', '/dashboard/connect-merchant'],
  ['Manage Subscription', '/dashboard/manage-subscription'],
  ['New Subscription', '/dashboard/new-subscription'],
  ['Api Documentation', '/dashboard/api-documentation'],
  ['KYC', '/dashboard/kyc'],
] as const

test('the side menu has the nine entries of the specification in order, and each opens its page at the top', async ({
  page,
}) => {
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

const TABS = {
  Profile: {
    Home: '/dashboard',
    Notifications: '/dashboard/notifications',
    Security: '/dashboard/security',
    Team: '/dashboard/team',
    Activity: '/dashboard/activity',
    'Customer data': '/dashboard/customer-data',
  },
  Orders: { Orders: '/dashboard/orders', Reconciliation: '/dashboard/reconciliation' },
  'Payment Link': {
    'Payment Link': '/dashboard/generate-payment-link',
    Collect: '/dashboard/collect',
    'Reusable Links': '/dashboard/reusable-links',
    Counters: '/dashboard/counters',
  },
  'Api Documentation': {
    'Api Documentation': '/dashboard/api-documentation',
    Webhooks: '/dashboard/webhooks',
    'Request log': '/dashboard/request-log',
  },
} as const

test('what is more than the nine entries is a tab of one, and the old addresses still open it', async ({
  page,
}) => {
  await enterDashboard(page)
  for (const [entry, tabs] of Object.entries(TABS)) {
    const nav = page.getByRole('main').getByRole('navigation', { name: entry, exact: true })
    for (const [label, path] of Object.entries(tabs)) {
      await page.goto(path)
      await expect(nav.getByRole('link')).toHaveText(Object.keys(tabs))
      await expect(nav.getByRole('link', { name: label, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )
      const menu = page.getByRole('navigation', { name: 'Dashboard' })
      await expect(menu.locator('[aria-current]')).toHaveText([entry])
    }
  }
  // By the keyboard alone, and to a page below a tab.
  await page.getByRole('link', { name: 'Webhooks', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await page.goto('/dashboard/reconciliation/closing')
  const tab = page.getByRole('main').getByRole('link', { name: 'Reconciliation', exact: true })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await page.goto('/dashboard/kyc')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('navigation')).toHaveCount(0)
})

test('from 768 pixels on, every entry of the menu shows its name', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await enterDashboard(page)
  await page.goto('/dashboard')
  const names = page.getByRole('navigation', { name: 'Dashboard' }).locator('a span, button span')
  await expect(names).toHaveCount(9)
  // Text of a font size of zero, or clipped to a pixel, is no name.
  const sizes = await names.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
  for (const { width, height } of sizes) {
    expect(width).toBeGreaterThan(20)
    expect(height).toBeGreaterThan(10)
  }
})

test('on a phone a bar leads to what a shop uses all day, covers nothing, and opens the whole menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await enterDashboard(page)
  await page.goto('/dashboard/connect-merchant')
  const bar = page.getByRole('navigation', { name: 'Daily' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Orders', 'Collect', 'Check'])
  for (const [label, path] of [
    ['Home', '/dashboard'],
    ['Orders', '/dashboard/orders'],
    ['Collect', '/dashboard/collect'],
    ['Check', '/dashboard/reconciliation'],
  ] as const) {
    await bar.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(`${ORIGIN}${path}`)
    await expect(bar.locator('[aria-current]')).toHaveText([label])
  }
  const more = bar.getByRole('button', { name: 'More' })
  await more.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'KYC', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  // The last line of a page ends above the bar.
  const hiddenByBar = () =>
    bar.evaluate((each) => {
      window.scrollTo(0, document.body.scrollHeight)
      const last = (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) - 96
      return last - each.getBoundingClientRect().top
    })
  await expect.poll(hiddenByBar).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 768, height: 640 })
  await expect(bar).toBeHidden()
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
  await dropFirstReplies(page)
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

test('a window shows the mode that another window of the browser chose, without being left in between', async ({
  page,
}) => {
  await enterDashboard(page)
  await connectAccount(page.request)
  const choose = (mode: string) =>
    page.request.post('/api/v1/user/mode', { data: { mode }, headers: { origin: ORIGIN } })
  await choose('test')
  await page.goto('/dashboard/collect')
  const strip = page.getByText('Test mode: no real money moves')
  await expect(strip).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('radiogroup', { name: 'Mode' }).getByText('Live').click()
  await expect(page.getByRole('radio', { name: 'Live' })).toBeChecked()
  await expect(strip).toHaveCount(0)
  // Where the browser stores nothing, the window asks when the user turns to it.
  await choose('test')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(strip).toBeVisible()
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
