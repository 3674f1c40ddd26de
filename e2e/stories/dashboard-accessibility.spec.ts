import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, editProfile, enterDashboard, simulate } from '../support/merchant.ts'

const CHARTS = ['Collections per day', 'Success rate', 'Orders by hour']

const fillHome = async (page: Page): Promise<void> => {
  const { key } = await enterDashboard(page, 'Venkatasubramaniam and Sons Wholesale Electronics')
  await simulate(page.request, await createOrder(page.request, key, { amount: '1000000.00' }), 'success')
  await simulate(page.request, await createOrder(page.request, key), 'declined')
  await createOrder(page.request, key)
}

test('the dashboard home is accessible: new, full and with charts as tables', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard')
  await expect(page.getByText('0 of 5 steps done')).toBeVisible()
  await expectNothingFound(page, 'a new home')

  await fillHome(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('img', { name: /^Orders by hour/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /, order / })).toHaveCount(3)
  await expectNothingFound(page, 'a full home')
  // The paise are set smaller, and none of the four notes stands lower for it.
  const notes = ['all test orders', 'received in successful orders', 'of paid and failed orders']
  const differentTops = async (): Promise<number> => {
    const boxes = notes.map((note) => page.getByText(note, { exact: true }).boundingBox())
    return new Set((await Promise.all(boxes)).map((box) => box?.y)).size
  }
  await expect.poll(differentTops).toBe(1)
  for (const chart of CHARTS) await page.getByRole('button', { name: `${chart}: show as table` }).click()
  await expectNothingFound(page, 'a home of tables')
})

test('the profile with every error and a home that failed to load are accessible', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard')
  await editProfile(page)
  await page.getByLabel('Full Name').fill('')
  await page.getByLabel('Email Address').fill('')
  await page.getByLabel('New Password', { exact: true }).fill('short')
  await page.getByLabel('Show it on the payment page').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Business name is required')).toBeVisible()
  // Where the first wrong field is focused, the fixed header may cover half of a button above it.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNothingFound(page, 'a profile with messages')

  await page.route('**/user/stats', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(page.getByText('Failed to fetch statistics')).toBeVisible()
  await expectNothingFound(page, 'a failed home')
})

test('login and registration are accessible with every error', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectNothingFound(page, 'a login with messages')
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Business name is required')).toBeVisible()
  await expectNothingFound(page, 'a registration with messages')
})

test('the open menu is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await enterDashboard(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'KYC' })).toBeVisible()
  await expectNothingFound(page, 'the open menu', [320])
})
