import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database.ts'
import { randomIds } from '../platform/ids.ts'
import { activatePlan } from './activate-plan.ts'
import { buyPlan } from './buy-plan.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const buy = (merchant: ShopMerchant, planName = 'basic', billingCycle = '28days') =>
  merchant.post('/user/new-subscription', { planData: { planName, billingCycle } })

const orderOf = async (merchant: ShopMerchant, planName?: string, billingCycle?: string): Promise<string> => {
  const reply = await buy(merchant, planName, billingCycle)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.order_id
}

/** The link that the buyer's phone would scan. */
const pay = async (orderId: string, outcome = 'success') => {
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
  const upi = opened.json().data.upiIntentUrl.bhim
  const paid = await shop.call({
    method: 'POST',
    url: '/api/v1/simulator/pay',
    payload: { upi, outcome },
  })
  expect(paid.statusCode, paid.body).toBe(200)
}

const activate = (orderId: string) =>
  activatePlan({ db: shop.db, clock: shop.clock, trialQrRequests: 25 }, { orderId })

const subscriptionOf = async (merchant: ShopMerchant) => (await merchant.get('/user/subscription')).json()

const started = (merchant: ShopMerchant) =>
  expect.poll(async () => (await subscriptionOf(merchant)).data?.isActive, { timeout: 20_000 }).toBe(true)

describe('buying a plan', () => {
  test('is an order of the platform at the price of the table; paid, it starts by itself', async () => {
    const merchant = await shop.merchant()
    expect(await subscriptionOf(merchant)).toMatchObject({
      success: false,
      code: 'subscription_not_found',
      msg: 'No subscription found',
      trialLimit: 25,
      trialRemaining: 25,
    })
    const reply = await buy(merchant, 'premium', '84days')
    const { payment_url: url, order_id: orderId } = reply.json().data
    expect(url).toContain(`/pay/${orderId}`)
    expect((await merchant.get('/user/subscription-history')).json().data).toMatchObject([
      {
        orderId,
        plan: 'premium',
        billingCycle: 84,
        amount: 7999,
        paymentMethod: 'UPI',
        paymentStatus: 'pending',
      },
    ])
    await pay(orderId)
    await started(merchant)
    expect((await subscriptionOf(merchant)).data).toEqual({
      plan: 'premium',
      planAmount: 7999,
      planStart: shop.clock.now().toISOString(),
      planExpiry: new Date(shop.clock.now().getTime() + 84 * 86_400_000).toISOString(),
      isActive: true,
      qrLimit: 39_599,
      qrRemaining: 39_599,
      billingCycle: 84,
      daysLeft: 84,
    })
    expect((await merchant.get('/user/subscription-history')).json().data).toMatchObject([
      { paymentStatus: 'success' },
    ])
  })

  test('activates once, however often and at once it is told', async () => {
    const merchant = await shop.merchant()
    const orderId = await orderOf(merchant)
    const results = await Promise.all([1, 2, 3, 4].map(() => activate(orderId)))
    expect(results.filter((result) => result !== undefined)).toHaveLength(1)
    await pay(orderId, 'twice')
    expect((await subscriptionOf(merchant)).data.qrRemaining).toBe(4999)
  })

  test('asked again while the payment is open gives the same payment', async () => {
    const merchant = await shop.merchant()
    const first = await orderOf(merchant)
    expect(await orderOf(merchant)).toBe(first)
    expect(await orderOf(merchant, 'startup')).not.toBe(first)
    await pay(first)
    await started(merchant)
    expect(await orderOf(merchant)).not.toBe(first)
  })

  test('that was declined or never paid starts nothing', async () => {
    const merchant = await shop.merchant()
    await pay(await orderOf(merchant), 'declined')
    expect(await subscriptionOf(merchant)).toMatchObject({ code: 'subscription_not_found' })
    expect((await merchant.get('/user/subscription-history')).json().data).toMatchObject([
      { paymentStatus: 'failed' },
    ])
  })

  test('paid late still starts the plan', async () => {
    const merchant = await shop.merchant()
    await pay(await orderOf(merchant), 'late')
    await started(merchant)
  })

  test.each([
    [{}, 'planData'],
    [{ planData: { planName: 'gold', billingCycle: '28days' } }, 'planData.planName'],
    [{ planData: { planName: 'basic', billingCycle: '1day' } }, 'planData.billingCycle'],
  ])('%j is refused with its field', async (body, field) => {
    const merchant = await shop.merchant()
    const reply = await merchant.post('/user/new-subscription', body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].field).toBe(field)
  })

  test('nobody sees what another one bought', async () => {
    const [one, other] = [await shop.merchant(), await shop.merchant()]
    await orderOf(one)
    const reply = await other.get('/user/subscription-history')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ msg: 'No subscription payment history found' })
  })
})

test('what was bought and what an offer was are never changed', async () => {
  const merchant = await shop.merchant()
  await activate(await orderOf(merchant))
  const change = (statement: Parameters<Shop['db']['run']>[0]) =>
    expect(shop.db.run(statement)).rejects.toThrow()
  await change(sql`update plan_purchases set price_paise = 1 where merchant_id = ${merchant.merchantId}`)
  await change(sql`delete from plan_purchases where merchant_id = ${merchant.merchantId}`)
  await change(sql`update plan_offers set price_paise = 1`)
})

test('everybody may read what is sold', async () => {
  const reply = await shop.call({ method: 'GET', url: '/api/v1/plans' })
  expect(reply.json().data).toMatchObject([
    { planName: 'basic', offers: [{ price: 999, qrRequests: 4999 }, { price: 2999 }, { price: 17_999 }] },
    { planName: 'startup' },
    { planName: 'premium', offers: [{ billingCycle: '28days', price: 2399 }, {}, {}] },
  ])
})

test('in production plans wait until the platform has connected an account, then cost live money', async () => {
  const merchant = await shop.merchant()
  const settings = { production: true, sandbox: true, publicUrl: new URL('https://galla.example') }
  const deps = {
    db: shop.db,
    clock: shop.clock,
    ids: randomIds,
    paymentUrl: (orderId: string) => `https://galla.example/pay/${orderId}`,
    trialQrRequests: 25,
    settings,
  }
  const buyNow = () => buyPlan(deps, merchant.merchantId, 'basic', '28days')
  await expect(buyNow()).rejects.toMatchObject({ code: 'platform_not_connected', status: 503 })
  await shop.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    select merchant_id, 'acc_live', 'live', 'other', 'Galla', 'galla@examplebank', true, ${shop.clock.now()}
    from merchants where is_platform`)
  const { orderId } = await buyNow()
  expect(
    await shop.db.one(sql`select mode, amount_paise::int as paise from orders where order_id = ${orderId}`),
  ).toEqual({ mode: 'live', paise: 99_900 })
})
