import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://localhost:3000'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

const onPhone = async ({ email }: ShopMerchant): Promise<string> => {
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password: PASSWORD },
    headers: { origin: ORIGIN, 'user-agent': PHONE },
  })
  return reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

test('the list of sessions shows device labels, the current one first and marked, and no token', async () => {
  const merchant = await shop.merchant()
  const startedAt = shop.clock.now().toISOString()
  shop.clock.advance({ minutes: 5 })
  await onPhone(merchant)
  shop.clock.advance({ minutes: 5 })
  const reply = await merchant.get('/auth/sessions')
  expect(reply.json().data).toEqual([
    {
      id: expect.stringMatching(/^ses_/),
      device: 'Unknown device',
      createdAt: startedAt,
      lastUsedAt: shop.clock.now().toISOString(),
      current: true,
    },
    {
      id: expect.stringMatching(/^ses_/),
      device: 'Chrome on Android',
      createdAt: '2026-11-21T04:05:00.000Z',
      lastUsedAt: '2026-11-21T04:05:00.000Z',
      current: false,
    },
  ])
  expect(reply.headers['cache-control']).toContain('no-store')
})

test('logging out the other sessions keeps this one and those of other merchants', async () => {
  const [merchant, neighbour] = [await shop.merchant(), await shop.merchant()]
  const phones = [await onPhone(merchant), await onPhone(merchant)]
  const ended = await merchant.post('/auth/sessions/logout-others')
  expect(ended.json().data).toEqual({ ended: 2, counters: 0 })
  expect((await merchant.post('/auth/sessions/logout-others')).json().data).toEqual({ ended: 0, counters: 0 })
  for (const cookie of phones)
    expect(
      (await shop.call({ method: 'GET', url: '/api/v1/auth/session', headers: { cookie } })).statusCode,
    ).toBe(401)
  expect((await merchant.get('/auth/sessions')).json().data).toHaveLength(1)
  expect((await neighbour.get('/auth/session')).statusCode).toBe(200)
})

test('a session is ended by its id, once, and never another merchant’s', async () => {
  const [merchant, neighbour] = [await shop.merchant(), await shop.merchant()]
  const [first, second] = [await onPhone(merchant), await onPhone(merchant)]
  const isLoggedIn = async (cookie: string) =>
    (await shop.call({ method: 'GET', url: '/api/v1/auth/session', headers: { cookie } })).statusCode === 200
  const places: { id: string; current: boolean }[] = (await merchant.get('/auth/sessions')).json().data
  const [last] = places.filter(({ current }) => !current)
  const end = (by: ShopMerchant) => by.post(`/auth/sessions/${last?.id}/end`)
  expect((await end(neighbour)).statusCode).toBe(404)
  const twice = await Promise.all([end(merchant), end(merchant)])
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  const still = [await isLoggedIn(first), await isLoggedIn(second)]
  expect(still.sort()).toEqual([false, true])
  expect((await merchant.get('/auth/session')).statusCode).toBe(200)
  expect((await merchant.post('/auth/sessions/ses_nobody/end')).statusCode).toBe(400)
})

test('the list omits ended sessions and shows the most recently used of very many', async () => {
  const merchant = await shop.merchant()
  await onPhone(merchant)
  shop.clock.advance({ hours: 11 })
  await merchant.get('/auth/session')
  shop.clock.advance({ hours: 2 })
  expect((await merchant.get('/auth/sessions')).json().data).toHaveLength(1)
  for (let n = 0; n < 51; n += 1) {
    shop.clock.advance({ seconds: 1 })
    await onPhone(merchant)
  }
  const { data } = (await merchant.get('/auth/sessions')).json()
  expect(data).toHaveLength(50)
  expect(data[0].current).toBe(true)
})

test('a caller without a session can neither see nor end sessions', async () => {
  expect((await shop.call({ method: 'GET', url: '/api/v1/auth/sessions' })).statusCode).toBe(401)
  const ended = await shop.call({
    method: 'POST',
    url: '/api/v1/auth/sessions/logout-others',
    payload: {},
    headers: { origin: ORIGIN },
  })
  expect(ended.statusCode).toBe(401)
})
