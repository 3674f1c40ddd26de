import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { openCounter } from './counters-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const sale = (requestId: string, amount = '40.00') => ({ requestId, amount, note: 'Two teas' })
const ordersOf = (requestId: string) =>
  shop.db.rows<{ order_id: string; merchant_id: string }>(sql`
    select order_id, merchant_id from orders where client_txn_id = ${`counter-${requestId}`}`)

test('a shop without a counter collects: many calls of one request are one open order, which the QR pays', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => merchant.post('/user/collect', sale('tap-00000001'))),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  const [{ data }] = replies.map((reply) => reply.json()) as [{ data: { orderId: string; link: string } }]
  expect(data).toMatchObject({ amount: 40, note: 'Two teas', status: 'pending' })
  expect(await ordersOf('tap-00000001')).toEqual([
    { order_id: data.orderId, merchant_id: merchant.merchantId },
  ])
  const other = await merchant.post('/user/collect', sale('tap-00000001', '41.00'))
  expect([other.statusCode, other.json().code]).toEqual([409, 'duplicate_client_txn_id'])
  const payload = { upi: data.link }
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  expect(paid.statusCode, paid.body).toBe(200)
  const order = (await merchant.get(`/user/transactions/${data.orderId}`)).json().data
  expect(order).toMatchObject({ status: 'success', amount: 40 })
  const again = await merchant.post('/user/collect', sale('tap-00000001'))
  expect([again.statusCode, again.json().code]).toEqual([409, 'not_payable'])
})

test('a shop with a counter sells at it, so that the amount alone is enough beside the printed QR', async () => {
  const counter = await openCounter(shop, merchant)
  const { data } = (await merchant.post('/user/collect', sale('tap-00000002'))).json()
  expect((await counter.state()).order).toMatchObject({ orderId: data.orderId, link: data.link })
  const repeated = (await merchant.post('/user/collect', sale('tap-00000002'))).json()
  expect(repeated.data.orderId).toBe(data.orderId)
  const isSale = await shop.db.value<boolean>(sql`
    select is_sale from counter_orders where merchant_id = ${merchant.merchantId} and order_id = ${data.orderId}`)
  expect(isSale).toBe(true)
})

test('each merchant sells for itself, and a bad amount is named', async () => {
  const other = await shop.merchant()
  const mine = (await merchant.post('/user/collect', sale('tap-00000003'))).json().data
  const theirs = (await other.post('/user/collect', sale('tap-00000003'))).json().data
  expect(theirs.orderId).not.toBe(mine.orderId)
  expect((await ordersOf('tap-00000003')).map((row) => row.merchant_id).sort()).toEqual(
    [merchant.merchantId, other.merchantId].sort(),
  )
  const wrong = await other.post('/user/collect', sale('tap-00000004', '0'))
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().errors).toEqual([{ field: 'amount', msg: expect.any(String) }])
})
