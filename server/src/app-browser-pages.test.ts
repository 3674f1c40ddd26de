import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrder } from '../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../testing/shop.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' }
const BROWSERS = {
  'a browser': { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' },
  'a browser without HTTPS': { 'upgrade-insecure-requests': '1', accept: 'text/html,*/*;q=0.8' },
} as const
/** What Java's HttpURLConnection accepts by itself. */
const PROGRAM = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' }

let shop: Shop
let merchant: ShopMerchant
let orderId: string
beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant('Sharma Tea')
  orderId = await placeOrder(shop, merchant, '499.00')
})
afterAll(() => shop.close())

const PUBLIC = ENDPOINTS.filter(({ endpoint }) => endpoint.auth === 'public' && endpoint.method === 'POST')
const pathOf = (path: string): string => `/api/v1${path.replace(':orderId', orderId)}`

describe.each(Object.entries(BROWSERS))('%s', (_name, headers) => {
  test.each([
    ...PUBLIC.map(({ endpoint }) => endpoint.path),
    '/order/create-order',
    '/order/check-order-status',
  ])('that sends a form to %s gets a page', async (path) => {
    const reply = await shop.call({
      method: 'POST',
      url: pathOf(path),
      headers: { ...headers, ...FORM },
      payload: 'a=1',
    })
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toMatch(/<h1>[^<{]+<\/h1>/)
    expect(reply.headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-/)
  })

  test.each(['/api/create_order', '/pay/x', '/l/x', '/receipt/x', '/pricing', '/nowhere'])(
    'that sends a form to %s gets a page',
    async (url) => {
      const reply = await shop.call({
        method: 'POST',
        url,
        headers: { ...headers, ...FORM },
        payload: 'a=<b>',
      })
      if (reply.statusCode !== 303) expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    },
  )

  test.each(['/receipt/x', '/receipt/x/a5.pdf', '/pay/x/qr.png', '/pay/x', '/api/v1/order/status/x'])(
    'that opens %s in vain gets a page',
    async (url) => {
      const reply = await shop.call({ method: 'GET', url, headers })
      expect(reply.statusCode).toBe(404)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    },
  )
})

test('programs get JSON, whatever they accept', async () => {
  for (const request of [
    { method: 'POST' as const, url: pathOf('/order/claim/:orderId') },
    { method: 'GET' as const, url: '/receipt/x' },
  ])
    expect((await shop.call({ ...request, headers: PROGRAM })).headers['content-type']).toContain(
      'application/json',
    )
})

test.each(['/pay/ID/', '/pay/ID//', '/pay/ID/?lang=hi', '/receipt/ID/'])(
  'the address %s leads to the one without the slash at its end',
  async (address) => {
    const { statusCode, headers } = await shop.call({ method: 'GET', url: address.replace('ID', orderId) })
    expect(statusCode).toBe(308)
    expect(headers.location).toBe(address.replace('ID', orderId).replace(/\/+(?=$|\?)/, ''))
  },
)
