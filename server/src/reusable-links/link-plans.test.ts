import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { createLink, customerOf, FIXED } from './link-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ TRIAL_QR_REQUESTS: '25', API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

const buyPlan = async (merchant: ShopMerchant): Promise<void> => {
  const planData = { planName: 'basic', billingCycle: '28days' }
  const bought = await merchant.post('/user/new-subscription', { planData })
  expect(bought.statusCode, bought.body).toBe(200)
  const orderId = bought.json().data.order_id
  const url = `/api/v1/order/pay/${orderId}`
  const upi = (await shop.call({ method: 'POST', url })).json().data.upiIntentUrl.bhim
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
  const started = () =>
    shop.db.values(sql`select 1 from plan_purchases where order_id = ${orderId} and activated_at is not null`)
  await expect.poll(started).toHaveLength(1)
}

/** As if its days were over: a clock that is moved by a month fires every timer of it. */
const endPlan = async ({ merchantId }: ShopMerchant): Promise<void> => {
  shop.clock.advance({ minutes: 1 })
  const at = shop.clock.now()
  await shop.db.pool.query('alter table plan_purchases disable trigger guard_purchase')
  await shop.db.run(sql`
    update plan_purchases set expires_at = ${at} where merchant_id = ${merchantId} and expires_at > ${at}`)
  await shop.db.pool.query('alter table plan_purchases enable trigger guard_purchase')
  await shop.db.run(sql`update quotas set plan_expires_at = ${at} where merchant_id = ${merchantId}`)
}

const liveShop = async (upiId: string): Promise<{ merchant: ShopMerchant; code: string }> => {
  const merchant = await shop.merchant('Sharma Tea')
  const connected = await merchant.post('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: upiId,
    verification: null,
  })
  expect(connected.statusCode, connected.body).toBe(200)
  await merchant.post('/user/mode', { mode: 'live' })
  return { merchant, code: await createLink(merchant, FIXED) }
}

const openTimes = async (code: string, times: number, network: string): Promise<number[]> => {
  const statuses = []
  for (let n = 0; n < times; n += 1)
    statuses.push((await customerOf(shop, { address: `${network}.${n}` }).order(code)).statusCode)
  return statuses
}

test('unpaid orders before a plan was renewed take none of its places', async () => {
  const { merchant, code } = await liveShop('renewed@okbank')
  await buyPlan(merchant)
  expect(await openTimes(code, 13, '203.0.114')).toEqual(Array(13).fill(303))
  shop.clock.advance({ seconds: 1 })
  await buyPlan(merchant)
  await shop.db.run(sql`update subscriptions set qr_limit = 26 where merchant_id = ${merchant.merchantId}`)
  expect(await openTimes(code, 2, '198.51.101')).toEqual([303, 303])
})

test('a shop that needs no plan has the places of a paid one', async () => {
  const { merchant, code } = await liveShop('own@okbank')
  await shop.db.run(sql`update merchants set is_metered = false where merchant_id = ${merchant.merchantId}`)
  expect(await openTimes(code, 20, '192.0.2')).toEqual(Array(20).fill(303))
})

test('orders of plans that ended do not count for the trial, however many plans there were', async () => {
  const { merchant, code } = await liveShop('sharma@okbank')
  await buyPlan(merchant)
  expect(await openTimes(code, 13, '203.0.113')).toEqual(Array(13).fill(303))
  await endPlan(merchant)
  await buyPlan(merchant)
  await endPlan(merchant)

  // Half of the trial.
  expect(await openTimes(code, 13, '198.51.100')).toEqual([...Array(12).fill(303), 503])
})
