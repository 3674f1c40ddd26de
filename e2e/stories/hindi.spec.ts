import { readFileSync } from 'node:fs'
import { expect, request, test } from '@playwright/test'
import sharp from 'sharp'
import { enterDashboard, PASSWORD, registerMerchant } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const REGULAR = readFileSync(new URL('../../server/fonts/NotoSansDevanagari-Regular.ttf', import.meta.url))

test('a merchant logs in in Hindi and switches to English with one click', async ({ page }) => {
  const { email } = await registerMerchant(page.request)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(loaded.filter((path) => path.startsWith('/assets/hi-'))).toEqual([])

  await page.getByRole('link', { name: 'हिन्दी' }).click()
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

test('a Hindi dashboard names devices in Hindi, unknown ones too', async ({ page }) => {
  const { email } = await enterDashboard(page)
  const other = await request.newContext({ baseURL: ORIGIN, userAgent: 'Strange/1.0' })
  const login = await other.post('/api/v1/auth/login', {
    data: { email, password: PASSWORD },
    headers: { origin: ORIGIN },
  })
  expect(login.status(), await login.text()).toBe(200)
  await other.dispose()
  await page.goto('/dashboard/security?lang=hi')
  const devices = page.getByRole('region', { name: 'लॉग इन डिवाइस' })
  await expect(devices).toContainText('अनजान डिवाइस')
  await expect(devices).toContainText(' पर Chrome')
})

test('a merchant creates an order in Hindi, sees it paid, and switches back to English', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/generate-payment-link')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'पेमेंट लिंक', level: 1 })).toBeVisible()
  await page.getByLabel('रकम').fill('250')
  await page.getByLabel('पेमेंट किसलिए').fill('Two kilos of tea')
  await page.getByLabel('ग्राहक का नाम').fill('Asha Rao')
  await page.getByRole('button', { name: 'पेमेंट लिंक बनाएँ' }).click()
  await expect(page.getByText('ग्राहक का मोबाइल लिखें')).toBeVisible()
  await page.getByLabel('ग्राहक का मोबाइल').fill('9123456780')
  await page.getByLabel('ग्राहक का ईमेल').fill('asha@example.com')
  await page.getByRole('button', { name: 'पेमेंट लिंक बनाएँ' }).click()
  const link = await page.getByRole('textbox', { name: 'पेमेंट लिंक' }).inputValue()
  const pay = await page.context().newPage()
  await pay.goto(link)
  const simulator = (await pay.getByRole('link', { name: 'Pay in the simulator' }).getAttribute('href')) ?? ''
  await pay.goto(simulator)
  const paid = pay.waitForResponse('**/api/v1/simulator/pay')
  await pay.getByRole('button', { name: 'Pay ₹250.00' }).click()
  expect((await paid).status()).toBe(200)

  await page.goto('/dashboard/orders')
  const row = page.getByRole('row').filter({ hasText: 'Asha Rao' })
  await expect(row).toContainText('₹250.00')
  await expect(row.getByText('सफल')).toBeVisible()
  await row.getByRole('button', { name: /पूरी जानकारी/ }).click()
  await expect(page.getByRole('dialog').getByText('ऑर्डर बना')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'English' }).click()
  await expect(row.getByText('Success')).toBeVisible()
})

test('warnings about an amount, and reasons about the rows of a statement, are in Hindi', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard/generate-payment-link?lang=hi')
  await page.getByLabel('रकम').fill('200000')
  await expect(page.getByText('₹2,00,000.00', { exact: true })).toBeVisible()
  await expect(page.getByText(/UPI payments are limited/)).toHaveCount(0)
  await expect(page.getByRole('status').getByText(/₹1,00,000/)).toBeVisible()

  await page.goto('/dashboard/reconciliation/import?lang=hi')
  const rows = [
    'Date,Narration,Withdrawal Amt.,Deposit Amt.',
    '21/11/2024,UPI/CR/632500000001/ASHA RAO/asha@okaxis/Tea,,499.00',
    '21/11/2024,NEFT CR-ICIC0000001-RAM TRADERS,,700.00',
    '99/11/2024,UPI/CR/632500000003/ASHA RAO,,5.00',
    '',
  ]
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await expect(page.getByText('UPI पेमेंट नहीं है')).toBeVisible()
  const unread = 'तारीख पढ़ी नहीं जा सकती: 99/11/2024'
  await expect(page.getByText(unread, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /अपलोड करें/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: unread })).toBeVisible({ timeout: 90_000 })
})

test('headings in Hindi are bold where the device has only the regular letters', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  const heading = page.getByRole('heading', { name: 'फिर से स्वागत है' })
  await expect(heading).toBeVisible()
  // Stands for a font of the device: one weight, found by its name.
  await page.evaluate(
    async (letters) => {
      const font = new FontFace('Noto Sans Devanagari', Uint8Array.from(letters).buffer)
      document.fonts.add(await font.load())
    },
    [...REGULAR],
  )
  const ink = async (weight: string): Promise<number> => {
    await heading.evaluate((element, value) => {
      element.style.fontWeight = value
    }, weight)
    const red = await sharp(await heading.screenshot())
      .extractChannel('red')
      .raw()
      .toBuffer()
    return red.reduce((sum, value) => sum + 255 - value, 0)
  }
  expect(await ink('')).toBeGreaterThan((await ink('400')) * 1.1)
})

test.describe('in a browser that prefers Hindi', () => {
  test.use({ locale: 'hi-IN' })

  test('Hindi is offered, but not selected', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    const offer = page.getByText('हिन्दी', { exact: true })
    await expect(offer).toHaveCount(1)
    await expect(offer).toHaveAttribute('data-offered', 'true')
    await enterDashboard(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
})
