import type { CreatedOrder } from '@galla/contract/orders/orders'
import { type Browser, chromium } from '@playwright/test'
import { call } from '../call.ts'
import type { Galla } from '../galla-process.ts'
import { createOrders } from '../merchants.ts'
import { percentile } from '../percentile.ts'
import { type Chapter, digits } from '../report.ts'

const RETURNS = 50
const RETURN_MS_GOAL = 1_500
/** As Chromium's own tools emulate slow 4G; the delay is each request's. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/** Measures a customer who pays in an app and returns to a page that received nothing in the meantime, on a slow connection. */
export const measurePageReturn = async (galla: Galla, keys: readonly string[]): Promise<Chapter> => {
  const orders = await createOrders(galla.origin, keys, RETURNS)
  const { GALLA_CHROMIUM: executablePath } = process.env
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium's own sandbox does not start as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const waits: number[] = []
  try {
    for (const order of orders) waits.push(await comeBack(browser, galla.origin, order))
  } finally {
    await browser.close()
  }
  const p95 = percentile(waits, 0.95)
  return {
    title: 'Back from the UPI app',
    how: `${RETURNS} customers in Chromium, on an emulated slow 4G (562.5 ms a request, 1.4 Mbit/s): the app is opened from the page, the order is paid while the page hears nothing, and the page is shown again. Counted until the success stands in the page. The connection is still open; a new one costs two round trips more.`,
    figures: [
      {
        what: 'return to truth in the browser, p95',
        goal: `< ${digits(RETURN_MS_GOAL, 0)} ms on slow 4G`,
        measured: `${digits(p95, 0)} ms (p50 ${digits(percentile(waits, 0.5), 0)}, longest ${digits(percentile(waits, 1), 0)})`,
        met: p95 < RETURN_MS_GOAL,
      },
    ],
  }
}

const comeBack = async (browser: Browser, origin: string, order: CreatedOrder): Promise<number> => {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
  try {
    await page.route(/\/order\/(status|events)\//, (route) => route.abort())
    await page.goto(`${origin}/pay/${order.order_id}`)
    await page.evaluate(() => {
      const app = document.querySelector<HTMLElement>('.apps a')
      app?.addEventListener('click', (event) => event.preventDefault())
      app?.click()
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    })
    const upi = order.upi_intent.bhim_link
    await call(origin, '/api/v1/simulator/pay', { body: { upi, outcome: 'success' } })
    const chromiumSession = await page.context().newCDPSession(page)
    await chromiumSession.send('Network.enable')
    await chromiumSession.send('Network.emulateNetworkConditions', SLOW_4G)
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const startedMs = performance.now()
          new MutationObserver(() => {
            if (document.querySelector('main[data-kind="paid"]')) resolve(performance.now() - startedMs)
          }).observe(document.body, { childList: true })
          Object.defineProperty(document, 'hidden', { value: false, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }),
    )
  } finally {
    await page.close()
  }
}
