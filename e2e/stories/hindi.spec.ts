import { expect, test } from '@playwright/test'
import { enterDashboard, PASSWORD, registerMerchant } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test('a shopkeeper logs in in Hindi, and English is one tap away', async ({ page }) => {
  const { email } = await registerMerchant(page.request)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(loaded.filter((path) => path.startsWith('/assets/hi-'))).toEqual([])

  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'फिर से स्वागत है' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page).toHaveTitle('लॉग इन · Galla')
  await page.getByRole('button', { name: 'लॉग इन करें' }).click()
  await expect(page.getByText('ईमेल लिखें')).toBeVisible()

  await page.getByLabel('ईमेल').fill(email)
  await page.getByLabel('पासवर्ड', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'लॉग इन करें' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'ईमेल या पासवर्ड सही नहीं है' })).toBeVisible()
  await page.getByLabel('पासवर्ड', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'लॉग इन करें' }).click()
  await page.waitForURL(`${ORIGIN}/`)

  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'डैशबोर्ड' }).getByRole('link').nth(1)).toHaveText('ऑर्डर')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').nth(1)).toHaveText(
    'Orders',
  )
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test.describe('in a browser that asks for Hindi', () => {
  test.use({ locale: 'hi-IN' })

  test('Hindi is offered, not chosen', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'हिन्दी' })).toHaveAttribute('data-variant', 'light')
    await enterDashboard(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
})
