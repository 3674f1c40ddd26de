import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard } from '../support/merchant.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
/** One red pixel, as a picture that a merchant sends. */
const RED_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('the page has the face of the shop, the state under the amount, and the app used last first', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  await page.goto('/dashboard')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: RED_DOT })
  await expect(page.getByAltText('Your picture')).toBeVisible()
  await page.getByLabel('Colour of buttons and links').selectOption('Teal')
  const panel = page.getByRole('region', { name: 'Look of the payment page' })
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. New visitors see it at once.').first()).toBeVisible()
  const order = await createOrder(page.request, key)
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, userAgent: ANDROID })
  const customer = await context.newPage()
  const asked: string[] = []
  customer.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname))
  const topOf = async (text: string) => (await customer.getByText(text).first().boundingBox())?.y ?? Infinity
  await customer.goto(order.payment_url)
  await expect(customer.locator('body')).toHaveClass('teal')
  await expect.poll(() => asked.filter((path) => path.startsWith('/pay/logo/')).length).toBe(1)
  const tops = [await topOf('₹499.00'), await topOf('Waiting for payment...'), await topOf('Open UPI app')]
  const qr = (await customer.getByRole('img', { name: /UPI QR code/ }).boundingBox())?.y ?? 0
  expect([...tops, qr]).toEqual([...tops, qr].toSorted((a, b) => a - b))
  await expect(customer.getByText('Scan QR code using any UPI app')).toBeVisible()
  await expect(customer.getByRole('link', { name: 'Download QR' })).toBeVisible()
  const apps = customer.locator('.grid a')
  await expect(apps.first()).toHaveAccessibleName('Google Pay')
  await customer.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
  await customer.getByRole('link', { name: 'Paytm' }).click()
  await customer.reload()
  await expect(apps.first()).toHaveAccessibleName('Paytm')
  await expectNothingFound(customer, 'the payment page with a picture')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(order.payment_url)
  await expect(page.getByText('Scan QR code using any UPI app')).toBeVisible()
  const isScrolled = () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight)
  expect(await isScrolled()).toBe(false)
  await context.close()
})
