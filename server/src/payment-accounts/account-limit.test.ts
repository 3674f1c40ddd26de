import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

test('a merchant connects at most fifty UPI IDs, also at once, and each of them again', async () => {
  const { merchantId, post } = await shop.merchant()
  const connect = (upiId: string) =>
    post('/user/connect-merchant', {
      merchantProvider: 'other',
      merchantName: 'Sharma Tea',
      merchantId: 'SHARMA38472910',
      merchantUpiId: upiId,
    })
  for (let n = 0; n < 45; n += 1) expect((await connect(`shop${n}@okhdfcbank`)).statusCode).toBe(200)
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => connect(`late${n}@okhdfcbank`)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array<number>(5).fill(200),
    ...Array<number>(7).fill(400),
  ])
  const refused = replies.find(({ statusCode }) => statusCode === 400)
  expect(refused?.json().errors).toMatchObject([{ field: 'merchantUpiId' }])
  expect(refused?.json().errors[0].msg).toContain('50 UPI IDs')
  expect((await connect('shop0@okhdfcbank')).statusCode).toBe(200)
  expect((await connect('new@okhdfcbank')).statusCode).toBe(400)
  const accounts = await shop.db.value<number>(
    sql`select count(*)::int from accounts where merchant_id = ${merchantId} and mode = 'live'`,
  )
  expect(accounts).toBe(50)
})
