import { expect, type Page, test } from '@playwright/test'
import { createOrder, enterDashboard, simulate, stayFromShop } from '../support/merchant.ts'

/** Called in the page before its scripts: a browser that blocks all site data throws, a WebView without DOM storage has null. */
const forbidStorage = (how: 'throws' | 'is null') => {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, {
      get: () => {
        if (how === 'throws') throw new DOMException('Access is denied for this document.', 'SecurityError')
        return null
      },
    })
}

const noErrors = (page: Page): string[] => {
  const errors: string[] = []
  page.on('pageerror', (error) => void errors.push(error.message))
  return errors
}

const NOTICE = 'This browser stores nothing from this website, so a login would end at once.'

for (const how of ['throws', 'is null'] as const)
  test(`where storage ${how}, the public pages and the payment page work, and the login says why it cannot`, async ({
    page,
    browser,
  }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    const context = await browser.newContext()
    await stayFromShop(context)
    const visitor = await context.newPage()
    await visitor.addInitScript(forbidStorage, how)
    const session = await context.newCDPSession(visitor)
    await session.send('Emulation.setDocumentCookieDisabled', { disabled: true })
    const errors = noErrors(visitor)

    for (const path of ['/', '/pricing', '/docs', '/register']) {
      await visitor.goto(path)
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await visitor.goto('/dashboard/orders')
    await expect(visitor).toHaveURL(/\/login$/)
    await expect(visitor.getByRole('alert').filter({ hasText: NOTICE })).toBeVisible()

    await visitor.goto(order.payment_url)
    await expect(visitor.getByText('Scan QR code using any UPI app')).toBeVisible()
    await simulate(page.request, order, 'success')
    await expect(visitor.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    expect(errors).toEqual([])
    await context.close()
  })
