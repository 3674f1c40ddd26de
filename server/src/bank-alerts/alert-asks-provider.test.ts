import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePaytm, PAYTM_ACCOUNT, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let paytm: FakePaytm
let merchant: ShopMerchant
let key: string
let alertPath: string
let utrs = 640_000_000_000

beforeAll(async () => {
  paytm = await startFakePaytm(PAYTM_MERCHANT, () => shop.clock.now())
  shop = await openShop({ PAYTM_URL: paytm.url, API_RATE_PER_SECOND: '10000' })
  merchant = await shop.merchant()
  await merchant.post('/user/connect-merchant', PAYTM_ACCOUNT)
  key = (await merchant.post('/user/get-api-details')).json().data.apiKey
  alertPath = await alertPathOf(merchant)
})
afterAll(async () => {
  await shop.close()
  await paytm.close()
})

const opened = async (amount: string): Promise<string> => {
  const orderId = await placeOrder(shop, { key }, amount)
  await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
  return orderId
}

/** The provider knows of a payment of the order. */
const pay = (orderId: string, amount: string): string => {
  utrs += 1
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount, utr: String(utrs) })
  return String(utrs)
}

const send = async (message: { from: string; text: string }): Promise<void> => {
  const reply = await shop.call({
    method: 'POST',
    url: alertPath,
    payload: { ...message, sentStamp: String(shop.clock.now().getTime()) },
  })
  expect(reply.statusCode).toBe(200)
  await recordAlertsOf(shop)
}

const sendByApp = (amount: string) =>
  send({ from: 'com.phonepe.app', text: `₹${amount} received from Asha Dsouza` })
const sendByBank = (amount: string, utr: string) =>
  send({
    from: 'VM-HDFCBK-S',
    text: `Rs.${amount} credited to your A/c XX1234 on 21-11-26 by UPI from asha@okaxis. UPI Ref No ${utr} -HDFC Bank`,
  })

/** In how many seconds the provider is asked about the order. */
const secondsToCheck = async (orderId: string): Promise<number> => {
  const { rows } = await shop.db.pool.query('select next_check_at from orders where order_id = $1', [orderId])
  return (rows[0].next_check_at.getTime() - shop.clock.now().getTime()) / 1000
}

const statusOf = async (orderId: string) =>
  (await shop.call({ method: 'GET', url: `/api/v1/order/status/${orderId}` })).json().status

test('a message that settles no order immediately starts status checks of the orders of its amount', async () => {
  const orderId = await opened('611.00')
  const other = await opened('612.00')
  pay(orderId, '611.00')
  await sendByApp('611.00')
  await expect.poll(() => secondsToCheck(orderId)).toBe(0)
  shop.clock.advance({ ms: 500 })
  await expect.poll(() => statusOf(orderId)).toBe('success')
  expect([paytm.queriesFor(orderId), paytm.queriesFor(other)]).toEqual([1, 0])
})

test('the provider decides which of two orders of one amount a bank message pays', async () => {
  const [paid, unpaid] = [await opened('613.00'), await opened('613.00')]
  await sendByBank('613.00', pay(paid, '613.00'))
  await expect.poll(() => secondsToCheck(paid)).toBe(0)
  shop.clock.advance({ ms: 500 })
  await expect.poll(() => statusOf(paid)).toBe('success')
  expect(await statusOf(unpaid)).toBe('pending')
})

test('messages of one amount start a check of an order at most every three seconds', async () => {
  const orderId = await opened('614.00')
  await sendByApp('614.00')
  await expect.poll(() => secondsToCheck(orderId)).toBe(0)
  shop.clock.advance({ ms: 500 })
  await expect.poll(() => paytm.queriesFor(orderId)).toBe(1)
  await expect.poll(() => secondsToCheck(orderId)).toBe(19.5)
  for (let n = 0; n < 3; n += 1) await sendByApp('614.00')
  await expect.poll(() => secondsToCheck(orderId)).toBe(3)
})

test('a message that settles its order starts no check', async () => {
  const orderId = await opened('615.00')
  await sendByBank('615.00', '650000000001')
  await expect.poll(() => statusOf(orderId)).toBe('success')
  expect(paytm.queriesFor(orderId)).toBe(0)
})
