import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import {
  type BankedShop,
  type Banks,
  hdfcSms,
  openBankedShop,
  PATIENTLY,
  region,
  shareOf,
  startBanks,
} from '../support/banked-shop.ts'
import { bankDay } from '../support/cases.ts'
import type { Letter } from '../support/letters.ts'
import { PORT } from '../support/place.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const OWN_PORT = PORT + 23

test.use({ baseURL: `http://localhost:${OWN_PORT}`, viewport: { width: 1280, height: 900 } })

let banks: Banks
test.beforeAll(async () => {
  banks = await startBanks(OWN_PORT)
})
test.afterAll(() => banks.close())

interface Silence {
  readonly noticedAt: string
  readonly reason: string
}

/** Time passes in short steps until the phone counts as silent. */
const untilSilent = async (page: Page, meanwhile: () => Promise<void> = async () => {}): Promise<Silence> => {
  let silence: Silence | null = null
  const look = async (): Promise<boolean> => {
    banks.app.minutesPass(0.1)
    await meanwhile()
    const { data } = await (await page.request.get('/api/v1/user/sources')).json()
    silence = data.find((each: { source: string }) => each.source === 'phone').silence
    return silence !== null
  }
  await expect.poll(look, { ...PATIENTLY, intervals: [100] }).toBe(true)
  if (silence === null) throw new Error('not silent')
  return silence
}

/** What the merchant's server received, and which letters came, each the first word about it. */
const watchNews = async (
  page: Page,
  { email }: BankedShop,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
) => {
  const update = await page.request.post('/api/v1/user/update-webhook-url', {
    data: { webhookUrl: receiver.url, format: 'standard', tellsSources: true },
    headers: { origin: banks.origin },
  })
  expect(update.status(), await update.text()).toBe(200)
  return {
    events: () =>
      receiver.received
        .map(({ body }) => JSON.parse(body))
        .filter(({ event }) => event.startsWith('source.'))
        .map(({ event, source, reason }) => `${event} ${source} ${reason}`),
    letters: async () => {
      const { data } = await (await page.request.get('/api/v1/simulator/outbox')).json()
      return data
        .filter(({ to, subject }: Letter) => to === email && subject.startsWith('Your phone'))
        .map(({ subject }: Letter) => subject)
        .toReversed()
    },
  }
}

/** An open dashboard asks again each 30 seconds. */
const DASHBOARD_MS = 30_000
const FIVE_MINUTES_MS = 300_000

test('a merchant learns within five minutes that the phone is silent or misses payments, and when it is back', async ({
  page,
}) => {
  const receiver = await startReceiver()
  const { app, nextUtr, sendMail } = banks
  const shop = await openBankedShop(page, banks)
  // Only now: with a clock of ours a click waits for frames that a busy machine draws late.
  await page.clock.install()
  await page.reload()
  const news = await watchNews(page, shop, receiver)
  const banner = region(page, 'Silent: Phone')
  /** The page is not loaded again. */
  const dashboardAsks = () => page.clock.fastForward(DASHBOARD_MS)
  const expectNews = async (events: string[], letters: string[]): Promise<void> => {
    const all = async () => ({ events: news.events(), letters: await news.letters() })
    const step = async () => {
      app.minutesPass(0.05)
      return all()
    }
    await expect.poll(step, { ...PATIENTLY, intervals: [200] }).toEqual({ events, letters })
  }

  // The phone dies. No order is open.
  await shop.sendHeartbeat()
  const heardAt = app.now()
  await expect(banner).toBeHidden()
  const died = await untilSilent(page)
  expect(died.reason).toBe('pings')
  expect(Date.parse(died.noticedAt) + DASHBOARD_MS - heardAt.getTime()).toBeLessThanOrEqual(FIVE_MINUTES_MS)
  await dashboardAsks()
  await expect(banner).toContainText('no payments reported since')
  await expectNothingFound(page, 'a silent phone beside a mailbox that is heard', [1280])
  const [silent, back] = ['source.silent phone', 'source.back phone']
  const [fell, again] = ['Your phone has stopped reporting payments', 'Your phone reports payments again']
  await expectNews([`${silent} pings`], [fell])

  await shop.sendHeartbeat()
  await expectNews([`${silent} pings`, `${back} pings`], [fell, again])
  await dashboardAsks()
  await expect(banner).toBeHidden()

  // It pings on, but may no longer read the messages.
  for (let payments = 0; payments < 10; payments += 1) {
    await shop.sendSms('VM-HDFCBK-S', hdfcSms('550.00', nextUtr(), bankDay(app.now())))
    app.minutesPass(0.1)
  }
  const orders = [await shop.sell('650.00'), await shop.sell('651.00')]
  for (const rupees of ['650.00', '651.00']) await sendMail(rupees, nextUtr())
  const madeAt = app.now()
  const missing = await untilSilent(page, shop.sendHeartbeat)
  expect(missing.reason).toBe('payments')
  expect(Date.parse(missing.noticedAt) + DASHBOARD_MS - madeAt.getTime()).toBeLessThanOrEqual(FIVE_MINUTES_MS)
  await dashboardAsks()
  await expect(banner).toContainText('Another source reported payments that this phone did not.')
  // The mailbox carries on.
  for (const { order_id: orderId } of orders) {
    const reply = await page.request.get(`/api/v1/user/transactions/${orderId}`)
    expect((await reply.json()).data.status).toBe('success')
  }
  await shop.sendSms('VM-HDFCBK-S', hdfcSms('551.00', nextUtr(), bankDay(app.now())))
  await expectNews(
    [`${silent} pings`, `${back} pings`, `${silent} payments`, `${back} payments`],
    [fell, again, fell, again],
  )
  app.minutesPass(6)
  await page.reload()
  await expect(shareOf(page, 'Phone')).toContainText('11 of 13 payments')
  await expect(shareOf(page, 'Mailbox')).toContainText('2 of 13 payments')
  receiver.close()
})
