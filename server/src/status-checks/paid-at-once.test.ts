import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const ROUNDS = 25

let shop: Shop
let merchant: ShopMerchant
let orders = 0

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '10000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const withKey = (path: string, payload: object) =>
  shop.call({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { authorization: `Bearer ${merchant.key}` },
  })

const place = async (over: object = {}) => {
  orders += 1
  const clientTxnId = `TXN_${orders}`
  const reply = await withKey('/order/create-order', {
    client_txn_id: clientTxnId,
    ...ORDER_BODY,
    ...over,
  })
  const { order_id: orderId, upi_intent: links } = reply.json().data
  return { clientTxnId, orderId: orderId as string, upi: links.bhim_link as string }
}

const pay = (upi: string) =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome: 'success' } })
const poll = async (orderId: string) =>
  (await shop.call({ method: 'GET', url: `/api/v1/order/status/${orderId}` })).json()
const open = (orderId: string) => shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
const status = async (clientTxnId: string) =>
  (await withKey('/order/check-order-status', { client_txn_id: clientTxnId })).json().data
const listed = async (clientTxnId: string) =>
  (await merchant.get(`/user/all-transactions?search=${clientTxnId}&limit=500`))
    .json()
    .data.find((row: { clientTransactionId: string }) => row.clientTransactionId === clientTxnId)

const countsOf = async (orderId: string) => {
  const { rows } = await shop.db.pool.query(
    `select (select count(*)::int from credits where order_id = $1) as credits,
       (select count(*)::int from webhook_events where order_id = $1 and event = 'order.success') as events,
       (select count(*)::int from webhook_events where order_id = $1 and event = 'order.failed') as failures,
       (select count(*)::int from order_history where order_id = $1 and event = 'paid') as paid`,
    [orderId],
  )
  return rows[0]
}

test('a payment, Verify, polls, page views and status requests at the same time give one credit and one event', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { clientTxnId, orderId, upi } = await place()
    const calls = [
      () => pay(upi),
      () => merchant.post(`/order/verify/${orderId}`),
      () => poll(orderId),
      () => open(orderId),
      () => status(clientTxnId),
    ]
    await Promise.all([...calls, ...calls.slice(1)].map((call) => call()))
    expect(await countsOf(orderId)).toEqual({ credits: 1, events: 1, failures: 0, paid: 1 })
    expect(await poll(orderId)).toMatchObject({ status: 'success', redirect: true })
    expect((await status(clientTxnId)).status).toBe('success')
  }
})

test('a payment at the moment of expiry gives one success, and is never lost', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { clientTxnId, orderId, upi } = await place({ expires_in: 5 })
    shop.clock.advance({ seconds: 10 })
    await Promise.all([pay(upi), merchant.post(`/order/verify/${orderId}`), poll(orderId)])
    expect(await countsOf(orderId)).toMatchObject({ credits: 1, events: 1, paid: 1 })
    expect((await status(clientTxnId)).status).toBe('success')
  }
})

test.each([
  ['301 s', 301, false],
  ['an hour', 3600, true],
])(
  'money that comes %s after the creation is a success, listed and shown',
  async (_when, seconds, paidLate) => {
    const { clientTxnId, orderId, upi } = await place()
    shop.clock.advance({ seconds })
    expect((await pay(upi)).statusCode).toBe(200)
    expect(await status(clientTxnId)).toMatchObject({ status: 'success', paidLate })
    expect(await listed(clientTxnId)).toMatchObject({ status: 'success', paidLate, amount: 499 })
    expect(await countsOf(orderId)).toMatchObject({ credits: 1, events: 1, paid: 1 })
  },
)

test('an order that expired while the server was down is shown as expired within a second after the start', async () => {
  const declined = await place()
  await shop.call({
    method: 'POST',
    url: '/api/v1/simulator/pay',
    payload: { upi: declined.upi, outcome: 'declined' },
  })
  const runOut = await place()
  await open(runOut.orderId)
  await shop.restart(() => shop.clock.advance({ hours: 2 }))
  // No clock goes on meanwhile: nothing but the start itself does it.
  await expect.poll(async () => (await poll(runOut.orderId)).status).toBe('failed')
  expect((await status(runOut.clientTxnId)).failureReason).toBe('expired')
  expect(await countsOf(runOut.orderId)).toEqual({ credits: 0, events: 0, failures: 1, paid: 0 })
  // May still be tried again, a day long.
  expect((await status(declined.clientTxnId)).failureReason).toBe('declined')
  const late = await pay(runOut.upi)
  expect(late.statusCode).toBe(200)
  expect(await status(runOut.clientTxnId)).toMatchObject({ status: 'success', paidLate: true })
})
