import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { PNG } from 'pngjs'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test('Download QR saves a picture under the name of the transaction', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { client_txn_id: 'INV-2026-7' })
  await page.goto(order.payment_url)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download QR' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('payment-INV-2026-7.png')
  const { width, height } = PNG.sync.read(await readFile(await download.path()))
  expect(Math.min(width, height)).toBeGreaterThan(300)
})

test('a phone that cannot share says so, for three seconds', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto(order.payment_url)
  await page.getByRole('button', { name: 'Share QR' }).click()
  await expect(page.getByText('Share not supported on this device')).toBeVisible()
  await expect(page.getByText('Share not supported on this device')).toHaveCount(0, { timeout: 4_000 })
})

test('a phone that was offline catches up when it is back', async ({ page, context, request }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { redirect_url: `${ORIGIN}/healthz` })
  await page.goto(order.payment_url)
  await expect(page.getByText('Waiting for payment...')).toBeVisible()
  await context.setOffline(true)
  await simulate(request, order, 'success')
  await expect(page.getByText('Waiting for payment...')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('the page asks nobody else, runs no inline script and tells its address to nobody', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const wrong: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== ORIGIN && protocol !== 'data:') wrong.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  const headers = (await page.goto(order.payment_url))?.headers() ?? {}
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(headers['referrer-policy']).toBe('no-referrer')
  await simulate(page.request, order, 'declined')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  expect(wrong).toEqual([])
})

test('without JavaScript a declined payment is tried again by the form', async ({ browser, page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'declined')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const customer = await context.newPage()
  await customer.goto(order.payment_url)
  await customer.getByRole('button', { name: 'Retry Payment' }).click()
  await expect(customer.getByText('Scan QR code using any UPI app')).toBeVisible()
  await context.close()
})
