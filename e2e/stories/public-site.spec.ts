import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

/** What the website itself says that it has. */
const publicPaths = async (request: APIRequestContext): Promise<string[]> => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const paths = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths.length).toBeGreaterThan(10)
  return paths
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page can be read', async ({ page, request }) => {
    for (const path of await publicPaths(request)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveTitle(/Galla/)
    }
  })

  for (const width of [360, 1440]) {
    test(`the header links to every page, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      const header = page.getByRole('banner')
      for (const [name, path] of [
        ['Features', '/features'],
        ['Pricing', '/pricing'],
        ['Contact', '/contact'],
        ['Login', '/login'],
      ] as const) {
        await header.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL(`${ORIGIN}${path}`)
      }
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
    })
  }

  test('the pricing page shows the prices of both cycles and opens the answers to its questions', async ({
    page,
  }) => {
    await page.goto('/pricing')
    await expect(page.getByText('₹1,699')).toBeVisible()
    await page.getByRole('radio', { name: '84 days' }).check()
    await expect(page.getByText('₹5,599')).toBeVisible()
    await expect(page.getByText('₹1,699')).toBeHidden()
    const questions = page.getByRole('region', { name: 'Frequently asked questions' })
    await expect(questions.getByRole('heading', { level: 3 })).toHaveText([
      /change my plan/,
      /exceed my QR requests/,
      /0% transaction fee/,
      /secure.*PCI DSS/,
      /Direct Intent/,
      /migration/,
    ])
    await page.getByRole('heading', { name: 'What is Direct Intent?' }).click()
    await expect(
      page.getByText('It works with verified merchant accounts. UPI does not allow it for personal'),
    ).toBeVisible()
  })
})

test('an unknown URL returns 404 with a page that links to the home page', async ({ page }) => {
  const reply = await page.goto('/no-such-page')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/`)
})

/** The page that came as HTML has its script: until then a link loads the next page, and a button does nothing. */
const openWithScript = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
}

