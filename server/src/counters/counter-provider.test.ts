import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePaytm, PAYTM_ACCOUNT, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { openCounter } from './counters-harness.ts'

let shop: Shop
let paytm: FakePaytm

beforeAll(async () => {
  paytm = await startFakePaytm(PAYTM_MERCHANT, () => shop.clock.now())
  shop = await openShop({ PAYTM_URL: paytm.url })
})
afterAll(async () => {
  await shop.close()
  await paytm.close()
})

test("a provider's report of a keypad order is shown at the counter as a paid order", async () => {
  const merchant = await shop.merchant()
  await merchant.post('/user/connect-merchant', PAYTM_ACCOUNT)
  const counter = await openCounter(shop, merchant)
  const before = shop.clock.now()
  const made = await counter.post('/counter/orders', {
    requestId: 'device-1-0001',
    amount: '120.50',
    note: 'Table 4',
  })
  expect(made.statusCode, made.body).toBe(200)
  const { orderId } = made.json().data
  expect((await counter.state()).order).toMatchObject({ orderId, status: 'pending' })
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount: '120.50', utr: '632512345678' })
  shop.clock.advance({ seconds: 21 })
  await expect
    .poll(async () => (await counter.state(before)).news)
    .toMatchObject([{ orderId, amount: 120.5 }])
  const { order, payments, waiting, today } = await counter.state(before)
  expect({ order, waiting, today }).toEqual({
    order: null,
    waiting: [],
    today: { count: 1, amount: 120.5, waiting: { count: 0, amount: 0 } },
  })
  expect(payments).toMatchObject([{ orderId, note: 'Table 4' }])
  const { credits } = (await merchant.get(`/user/transactions/${orderId}`)).json().data
  expect(credits).toMatchObject([{ utr: '632512345678', sources: ['provider'], state: 'matched' }])
})
