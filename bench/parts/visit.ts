import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { Client } from 'pg'
import type { Galla } from '../galla-process.ts'
import { addManyOrders } from '../many-orders.ts'
import { type BenchMerchant, registerMerchant } from '../merchants.ts'
import { median } from '../percentile.ts'
import { type Chapter, digits } from '../report.ts'

const ORDERS_PATH = '/dashboard/orders'
const ORDERS = 2_000
const RUNS = 7
const PHONE = { width: 360, height: 780 }
/** The browser's own preset of a slow phone network, and a phone's processor. */
const SLOW_4G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const SLOWER = 4
const QUIET_MS = 2_500
const FIRST_SECONDS_GOAL = 3.5
const WARM_SECONDS_GOAL = 1.2
const REQUESTS_GOAL = 15
const KILOBYTE = 1000
const BYTES_GOAL = 260 * KILOBYTE
/** Beyond those of the other parts: each merchant registers from an address of its own. */
const ADDRESS = 2_000

interface Visit {
  /** From the click on the address to the frame that shows a row. */
  readonly seconds: number
  readonly requests: readonly { readonly path: string; readonly bytes: number }[]
}

/** A merchant opens Orders on a phone, for the first time and again. */
export const measureVisit = async (galla: Galla): Promise<Chapter> => {
  const merchant = await fill(galla)
  const { GALLA_CHROMIUM: executablePath } = process.env
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium's own sandbox does not start as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const first: Visit[] = []
  const warm: Visit[] = []
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const context = await contextOf(browser, galla.origin, merchant)
      first.push(await visit(context, galla.origin))
      // The browser keeps compiled code from the second visit on.
      await visit(context, galla.origin)
      warm.push(await visit(context, galla.origin))
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return {
    title: 'The first visit of Orders',
    how: `Chromium at ${PHONE.width} px, the processor ${SLOWER} times slower, over slow 4G (${SLOW_4G.latency} ms for each request, ${SLOW_4G.downloadThroughput / KILOBYTE} kB/s) by HTTP/1.1; a merchant who is logged in, with ${digits(ORDERS, 0)} orders. From the navigation until the first row is drawn: the median of ${RUNS}, and the quickest to the longest. Requests and bytes, with headers, until ${QUIET_MS / 1000} s after it.`,
    figures: [
      seconds('first visit, seconds until a row of Orders shows', first, FIRST_SECONDS_GOAL),
      seconds('warm, seconds until a row of Orders shows', warm, WARM_SECONDS_GOAL),
      counted('first visit, requests', first, REQUESTS_GOAL, ({ requests }) => requests.length),
      counted('first visit, KB', first, BYTES_GOAL / KILOBYTE, bytesOf),
      counted('warm, requests', warm, undefined, ({ requests }) => requests.length),
      counted('warm, KB', warm, undefined, bytesOf),
    ],
  }
}

const bytesOf = ({ requests }: Visit): number =>
  requests.reduce((sum, { bytes }) => sum + bytes, 0) / KILOBYTE

const seconds = (what: string, visits: readonly Visit[], goal: number) => {
  const values = visits.map((each) => each.seconds)
  const middle = median(values)
  const spread = `${digits(Math.min(...values), 2)} to ${digits(Math.max(...values), 2)}`
  return { what, goal: `≤ ${goal} s`, measured: `${digits(middle, 2)} s (${spread})`, met: middle <= goal }
}

const counted = (
  what: string,
  visits: readonly Visit[],
  goal: number | undefined,
  of: (visit: Visit) => number,
) => {
  const most = Math.max(...visits.map(of))
  return {
    what,
    measured: digits(most, 0),
    ...(goal === undefined ? {} : { goal: `≤ ${goal}`, met: most <= goal }),
  }
}

const fill = async (galla: Galla): Promise<BenchMerchant> => {
  const merchant = await registerMerchant(galla.origin, ADDRESS)
  const client = new Client(galla.database)
  await client.connect()
  try {
    const options = { count: ORDERS, now: new Date(), seed: ADDRESS }
    await addManyOrders(client, merchant.merchantId, 'acc_none', options)
  } finally {
    await client.end()
  }
  return merchant
}

/** A browser that has nothing but the login. */
const contextOf = async (
  browser: Browser,
  origin: string,
  { headers }: BenchMerchant,
): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  const cookies = (headers.cookie ?? '').split('; ').map((each) => {
    const [name = '', value = ''] = each.split('=')
    // A browser sends secure cookies to its own machine without https too.
    return { name, value, url: origin.replace('http:', 'https:'), secure: true }
  })
  await context.addCookies(cookies)
  await context.addInitScript(() => localStorage.setItem('isLoggedIn', 'true'))
  await context.addInitScript(watchForRow)
  return context
}

const visit = async (context: BrowserContext, origin: string): Promise<Visit> => {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  const paths = new Map<string, string>()
  const bytes = new Map<string, number>()
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith(origin)) paths.set(requestId, request.url.slice(origin.length))
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength)
  })
  network.on('Network.requestServedFromCache', ({ requestId }) => paths.delete(requestId))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) paths.delete(requestId)
  })
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW_4G)
  await network.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(origin + ORDERS_PATH, { waitUntil: 'commit' })
  const ms = await page.evaluate(() => globalThis.rowShown)
  await page.waitForTimeout(QUIET_MS)
  await page.close()
  return {
    seconds: ms / 1000,
    requests: [...paths].map(([id, path]) => ({ path, bytes: bytes.get(id) ?? 0 })),
  }
}

declare global {
  var rowShown: Promise<number>
}

/** Resolves to the milliseconds from the navigation to the frame after the one that draws a row. */
const watchForRow = (): void => {
  globalThis.rowShown = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('[data-opens-row]') === null) return
      watch.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
}
