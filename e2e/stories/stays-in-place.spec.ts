import { expect, type Locator, type Page, test } from '@playwright/test'
import { dropFirstReplies } from '../support/first-replies.ts'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { buyPlan } from '../support/plan.ts'

/** Keeps what was shown and can be pressed with its place, and notes what is later found at another. */
const watchPlaces = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const moved = new Set<string>()
    const places = new Map<Element, number>()
    Object.assign(window, { moved })
    const look = (): void => {
      for (const each of document.querySelectorAll('main :is(button, a, input, select, textarea, summary)')) {
        const { top, height } = each.getBoundingClientRect()
        if (height === 0) continue
        const place = Math.round(top + window.scrollY)
        const before = places.get(each) ?? place
        if (Math.abs(place - before) > 1) moved.add(`${each.textContent}: ${before} to ${place} px`)
        places.set(each, place)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

const urlOf = (call: string): RegExp => new RegExp(`/user/${call}(\\?|$)`)

const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

const connect = async (page: Page): Promise<void> => {
  const reply = await page.request.post('/api/v1/user/connect-merchant', {
    data: {
      merchantProvider: 'phonepe',
      merchantName: 'Sharma Electronics',
      merchantId: 'M22KQ9',
      merchantUpiId: 'sharma@ybl',
      kind: 'small_merchant',
    },
    headers: { origin: ORIGIN },
  })
  expect(reply.status(), await reply.text()).toBe(200)
}

interface Screen {
  readonly name: string
  readonly path: string
  /** What the page asks for at once, from its bottom up: each reply comes when what stands below is shown. */
  readonly calls: readonly string[]
  /** What can be pressed once everything is there. */
  readonly last: (page: Page) => Locator
  readonly prepare?: (page: Page) => Promise<unknown>
}

const CONNECT = {
  path: '/dashboard/connect-merchant',
  calls: ['alert-source', 'sources', 'turnover', 'get-merchant'],
  last: (page: Page) => page.getByRole('region', { name: 'Bank email' }).getByRole('button').last(),
}
const SUBSCRIPTION = {
  path: '/dashboard/manage-subscription',
  calls: ['billing-details', 'subscription-history', 'subscription'],
  last: (page: Page) => page.getByRole('region', { name: 'Billing details' }).getByRole('button').last(),
}
const SCREENS: readonly Screen[] = [
  { ...CONNECT, name: 'Connect Merchant with an account', prepare: connect },
  { ...CONNECT, name: 'Connect Merchant without an account' },
  {
    name: 'API Documentation',
    path: '/dashboard/api-documentation',
    calls: ['api-keys', 'get-api-details'],
    last: (page) => page.getByRole('main').getByRole('button', { name: /^Copy/ }).last(),
  },
  {
    ...SUBSCRIPTION,
    name: 'Manage Subscription with a plan',
    prepare: (page) => buyPlan(page, 'basic', '28days'),
  },
  { ...SUBSCRIPTION, name: 'Manage Subscription without a plan' },
]

for (const { name, path, calls, last, prepare } of SCREENS)
  test(`the controls of ${name} do not move while the page loads, 360 and 1440 px wide`, async ({ page }) => {
    await enterDashboard(page)
    await prepare?.(page)
    await watchPlaces(page)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await dropFirstReplies(page)
      const gates = new Map(calls.map((call) => [call, Promise.withResolvers<void>()]))
      const asked = new Set<string>()
      for (const [call, { promise }] of gates)
        await page.route(urlOf(call), async (route) => {
          asked.add(call)
          await promise
          await route.continue()
        })
      await page.goto(path)
      await expect.poll(() => asked.size).toBe(gates.size)
      for (const [call, { resolve }] of gates) {
        const came = page.waitForResponse(urlOf(call))
        resolve()
        await (await came).finished()
        await twoFrames(page)
      }
      await expect(last(page)).toBeVisible()
      await twoFrames(page)
      expect(await page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved])).toEqual([])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

/** Notes each frame in which the page stands without the strip, and what moves without a press. */
const watchStrip = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: { framesWithout: number; shifts: string[] } = { framesWithout: 0, shifts: [] }
    Object.assign(window, { seen })
    const has = (selector: string): boolean => document.querySelector(selector) !== null
    const look = (): void => {
      if (has('main') && !has('section[aria-label="Hearing"]')) seen.framesWithout += 1
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    type Shift = PerformanceEntry & {
      readonly value: number
      readonly sources: readonly { readonly node?: Node }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        seen.shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent).join(' | ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('Orders of a live shop that is not heard says so at its first paint, and nothing moves, 360 and 1440 px wide', async ({
  page,
}) => {
  await enterDashboard(page)
  await connect(page)
  await page.request.post('/api/v1/user/mode', { data: { mode: 'live' }, headers: { origin: ORIGIN } })
  // The font takes the place of another when it comes: not the strip's doing.
  await page.route('**/*.woff2', (route) => route.abort())
  await watchStrip(page)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // On a busy machine the HTML may come without the replies that the strip needs.
    await expect(async () => {
      await page.goto('/dashboard/orders')
      await expect(page.getByRole('region', { name: 'Hearing' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await twoFrames(page)
      const seen = await page.evaluate(() => (window as unknown as { seen: unknown }).seen)
      expect(seen, `${width} px wide`).toEqual({ framesWithout: 0, shifts: [] })
    }).toPass()
  }
})
