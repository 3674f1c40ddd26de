import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { openCounter, payPrintedQr } from './counters-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

/** Someone makes an online order and does not pay it. */
const orderOnline = async (merchant: ShopMerchant, client_txn_id: string, amount: string) => {
  const created = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: { ...ORDER_BODY, client_txn_id, amount },
  })
  expect(created.statusCode, created.body).toBe(200)
  return created.json().data.order_id as string
}
const orderOf = (orderId: string) =>
  shop.db.one<{ status: string; payable: bigint }>(sql`
    select status, payable_paise as payable from orders where order_id = ${orderId}`)
const giveUniqueAmounts = ({ merchantId }: ShopMerchant) =>
  shop.db.run(
    sql`update accounts set unique_amounts = true where merchant_id = ${merchantId} and mode = 'test'`,
  )

test('a payment to the printed QR settles no online order of its amount, and waits at the counter', async () => {
  const merchant = await shop.merchant()
  const counter = await openCounter(shop, merchant)
  const online = await orderOnline(merchant, 'STRANGER-1', '20.00')
  await payPrintedQr(shop, merchant, '20.00')
  expect((await orderOf(online)).status).not.toBe('success')
  const [waiting] = (await counter.state()).waiting
  expect(waiting).toMatchObject({ amount: 20 })
  const taken = await counter.post(`/counter/credits/${waiting?.creditId}/take`)
  expect(taken.statusCode, taken.body).toBe(200)
  expect(taken.json().data.orderId).not.toBe(online)
  expect((await orderOf(online)).status).not.toBe('success')
})

test('the amount alone settles a keypad order, and an online order only after the counter is closed', async () => {
  const merchant = await shop.merchant()
  const counter = await openCounter(shop, merchant)
  const made = await counter.post('/counter/orders', { requestId: 'device-1-0001', amount: '35.00' })
  expect(made.statusCode, made.body).toBe(200)
  await payPrintedQr(shop, merchant, '35.00')
  expect((await orderOf(made.json().data.orderId)).status).toBe('success')
  const other = await openCounter(shop, merchant, 'Closed soon')
  const online = await orderOnline(merchant, 'ONLINE-1', '36.00')
  await merchant.post(`/user/counters/${counter.counterId}/close`)
  await payPrintedQr(shop, merchant, '36.00')
  expect((await orderOf(online)).status).not.toBe('success')
  const later = await orderOnline(merchant, 'ONLINE-2', '37.00')
  const [{ staticLink }] = (await merchant.get('/user/counters')).json().data
  await merchant.post(`/user/counters/${other.counterId}/close`)
  await shop.call({
    method: 'POST',
    url: '/api/v1/simulator/pay',
    payload: { upi: `${staticLink}&am=37.00` },
  })
  expect((await orderOf(later)).status).toBe('success')
})

test('with unique amounts, paise settle an online order and whole rupees are payments to the printed QR', async () => {
  const merchant = await shop.merchant()
  await giveUniqueAmounts(merchant)
  const early = await orderOnline(merchant, 'EARLY', '20.00')
  expect((await orderOf(early)).payable).toBe(1999n)
  const counter = await openCounter(shop, merchant)
  const dearer = await orderOnline(merchant, 'DEARER', '20.01')
  const online = await orderOnline(merchant, 'ONLINE', '21.00')
  expect([(await orderOf(dearer)).payable, (await orderOf(online)).payable]).toEqual([1998n, 2099n])
  for (const amount of ['20.00', '21.00']) await payPrintedQr(shop, merchant, amount)
  expect((await counter.state()).waiting.map(({ amount }) => amount).toSorted()).toEqual([20, 21])
  for (const orderId of [early, dearer, online]) expect((await orderOf(orderId)).status).not.toBe('success')
  await payPrintedQr(shop, merchant, '20.99')
  expect((await orderOf(online)).status).toBe('success')
})

test('a second equal payment of a customer within minutes waits at the counter again', async () => {
  const merchant = await shop.merchant()
  const counter = await openCounter(shop, merchant)
  await openCounter(shop, merchant, 'Spare till')
  for (const sales of [1, 2, 3]) {
    await payPrintedQr(shop, merchant, '10.00')
    const { waiting } = await counter.state()
    expect(waiting).toMatchObject([{ amount: 10 }])
    const taken = await counter.post(`/counter/credits/${waiting[0]?.creditId}/take`)
    expect(taken.statusCode, taken.body).toBe(200)
    expect((await counter.state()).today).toEqual({
      count: sales,
      amount: 10 * sales,
      waiting: { count: 0, amount: 0 },
    })
    shop.clock.advance({ seconds: 120 })
  }
})

test('beside a printed QR without a counter, the amount alone settles what was collected, and no online order', async () => {
  const merchant = await shop.merchant()
  const collected = await merchant.post('/user/collect', { requestId: 'tap-printed-1', amount: '52.00' })
  expect(collected.statusCode, collected.body).toBe(200)
  const { orderId, link } = collected.json().data
  const online = await orderOnline(merchant, 'ONLINE-3', '53.00')
  await shop.db.run(sql`
    update accounts set has_printed_qr = true where merchant_id = ${merchant.merchantId} and mode = 'test'`)
  for (const amount of ['52.00', '53.00']) {
    const upi = link.replace(/&tr=[^&]*/, '').replace(/am=[^&]*/, `am=${amount}`)
    expect(upi).not.toBe(link)
    const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
    expect(paid.statusCode, paid.body).toBe(200)
  }
  expect((await orderOf(orderId)).status).toBe('success')
  expect((await orderOf(online)).status).not.toBe('success')
})
