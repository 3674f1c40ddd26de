import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePaytm, PAYTM_ACCOUNT, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const POLLS = 100

let shop: Shop
let paytm: FakePaytm
let merchant: ShopMerchant
let liveKey: string
let orders = 0

beforeAll(async () => {
  paytm = await startFakePaytm(PAYTM_MERCHANT, () => shop.clock.now())
  shop = await openShop({ PAYTM_URL: paytm.url, API_RATE_PER_SECOND: '10000' })
  merchant = await shop.merchant()
  await merchant.post('/user/connect-merchant', PAYTM_ACCOUNT)
  liveKey = (await merchant.post('/user/get-api-details')).json().data.apiKey
})
afterAll(async () => {
  await shop.close()
  await paytm.close()
})

const place = async (key = liveKey) => {
  orders += 1
  const clientTxnId = `LIVE_${orders}`
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${key}` },
    payload: {
      client_txn_id: clientTxnId,
      ...ORDER_BODY,
    },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const { order_id: orderId, upi_intent: links } = reply.json().data
  return { clientTxnId, orderId: orderId as string, upi: links.bhim_link as string }
}
const poll = (orderId: string) => shop.call({ method: 'GET', url: `/api/v1/order/status/${orderId}` })
const open = (orderId: string) => shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
const statusByKey = (clientTxnId: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    headers: { authorization: `Bearer ${liveKey}` },
    payload: { client_txn_id: clientTxnId },
  })

test('polls of the payment page and views of lists cause no calls to providers', async () => {
  const { orderId } = await place()
  await open(orderId)
  const planned = async () =>
    (await shop.db.pool.query('select next_check_at, checks_from from orders where order_id = $1', [orderId]))
      .rows
  const before = await planned()
  for (let n = 0; n < POLLS; n += 1) {
    await poll(orderId)
    await shop.call({ method: 'GET', url: `/pay/${orderId}` })
    await shop.call({ method: 'POST', url: `/api/v1/order/checkstatus/${orderId}` })
  }
  await merchant.get('/user/all-transactions')
  await merchant.get(`/user/transactions/${orderId}`)
  expect(paytm.requests.length).toBe(0)
  // Nor has any of them brought a question forward.
  expect(await planned()).toEqual(before)
})

test('an opened order is found paid after 20 s, and its history names the provider', async () => {
  const { orderId } = await place()
  await open(orderId)
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount: '499.00', utr: '632512345678' })
  shop.clock.advance({ seconds: 21 })
  await expect.poll(async () => (await poll(orderId)).json().status).toBe('success')
  expect(paytm.queriesFor(orderId)).toBe(1)
  const detail = async () => (await merchant.get(`/user/transactions/${orderId}`)).json().data
  await expect
    .poll(async () => (await detail()).history.map(({ event }: { event: string }) => event))
    .toContain('asked')
  const { history, credits } = await detail()
  expect(history.find(({ event }: { event: string }) => event === 'asked').detail).toBe(
    'Paytm order status answered: TXN_SUCCESS: Txn Success',
  )
  expect(credits).toMatchObject([{ utr: '632512345678', sources: ['provider'], state: 'matched' }])
})

test('an order without a payment page is checked from its first status request by API key', async () => {
  const { clientTxnId, orderId } = await place()
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount: '499.00', utr: '632512345679' })
  for (let n = 0; n < 5; n += 1) await statusByKey(clientTxnId)
  expect(paytm.queriesFor(orderId)).toBe(0)
  shop.clock.advance({ seconds: 21 })
  await expect.poll(async () => (await statusByKey(clientTxnId)).json().data.status).toBe('success')
  expect(paytm.queriesFor(orderId)).toBe(1)
})

test('Verify in the dashboard checks at once and shows the result', async () => {
  const { orderId } = await place()
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount: '499.00', utr: '632512345680' })
  const reply = await merchant.post(`/order/verify/${orderId}`)
  expect(reply.json()).toMatchObject({ success: true, status: 'success' })
  expect(paytm.queriesFor(orderId)).toBe(1)
})

test('a test order causes no calls to providers', async () => {
  await merchant.post('/user/mode', { mode: 'test' })
  const reply = await merchant.post('/user/generate-payment-link', {
    client_txn_id: 'TEST_1',
    ...ORDER_BODY,
  })
  const { order_id: orderId } = reply.json().data
  await open(orderId)
  await merchant.post(`/order/verify/${orderId}`)
  shop.clock.advance({ seconds: 400 })
  await merchant.post(`/order/verify/${orderId}`)
  expect(paytm.queriesFor(orderId)).toBe(0)
  await merchant.post('/user/mode', { mode: 'live' })
})

test('the simulator never pays a live order, whatever link it gets', async () => {
  const { orderId, upi } = await place()
  const links = [upi, upi.replace(/pa=[^&]+/, `pa=${merchant.merchantId}@gallatest`)]
  for (const link of links)
    for (const outcome of ['success', 'late', 'twice', 'declined']) {
      const payload = { upi: link, outcome }
      const reply = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
      expect([link, outcome, reply.statusCode]).toEqual([link, outcome, 400])
    }
  expect((await poll(orderId)).json().status).toBe('created')
  const tested = await place(merchant.key)
  const upiOfAnother = tested.upi.replace(/pa=[^&]+/, 'pa=someone@gallatest')
  const payload = { upi: upiOfAnother, outcome: 'success' }
  expect((await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })).statusCode).toBe(400)
})
