import { DAY_MS } from '@galla/contract/durations'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingNobody } from '../../testing/qr-making.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { createOrders } from '../orders/create/create-order.ts'
import { randomIds } from '../platform/ids.ts'
import { readOutbox } from '../platform/mail/outbox.ts'

const TRIAL = 3
const BASIC_REQUESTS = 4999
const STARTUP_REQUESTS = 8599
const BATCH = 500

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop({ TRIAL_QR_REQUESTS: String(TRIAL) })
  merchant = await shop.merchant('Sharma Tea')
})
afterAll(() => shop.close())

let orders = 0
const form = () => {
  orders += 1
  return {
    client_txn_id: `INV-${orders}`,
    amount: '499.00',
    p_info: 'Masala tea',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9123456780',
    redirect_url: 'https://tea.example/done',
  }
}

const sell = () => merchant.post('/user/generate-payment-link', form())
const sold = async (): Promise<string> => {
  const reply = await sell()
  expect(reply.statusCode, reply.body).toBe(200)
  return new URL(reply.json().data.payment_url).pathname
}

/** As a busy integrator's server does: many concurrent calls, each for a new order. */
const sellMany = async (count: number): Promise<void> => {
  const { db, clock } = shop
  const create = createOrders({
    db,
    clock,
    ids: randomIds,
    paymentUrl: (orderId) => orderId,
    trialQrRequests: TRIAL,
    qr: askingNobody,
  })
  for (let made = 0; made < count; made += BATCH)
    await Promise.all(
      Array.from({ length: Math.min(BATCH, count - made) }, () =>
        create({ merchantId: merchant.merchantId, mode: 'live' }, { ...form(), amount: paise(49_900n) }),
      ),
    )
}

const subscription = async () => (await merchant.get('/user/subscription')).json()

const buy = async (planName: string): Promise<string> => {
  const reply = await merchant.post('/user/new-subscription', {
    planData: { planName, billingCycle: '28days' },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const { order_id: orderId, payment_url: url } = reply.json().data
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
  const upi = opened.json().data.upiIntentUrl.bhim
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
  expect(paid.statusCode, paid.body).toBe(200)
  expect(new URL(url).pathname).toBe(`/pay/${orderId}`)
  return orderId
}

const bought = (planExpiry: Date) =>
  expect.poll(async () => (await subscription()).data?.planExpiry).toBe(planExpiry.toISOString())

const inDays = (days: number): Date => new Date(shop.clock.now().getTime() + days * DAY_MS)

/** Days pass while no process runs; what fell due meanwhile is done at the start. The session has ended by then. */
const daysPass = async (days: number): Promise<void> => {
  await shop.restart(() => shop.clock.advance({ days }))
  merchant = await shop.logInAgain(merchant)
}

/** Old letters are deleted from the outbox, so each that was seen is remembered by its id. */
const warnings = new Map<string, string>()
/** All warnings so far; the queue writes them a moment after they were noted. */
const warnedOf = (...subjects: string[]) =>
  expect
    .poll(async () => {
      for (const { id, to, subject } of await readOutbox(shop.dataDir))
        if (to === merchant.email && /plan|QR requests/.test(subject)) warnings.set(id, subject)
      return [...warnings.values()].toSorted()
    })
    .toEqual(subjects.toSorted())

const brandedAt = async (path: string) =>
  (await shop.call({ method: 'GET', url: path })).body.includes('Powered by Galla')

test('a subscription goes through trial, plan, used up, renewal, larger plan and expiry', async () => {
  // Registered, and without a plan.
  expect(await subscription()).toMatchObject({
    code: 'subscription_not_found',
    trialLimit: TRIAL,
    trialRemaining: TRIAL,
  })
  expect((await sell()).statusCode).toBe(200)
  const account = {
    merchantProvider: 'bharatpe',
    merchantName: 'Sharma Tea',
    merchantId: 'M22KQ9',
    merchantUpiId: 'sharmatea@examplebank',
  }
  expect((await merchant.post('/user/connect-merchant', account)).statusCode).toBe(200)

  // The trial: each live order takes one, and the page says whose product it is.
  for (let n = 0; n < TRIAL; n += 1) expect(await brandedAt(await sold())).toBe(true)
  expect(await subscription()).toMatchObject({ trialRemaining: 0 })
  expect((await sell()).json()).toMatchObject({
    code: 'no_subscription',
    msg: 'No active subscription. Choose a plan to accept live payments.',
  })

  // The purchased plan starts automatically, and the page shows only the merchant's name.
  const first = await buy('basic')
  await bought(inDays(28))
  expect((await subscription()).data).toMatchObject({
    plan: 'basic',
    planAmount: 999,
    isActive: true,
    qrLimit: BASIC_REQUESTS,
    qrRemaining: BASIC_REQUESTS,
    daysLeft: 28,
  })
  const page = await sold()
  expect(await brandedAt(page)).toBe(false)

  // Used up, with a warning at 80 and at 100 per cent.
  await sellMany(3999)
  shop.clock.advance({ minutes: 1 })
  await warnedOf('80% of your QR requests are used')
  await sellMany(BASIC_REQUESTS - 4000)
  shop.clock.advance({ minutes: 1 })
  await warnedOf('80% of your QR requests are used', 'Your QR requests are used up')
  expect((await subscription()).data).toMatchObject({ qrRemaining: 0, isActive: true })
  const refused = await sell()
  expect(refused.statusCode).toBe(402)
  expect(refused.json()).toMatchObject({
    code: 'quota_exhausted',
    msg: 'Your QR requests are used up. Upgrade your plan or wait for the next cycle.',
  })

  // Renewed a week before the end: the days are added, the requests are there again.
  await daysPass(21)
  const ending = ['80% of your QR requests are used', 'Your QR requests are used up']
  await warnedOf(...ending, 'Your Basic plan ends in 7 days')
  const { planExpiry } = (await subscription()).data
  await buy('basic')
  await bought(new Date(Date.parse(planExpiry) + 28 * DAY_MS))
  expect((await subscription()).data).toMatchObject({ qrRemaining: BASIC_REQUESTS, daysLeft: 35 })
  await sold()

  // A larger plan takes its place at once and takes over what is left. Purchases of one instant have no order among them.
  shop.clock.advance({ seconds: 1 })
  await buy('startup')
  await bought(inDays(28))
  expect((await subscription()).data).toMatchObject({
    plan: 'startup',
    qrLimit: STARTUP_REQUESTS + BASIC_REQUESTS - 1,
    qrRemaining: STARTUP_REQUESTS + BASIC_REQUESTS - 1,
    daysLeft: 28,
  })

  // A day before the end, the warning for seven days is not sent; then the plan ends.
  await daysPass(27)
  await warnedOf(...ending, 'Your Basic plan ends in 7 days', 'Your Startup plan ends in 1 day')
  await sold()
  await daysPass(1)
  expect((await subscription()).data).toMatchObject({ isActive: false, daysLeft: 0 })
  expect((await sell()).json()).toMatchObject({ code: 'no_subscription' })
  expect(await brandedAt(page)).toBe(true)

  const history = (await merchant.get('/user/subscription-history')).json().data
  expect(history.map(({ plan, paymentStatus }: Record<string, string>) => [plan, paymentStatus])).toEqual([
    ['startup', 'success'],
    ['basic', 'success'],
    ['basic', 'success'],
  ])
  const invoice = await merchant.get(`/user/subscription-history/${first}/invoice.pdf`)
  expect(invoice.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})
