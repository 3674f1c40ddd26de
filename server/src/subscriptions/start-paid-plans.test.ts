import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, orderDepsOf, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { startPaidPlans } from './activate-plan.ts'

let shop: Shop
beforeAll(async () => {
  // No worker: jobs stay in the queue.
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

const buy = async (merchant: ShopMerchant): Promise<string> => {
  const planData = { planName: 'basic', billingCycle: '28days' }
  const reply = await merchant.post('/user/new-subscription', { planData })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.order_id
}

const pay = async (orderId: string): Promise<void> => {
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
  const upi = opened.json().data.upiIntentUrl.bhim
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
  expect(paid.statusCode, paid.body).toBe(200)
}

const run = (over?: { limit: number }) => startPaidPlans({ ...orderDepsOf(shop), trialQrRequests: 25 }, over)
const subscriptionOf = async (merchant: ShopMerchant) => (await merchant.get('/user/subscription')).json()
const invoicesOf = ({ merchantId }: ShopMerchant) =>
  shop.db.rows(sql`select from invoices where merchant_id = ${merchantId}`)

test('startPaidPlans starts a paid plan whose job was lost, once, and no unpaid one', async () => {
  const [paid, unpaid] = [await shop.merchant(), await shop.merchant()]
  await buy(unpaid)
  const orderId = await buy(paid)
  await pay(orderId)
  await shop.db.run(sql`delete from jobs`)
  expect((await subscriptionOf(paid)).code).toBe('subscription_not_found')

  await Promise.all([run(), run()])
  await run()
  expect((await subscriptionOf(paid)).data).toMatchObject({ isActive: true, orderId })
  expect(await invoicesOf(paid)).toHaveLength(1)
  expect((await subscriptionOf(unpaid)).code).toBe('subscription_not_found')
})

test('startPaidPlans starts other plans after one that cannot start', async () => {
  const [broken, whole] = [await shop.merchant(), await shop.merchant()]
  const orderId = await buy(broken)
  await shop.db.run(sql`
    insert into invoices (merchant_id, order_id, financial_year, number, issued_at, content)
    values (${broken.merchantId}, ${orderId}, '26-27', 999, ${shop.clock.now()}, '{}')`)
  await pay(orderId)
  await pay(await buy(whole))
  await shop.db.run(sql`delete from jobs`)

  await expect(run()).rejects.toThrow('paid plans could not be started')
  expect((await subscriptionOf(whole)).data).toMatchObject({ isActive: true })
  expect((await subscriptionOf(broken)).code).toBe('subscription_not_found')
})

test('startPaidPlans finds paid purchases before and after many unpaid ones', async () => {
  const merchants = [await shop.merchant(), await shop.merchant(), await shop.merchant()]
  const orders: string[] = []
  for (const merchant of merchants) {
    orders.push(await buy(merchant))
    shop.clock.advance({ seconds: 1 })
  }
  const [first = '', , last = ''] = orders
  await pay(first)
  await pay(last)
  await shop.db.run(sql`delete from jobs`)

  await Promise.allSettled([run({ limit: 1 })])
  const running = await Promise.all(merchants.map(subscriptionOf))
  expect(running.map(({ data }) => data?.isActive)).toEqual([true, undefined, true])
})
