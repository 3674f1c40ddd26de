import { randomBytes } from 'node:crypto'
import { KEY_SCOPES } from '@galla/contract/api-keys/key-scopes'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { BODY_BYTES_MAX } from '@galla/contract/limits'
import { createOrder } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { restrictedKey } from '../../testing/every-caller.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { keyTextFrom } from './key-text.ts'

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const events = (key: string) =>
  shop.call({ url: '/api/v1/events', headers: { authorization: `Bearer ${key}` } })

test('calls beyond the rate get 429 with Retry-After, and every reply has the rate-limit headers', async () => {
  const first = await events(merchant.key)
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '100',
    'ratelimit-remaining': '99',
    'ratelimit-reset': '1',
    'ratelimit-policy': '"key";q=100;w=4',
    ratelimit: '"key";r=99;t=1',
  })
  const many = await Promise.all(Array.from({ length: 110 }, () => events(merchant.key)))
  const refused = many.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(11)
  expect(refused[0]?.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-remaining': '0' })
  shop.clock.advance({ seconds: 1 })
  expect((await events(merchant.key)).headers['ratelimit-remaining']).toBe('24')
})

test.each(ENDPOINTS.filter(({ endpoint }) => endpoint.auth === 'key').map(({ endpoint }) => endpoint))(
  '$method $path returns the rate-limit headers for every caller and every outcome',
  async ({ method, path, body }) => {
    const isSought = path.includes(':') && (body === undefined || body.safeParse({}).success)
    const call = (authorization: string, payload?: string) =>
      shop.call({
        method,
        url: `/api/v1${path}?limit=none`,
        headers: { authorization, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { payload: payload ?? '{}' }),
      })
    const wrong = keyTextFrom('test', randomBytes(32))
    const key = await restrictedKey(shop, merchant.merchantId, KEY_SCOPES)
    const replies = [
      await call(`Bearer ${key}`),
      await call(`Bearer ${key}`, '{not json'),
      await call(`Bearer ${wrong}`),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([
      isSought ? 404 : 400,
      isSought && method === 'GET' ? 404 : 400,
      401,
    ])
    expect(replies.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['99', '98', '99'])
  },
)

test.each([`/api/v1${createOrder.path}`, DIALECT_PATHS.ekqrCreate])(
  'a body that %s refuses counts towards the rate limit, and the reply has the headers',
  async (url) => {
    const send = () =>
      shop.call({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${merchant.key}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ udf1: 'x'.repeat(BODY_BYTES_MAX) }),
      })
    const replies = [await send(), await send()]
    expect(replies.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['99', '98'])
    expect(replies[1]?.json()).toMatchObject({ msg: REFUSALS.too_large.msg })
  },
)