test('the mobile menu can be opened, used and closed by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 })
  await openWithScript(page, '/')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const links = page.getByRole('dialog')
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(links.getByRole('link', { name: 'Login' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(links).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await links.getByRole('link', { name: 'Pricing' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${ORIGIN}/pricing`)
  await expect(links).toBeHidden()
})

test('navigation opens a page at the top with focus on its heading, and sets its title and description', async ({
  page,
}) => {
  await openWithScript(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveTitle('Privacy · Galla')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('head > meta[name="description"]')).toHaveAttribute(
    'content',
    /Which data Galla stores/,
  )
})

test('the contact form shows Sending... for 1.5 s, becomes empty, and shows its success message for 5 s', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.clock.install()
  await page.goto('/contact')
  await expect(page.getByRole('region', { name: 'Business hours' })).toContainText(
    /Mon-Fri9 am to 6 pmSat10 am to 2 pm/,
  )
  await expect(page.getByRole('link', { name: /^Share Galla on/ })).toHaveCount(4)
  await expect(page.getByRole('figure')).toContainText('A map appears here')
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  for (const field of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByText(`${field} is required`)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Asha Rao')
  await page.getByLabel('Email', { exact: true }).fill('asha@example')
  await page.getByLabel('Subject', { exact: true }).fill('Hello')
  await page.getByLabel('Message', { exact: true }).fill('Two lines\nof text')
  await send.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('asha@example.com')

  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  calls.length = 0
  await send.click()
  const sent = page.getByText("Message sent successfully! We'll get back to you soon.")
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await page.clock.runFor(1400)
  await expect(sent).toBeHidden()
  await page.clock.runFor(200)
  await expect(sent).toBeVisible()
  for (const field of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByLabel(field, { exact: true })).toHaveValue('')
  await page.clock.runFor(4800)
  await expect(sent).toBeVisible()
  await page.clock.runFor(400)
  await expect(sent).toBeHidden()
  expect(calls).toEqual([])
})

test('the billing cycle can be changed with the arrow keys', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('radio', { name: '28 days' }).focus()
  await expect(page.getByText('₹999')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '84 days Save 15%' })).toBeChecked()
  await expect(page.getByText('₹2,999')).toBeVisible()
  await expect(page.getByText('16,499 QR requests')).toBeVisible()
  // The label is the specification's; the price beside it lets everyone compare.
  const offers = page.getByRole('list', { name: 'Plans' }).getByText('Save 15%').locator('visible=true')
  await expect(offers).toHaveCount(3)
  await expect(page.getByText('18.2 paise for each').locator('..')).toHaveText(
    /^Save 15%\s*18\.2 paise for each$/,
  )
  await expect(page.getByText('₹999')).toBeHidden()
})

test('the pricing page is in Hindi for a Hindi reader, and each page links to a new password', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.goto('/pricing')
  await page.getByRole('radio', { name: '84 दिन 15% बचत' }).check()
  await expect(page.getByText('हर एक 18.2 पैसे')).toBeVisible()
  await expect(page.getByRole('list', { name: 'प्लान' }).getByRole('listitem').first()).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'पासवर्ड रीसेट करें' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/forgot-password`)
})

test('what each plan includes, and what it does not, is listed once', async ({ page }) => {
  await page.goto('/pricing')
  const plan = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Startup' }) })
  await expect(plan.getByText('Most Popular')).toBeVisible()
  const every = page.getByRole('region', { name: 'Every plan includes' })
  await expect(every.getByRole('list', { name: 'Included', exact: true }).getByRole('listitem')).toHaveText([
    '0 Transaction Fee*',
    'Realtime Transaction',
    'No Amount Limit',
    'Zero Setup Charge',
    'Migration Assistance',
    '24*7 Whatsapp Support',
    'Remove Branding',
    'Direct Intent *',
    'Incognito Payment URL',
  ])
  await expect(every.getByRole('list', { name: 'Not included' }).getByRole('listitem')).toHaveText([
    'Support Special Merchant',
  ])
  const notes = page.getByRole('list', { name: 'Footnotes' }).getByRole('listitem')
  await expect(notes.filter({ hasText: 'No Amount Limit' })).toContainText('The UPI network')
  await plan.getByRole('link', { name: 'Get started' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/register`)
})

for (const path of ['/', '/home'])
  test(`the home page at ${path} has three of the six features, the figures and its buttons`, async ({
    page,
  }) => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(path)
    const features = page.getByRole('region', { name: 'Features' })
    await expect(features.getByRole('listitem').getByRole('heading')).toHaveText([
      'Branded payment pages',
      'Smart retry of failed payments',
      '24/7 auto-verification and reconciliation',
    ])
    const figures = page.getByRole('region', { name: 'Galla in figures' })
    await expect(figures.getByRole('term')).toHaveText([
      'Active users',
      'Uptime',
      'Transactions',
      'Transaction fee',
    ])
    await expect(figures.getByRole('definition')).toHaveText(['15+', '99.9%', '10K+', '0%'])
    await expect(page.getByRole('banner').getByRole('navigation').getByRole('link')).toHaveText([
      'Home',
      'Features',
      'Pricing',
      'Contact',
    ])
    await expect(page.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/login')
    await page.getByRole('link', { name: 'Learn More' }).click()
    await expect(page).toHaveURL(`${ORIGIN}/features`)
    await expect(
      page
        .getByRole('main')
        .getByRole('region')
        .filter({ has: page.getByRole('list') }),
    ).toHaveCount(6)
    // The session of a visitor who never logged in is not requested.
    expect(calls.filter((called) => called.startsWith('/api/'))).toEqual([])
  })

test('the theme follows the device until the switch selects the other one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openWithScript(page, '/')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a logged-in merchant gets links to the dashboard instead of the login', async ({ page }) => {
  await page.goto('/')
  const getStarted = page.getByRole('link', { name: 'Get Started' })
  await expect(getStarted).toHaveAttribute('href', '/login')
  await enterDashboard(page)
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(getStarted).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/dashboard')
  await page.goto('/pricing')
  await expect(page.getByRole('link', { name: 'Get started with Basic' })).toHaveAttribute(
    'href',
    '/dashboard/new-subscription?plan=basic',
  )
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1, name: 'Collect by QR.' })).toBeVisible()
})
