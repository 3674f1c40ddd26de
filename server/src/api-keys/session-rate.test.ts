import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { SESSION_CALLS } from './authenticate.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

const callMany = async (merchant: ShopMerchant, count: number): Promise<number> => {
  let answered = 0
  for (let sent = 0; sent < count; sent += 100) {
    const replies = await Promise.all(Array.from({ length: 100 }, () => merchant.get('/auth/session')))
    answered += replies.filter(({ statusCode }) => statusCode === 200).length
  }
  return answered
}

test('a session that calls too often gets Retry-After, and other merchants are not affected', async () => {
  const [busy, other] = [await shop.merchant(), await shop.merchant()]
  expect(await callMany(busy, SESSION_CALLS.burst + 100)).toBeLessThanOrEqual(SESSION_CALLS.burst)
  const refused = await busy.get('/auth/session')
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '1',
  ])
  // Another session of the same merchant is of the same account.
  const again = await shop.logInAgain(busy)
  expect((await again.get('/auth/session')).statusCode).toBe(429)
  expect((await other.get('/auth/session')).statusCode).toBe(200)
  shop.clock.advance({ seconds: 1 })
  expect((await busy.get('/auth/session')).statusCode).toBe(200)
})
