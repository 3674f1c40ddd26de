import { DIALECT_PATHS, EKQR_SDK_PATH } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop({}, new Date())
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const SHOP = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }

test('any site may load the script and revalidate it by its ETag', async () => {
  const reply = await shop.call({ method: 'GET', url: EKQR_SDK_PATH })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(reply.body).toContain('window.EKQR = EKQR')
  const headers = { 'if-none-match': String(reply.headers.etag) }
  expect((await shop.call({ method: 'GET', url: EKQR_SDK_PATH, headers })).statusCode).toBe(304)
})

test('the script contains no address but the one from which it was loaded', async () => {
  const { body } = await shop.call({ method: 'GET', url: EKQR_SDK_PATH })
  expect(body.match(/https?:\/\/[^\s'"`]+/g)).toBeNull()
})

test("the script's two calls work from a shop's page without cookies and reveal nothing about the customer", async () => {
  const payload = {
    key: merchant.key,
    client_txn_id: 'SDK-1',
    amount: '10',
    p_info: 'Tea',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://shop.example/',
  }
  const made = await shop.call({ method: 'POST', url: DIALECT_PATHS.ekqrCreateV2, payload })
  const id = made.json().data.payment_url.split('/pay/')[1]
  for (const [url, body] of [
    [`/api/v1/order/pay/${id}`, { retry: false }],
    [`/api/v1/order/checkstatus/${id}`, undefined],
  ] as const) {
    const reply = await shop.call({ method: 'POST', url, headers: SHOP, ...(body && { payload: body }) })
    expect({ url, status: reply.statusCode }).toEqual({ url, status: 200 })
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.body).not.toMatch(/asha|9876543210/i)
    const preflight = await shop.call({ method: 'OPTIONS', url, headers: SHOP })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toContain('content-type')
  }
})

test('other sites cannot call the status poll of the payment page', async () => {
  const reply = await shop.call({
    method: 'GET',
    url: `/api/v1/order/status/${'0'.repeat(26)}`,
    headers: SHOP,
  })
  expect(reply.headers['access-control-allow-origin']).toBeUndefined()
})
