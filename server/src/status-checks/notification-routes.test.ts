import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { newUtr } from '../../testing/ledger.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const FORM = {
  merchantProvider: 'other',
  merchantName: 'Sharma Tea House',
  merchantId: 'SHARMA38472910',
  merchantUpiId: 'sharmatea@examplebank',
  verification: { source: 'razorpay-qr', credentials: RAZORPAY_MERCHANT },
}
const ORDER = {
  client_txn_id: 'ORDER_1',
  ...ORDER_BODY,
}

let shop: Shop
let razorpay: FakeRazorpay
let merchant: ShopMerchant
let path: string
beforeAll(async () => {
  razorpay = await startFakeRazorpay(RAZORPAY_MERCHANT, () => shop.clock.now())
  shop = await openShop({ RAZORPAY_URL: razorpay.url })
  merchant = await shop.merchant()
  const connected = await merchant.post('/user/connect-merchant', FORM)
  path = new URL(connected.json().data.verification.notificationUrl).pathname
})
afterAll(async () => {
  await shop.close()
  await razorpay.close()
})

const send = (body: string, headers: Record<string, string>, to = path) =>
  shop.call({ method: 'POST', url: to, payload: body, headers })

test('the account shows its notification URL, and a notification settles the order, which the page shows as paid', async () => {
  const made = await merchant.post('/user/generate-payment-link', ORDER)
  expect(made.statusCode, made.body).toBe(200)
  const orderId: string = made.json().data.order_id
  const page = await shop.call({ method: 'GET', url: `/pay/${orderId}` })
  expect(page.body).toContain('rzr.qrsharmatea5446@icic')
  razorpay.pay(orderId, { utr: newUtr() })
  const { body, headers } = razorpay.notification('qr_code.credited', orderId)
  expect((await send(body, headers)).statusCode).toBe(200)
  expect((await send(body, headers)).statusCode).toBe(200)
  const status = await shop.call({ method: 'GET', url: `/api/v1/order/status/${orderId}` })
  expect(status.json().status).toBe('success')
})

test.each([
  ['no signature', '{"event":"qr_code.credited"}', {}, 401],
  ['a signature of nobody', '{}', { 'x-razorpay-signature': '0'.repeat(64) }, 401],
  ['what is no JSON', '\u0000\u0000{{{', { 'x-razorpay-signature': 'x' }, 401],
  ['nothing', '', {}, 401],
  ['1 MB', `{"event":"${'x'.repeat(1_000_000)}"}`, {}, 413],
])('%s is refused', async (_what, body, headers, status) => {
  const reply = await send(body, { 'content-type': 'application/json', ...headers } as Record<string, string>)
  expect(reply.statusCode, reply.body).toBe(status)
})

test('an unknown notification URL is not found, whatever is sent to it', async () => {
  for (const wrong of ['x', '0'.repeat(64), '..%2f..', '%00'])
    expect((await send('{}', {}, `/api/v1/notifications/${wrong}`)).statusCode).toBeGreaterThanOrEqual(400)
})
