import { expect, type Locator, type Page, test } from '@playwright/test'
import { strayPayment } from '../support/cases.ts'
import { connectAccount, createOrder, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('nothing is drawn')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}
const edges = (part: Locator) =>
  part.evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    const { left, right } = words.getBoundingClientRect()
    return { left, right }
  })
/** Two places are read one after the other: what is above them, or a font, may come between. */
const settled = (look: () => Promise<void>) => expect(look).toPass()
const letters = (part: Locator) => part.evaluate((element) => getComputedStyle(element).fontSize)
const openOrders = async (page: Page) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('button', { name: /^Order .*, details$/ })).toBeVisible()
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the entries of the menu keep one distance, and ids, fields and buttons stand together', async ({
    page,
  }) => {
    await openOrders(page)
    const menu = page.getByRole('complementary')
    const entry = async (name: string) => boxOf(menu.locator('a, button').filter({ hasText: name }))
    const between = async (upper: string, lower: string) =>
      (await entry(lower)).y - (await entry(upper)).bottom
    await settled(async () => {
      expect(await between('Logout', 'हिन्दी')).toBe(await between('Api Documentation', 'KYC'))
      const id = await edges(page.getByRole('button', { name: /^Order .*, details$/ }))
      const copy = await boxOf(page.getByRole('button', { name: 'Copy order ID' }))
      expect(copy.x - id.right).toBeLessThan(8)
    })
    const search = await letters(page.getByRole('textbox', { name: 'Search orders' }))
    expect([search, await letters(page.getByRole('combobox', { name: 'Status' }))]).toEqual(['14px', '14px'])
  })

  test('the table of security events begins below its title', async ({ page }) => {
    await enterDashboard(page)
    await page.goto('/dashboard/security')
    const panel = page.getByRole('region', { name: 'Security events' })
    await settled(async () => {
      const head = await edges(panel.getByRole('columnheader').first())
      expect(head.left).toBe((await edges(panel.getByRole('heading'))).left)
    })
  })

  test('the pages of a list belong to its panel, and a warning stands apart from the line above it', async ({
    page,
  }) => {
    await openOrders(page)
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, json: { success: false } }))
    await settled(async () => {
      const warning = await boxOf(page.getByRole('alert').filter({ hasText: 'may be out of date' }))
      const filters = await boxOf(page.getByRole('search', { name: 'Orders' }))
      expect(warning.y - filters.bottom).toBe(16)
    })
    await page.unroute('**/api/v1/**')
    await page.request.post('/api/v1/user/reusable-links', {
      headers: { origin: ORIGIN },
      data: { title: 'Tea', price: { kind: 'fixed', amount: '25.00' } },
    })
    await page.goto('/dashboard/reusable-links?page=2')
    const panel = page.locator('.mantine-Paper-root').filter({ hasText: 'Nothing on this page' })
    await expect(panel.getByRole('button', { name: 'Previous' })).toBeVisible()
  })

  test('the switches of the webhook look alike and stand apart', async ({ page }) => {
    await enterDashboard(page)
    await page.goto('/dashboard/api-documentation')
    const switches = page.locator('.mantine-Checkbox-root')
    const [failures, sources] = [switches.nth(0), switches.nth(1)]
    await settled(async () => expect((await boxOf(sources)).y - (await boxOf(failures)).bottom).toBe(12))
    const weight = (part: Locator) => part.evaluate((element) => getComputedStyle(element).fontWeight)
    expect(await weight(sources.locator('label'))).toBe(await weight(failures.locator('label')))
  })

  test('the state of a payment has a sign beside its words', async ({ page }) => {
    await enterDashboard(page)
    await connectAccount(page.request)
    await strayPayment(page.request, '75.00', '612345678901')
    await page.goto('/dashboard/reconciliation')
    await page.getByRole('button', { name: /^Unmatched, ₹75.00/ }).click()
    const badge = page.getByRole('dialog').getByText('Unmatched')
    await expect(badge.locator('..').locator('svg')).toBeVisible()
  })
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  test('a focused field does not make the phone zoom', async ({ page }) => {
    await openOrders(page)
    expect(await letters(page.getByRole('textbox', { name: 'Search orders' }))).toBe('16px')
  })
})

test('a page that does not exist looks like a link that does not', async ({ page }) => {
  const look = async (path: string) => {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    const next = page.getByRole('main').getByRole('link').first()
    await expect(next).toBeVisible()
    const { width, height } = await boxOf(next)
    return { width, height, title: await letters(title) }
  }
  expect(await look('/nothing')).toEqual(await look('/reset-password'))
})

test('on a tablet the labels of the picture stay at the phone', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/')
  const phone = await boxOf(page.getByText('₹499.00', { exact: true }).locator('..'))
  for (const words of ['Order paid, webhook delivered', 'Link shared']) {
    const label = await boxOf(page.getByText(words, { exact: true }))
    expect(label.x).toBeLessThan(phone.right)
    expect(label.right).toBeGreaterThan(phone.x)
  }
})
