import { expect, type Page, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

/** What the page asks for at once, from its bottom up: each reply comes when what stands below is shown. */
const BOTTOM_UP = ['alert-source', 'sources', 'turnover', 'get-merchant']

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

for (const [account, width] of [
  ['an account', 360],
  ['an account', 1440],
  ['no account', 360],
] as const)
  test(`with ${account}, ${width} px wide, what can be pressed stays where it is while the page loads`, async ({
    page,
  }) => {
    await enterDashboard(page)
    if (account === 'an account') await connect(page)
    await page.setViewportSize({ width, height: 900 })
    await watchPlaces(page)
    const gates = new Map(BOTTOM_UP.map((call) => [call, Promise.withResolvers<void>()]))
    const asked = new Set<string>()
    for (const [call, { promise }] of gates)
      await page.route(`**/user/${call}`, async (route) => {
        asked.add(call)
        await promise
        await route.continue()
      })
    await page.goto('/dashboard/connect-merchant')
    await expect.poll(() => asked.size).toBe(gates.size)
    for (const [call, { resolve }] of gates) {
      const came = page.waitForResponse(`**/user/${call}`)
      resolve()
      await came
      await twoFrames(page)
    }
    const last = page.getByRole('region', { name: 'Bank e-mail' }).getByRole('button').last()
    await expect(last).toBeVisible()
    await twoFrames(page)
    expect(await page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved])).toEqual([])
  })
