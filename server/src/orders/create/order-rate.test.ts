import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'

test('a key that calls too often gets 429, every reply says what is left, and other keys are not limited', async () => {
  const busy = await openShop()
  const [one, other] = [await busy.merchant(), await busy.merchant()]
  const call = (key: string) =>
    busy.call({
      method: 'POST',
      url: '/api/v1/order/check-order-status',
      payload: { client_txn_id: 'x' },
      headers: { authorization: `Bearer ${key}` },
    })
  const replies = await Promise.all(Array.from({ length: 105 }, () => call(one.key)))
  expect(replies.filter(({ statusCode }) => statusCode === 404)).toHaveLength(100)
  const refused = replies.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({ success: false, code: 'too_many_requests' })
  expect(refused?.headers).toMatchObject({
    'retry-after': '1',
    'ratelimit-limit': '100',
    'ratelimit-remaining': '0',
  })
  expect((await call(other.key)).statusCode).toBe(404)
  busy.clock.advance({ seconds: 1 })
  expect((await call(one.key)).headers['ratelimit-remaining']).toBe('24')
  await busy.close()
})
