import { PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import { expect, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 22
const OWN = `http://localhost:${OWN_PORT}`

test.use({ baseURL: OWN, viewport: { width: 320, height: 640 } })

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN })
})
test.afterAll(() => app.close())

test('a customer of a reusable link can start again after expiry, but not once a payment has arrived', async ({
  page,
}) => {
  await enterDashboard(page, undefined, OWN)
  const created = await page.request.post('/api/v1/user/reusable-links', {
    data: { title: 'Yoga in November', price: { kind: 'fixed', amount: '499.00' } },
    headers: { origin: OWN },
  })
  expect(created.status(), await created.text()).toBe(200)
  const { url } = (await created.json()).data
  const order = async (): Promise<string> => {
    await page.getByLabel('Your name').fill('Asha Rao')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.waitForURL(/\/pay\//)
    return page.url()
  }
  await page.goto(url)
  const first = await order()
  const simulator = await page.getByRole('link', { name: 'Pay in the simulator' }).getAttribute('href')
  app.minutesPass(6)
  await page.reload()
  const again = page.getByRole('link', { name: 'Start again' })
  await expect(page.getByText('If you have not paid, you can start again.')).toBeVisible()
  for (const language of PAGE_LANGUAGE_CODES) {
    // The end of the order may arrive just now, and reloads the page without the parameter.
    await expect(async () => {
      await page.goto(`${first}?lang=${language}`)
      await expect(page.locator(`a[href$="?lang=${language}"].first`)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isTooWide, language).toBe(false)
  }
  await page.goto(first)
  await again.click()
  expect(await order()).not.toBe(first)
  await expect(page.getByRole('img', { name: /UPI QR code/ })).toBeVisible()

  // The first payment comes after all; its page hears so, but can't show it yet.
  await page.goto(first)
  await expect(again).toBeVisible()
  await page.route('**/pay/*/view', (route) => route.abort())
  const upi = new URL(simulator ?? '', OWN).searchParams.get('upi')
  const paid = await page.request.post('/api/v1/simulator/pay', { data: { upi } })
  expect(paid.status(), await paid.text()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Checking your payment...' })).toBeVisible()
  await expect(again).toBeHidden()
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})
