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
  const url = `/api/v1/order/pay/${bought.json().data.order_id}`
  const upi = (await shop.call({ method: 'POST', url })).json().data.upiIntentUrl.bhim
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
  const isActive = async () => (await merchant.get('/user/subscription')).json().data?.isActive
  await expect.poll(isActive).toBe(true)
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

test('orders of plans that ended do not count for the trial, however many plans there were', async () => {
  const merchant = await shop.merchant('Sharma Tea')
  const connected = await merchant.post('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: 'sharma@okbank',
    verification: null,
  })
  expect(connected.statusCode, connected.body).toBe(200)
  await merchant.post('/user/mode', { mode: 'live' })
  await buyPlan(merchant)
  const code = await createLink(merchant, FIXED)
  for (let n = 0; n < 13; n += 1)
    expect((await customerOf(shop, { address: `203.0.113.${n}` }).order(code)).statusCode).toBe(303)
  await endPlan(merchant)
  await buyPlan(merchant)
  await endPlan(merchant)

  const statuses = []
  for (let n = 0; n < 13; n += 1)
    statuses.push((await customerOf(shop, { address: `198.51.100.${n}` }).order(code)).statusCode)
  // Half of the trial.
  expect(statuses).toEqual([...Array(12).fill(303), 503])
})
