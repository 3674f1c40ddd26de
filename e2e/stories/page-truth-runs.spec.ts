import { en } from '@galla/checkout/messages/en'
import { MINUTE_MS } from '@galla/contract/durations'
import { expect, type Page, test } from '@playwright/test'
import {
  type CreatedOrder,
  createOrder,
  enterDashboard,
  simulate,
  stayFromShop,
} from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { type Act, act, holdAnswers, type Seen } from '../support/page-network.ts'
import { PORT } from '../support/place.ts'

/** Of the page's script in a real browser; the rules alone run ten thousand times in page-state.test.ts. */
const RUNS = process.env.GALLA_TEST_SUITE === 'slow' ? 300 : 8
const STEPS = 24
const OWN_PORT = PORT + 21
const OWN = `http://localhost:${OWN_PORT}`
const HEALING_ROUNDS = 20

test.use({ baseURL: OWN, viewport: { width: 360, height: 640 } })

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN })
})
test.afterAll(() => app.close())

const INVITES: readonly string[] = ['QR', en.scan, en.anyApp, 'PhonePe', en.simulator, en.offline, en.retry]

/** What may not stand on the screen of a page that last heard this. */
const UNTRUE: Readonly<Record<string, readonly string[]>> = {
  paid: [...INVITES, en.waiting, en.failed, en.failedText, en.expired, en.expiredText],
  // A poll doesn't say whether a failed payment was declined or is too late, so Retry may stand for a declined one.
  failed: [...INVITES.filter((each) => each !== en.retry), en.waiting, en.success],
  declined: [...INVITES.filter((each) => each !== en.retry), en.waiting, en.success, en.expired],
  expired: [...INVITES, en.waiting, en.success, en.failed],
  over: [...INVITES, en.waiting, en.success, en.failed],
  payable: [en.success, en.failed, en.retry, en.expired],
}

/** The same numbers in each run of the suite, so that a failure can be repeated. */
const createRandom = (seed: number) => {
  let state = seed * 7_919
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** A day of one customer: each step moves the server, a clock, the network or the customer, and the screen is read after it. */
class Day {
  private readonly log: string[] = []
  private readonly page: Page
  private readonly order: CreatedOrder
  private readonly random: (below: number) => number

  constructor(page: Page, order: CreatedOrder, random: (below: number) => number) {
    this.page = page
    this.order = order
    this.random = random
  }

  async step(): Promise<void> {
    const { random } = this
    const steps: readonly (() => Promise<unknown>)[] = [
      () => this.do({ kind: 'arrive', which: random(5) }),
      () => this.do({ kind: 'arrive', which: random(5) }),
      () => this.do({ kind: 'lose', which: random(5) }),
      () => this.do({ kind: 'event' }),
      () => this.do({ kind: (['cut', 'silent cut', 'online', 'online'] as const)[random(4)] ?? 'cut' }),
      () => this.do({ kind: 'leave' }),
      () => this.do({ kind: random(3) === 0 ? 'restore' : 'back' }),
      () => this.do({ kind: 'press', button: [en.retry, en.tryAgain][random(2)] ?? '' }),
      () => this.timePasses(3_000),
      // The phone slept, or the server's clock is ahead; the page knows the server's time by its answers alone.
      () => this.timePasses(random(2) * MINUTE_MS, random(3) * MINUTE_MS),
      () => this.timePasses(random(4) * MINUTE_MS),
      () => this.pay(random(4) === 0 ? 'declined' : 'success'),
      () => this.pay('declined'),
      () => this.reload(),
    ]
    await steps[random(steps.length)]?.()
  }

  /** The network is back, and time goes on: the page finds the truth by itself, or at a tap where it asks for one. */
  async heal(): Promise<void> {
    await this.do({ kind: 'online' })
    await this.do({ kind: 'back' })
    const truth = async () => {
      const view = await (await this.page.request.get(`/pay/${this.order.order_id}/view`)).text()
      return /data-kind="(\w+)"/.exec(view)?.[1]
    }
    for (let round = 0; round < HEALING_ROUNDS; round += 1) {
      for (let n = 0; n < 4; n += 1) await this.do({ kind: 'arrive', which: 0 })
      const { kind } = await this.do({ kind: 'press', button: en.tryAgain })
      if (kind === (await truth())) return
      await this.timePasses(3_000)
    }
    expect([await truth(), ...this.log], 'the truth was not shown').toEqual([])
  }

  private async do(what: Act): Promise<Seen> {
    const seen = await act(this.page, what)
    this.check(what, seen)
    return seen
  }

  private check(what: unknown, { known, kind, texts }: Seen): void {
    this.log.push(`${JSON.stringify(what)}: heard ${known}, shows ${kind}`)
    const untrue = texts.filter((text) => UNTRUE[known]?.includes(text))
    expect({ untrue, log: untrue.length > 0 ? this.log : [] }).toEqual({ untrue: [], log: [] })
  }

  /** `pageMs`: what the page's own clock notices of it. */
  private async timePasses(ms: number, pageMs = ms): Promise<void> {
    app.minutesPass(ms / MINUTE_MS)
    if (pageMs > 0) await this.page.clock.runFor(pageMs)
    await this.do({ kind: 'look' })
  }

  private async pay(outcome: string): Promise<void> {
    await simulate(this.page.request, this.order, outcome).catch(() => undefined)
    this.log.push(outcome)
    await this.do({ kind: 'look' })
  }

  private async reload(): Promise<void> {
    await this.page.goto(this.order.payment_url)
    await this.do({ kind: 'look' })
  }
}

test(`${RUNS} customers with lost connections, app switches and reloads are never misled or asked to pay twice`, async ({
  page,
}) => {
  const { key } = await enterDashboard(page, undefined, OWN)
  await stayFromShop(page.context())
  // The customer's clock is years behind.
  await page.clock.install({ time: new Date('2019-01-01T00:00:00Z') })
  await holdAnswers(page)
  await page.goto('/healthz')
  await page.clock.pauseAt(new Date('2019-01-01T01:00:00Z'))
  for (let run = 0; run < RUNS; run += 1) {
    test.setTimeout(test.info().timeout + 10_000)
    const order = await createOrder(page.request, key)
    await page.goto(order.payment_url)
    const day = new Day(page, order, createRandom(run + 1))
    for (let step = 0; step < STEPS; step += 1) await day.step()
    await day.heal()
  }
})
