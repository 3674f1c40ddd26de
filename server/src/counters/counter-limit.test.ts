import { COUNTERS_MAX } from '@galla/contract/counters/counters'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { PIN } from './counters-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

test('concurrent calls create no more counters than the limit', async () => {
  const merchant = await shop.merchant()
  const create = (name: string) => merchant.post('/user/counters', { name, pin: PIN })
  expect((await create('First')).statusCode).toBe(200)
  await shop.db.run(sql`
    insert into counters (merchant_id, counter_id, account_id, name, language, pin_hash, login_hash, created_at)
    select merchant_id, left(counter_id, 22) || lpad(n::text, 4, '0'), account_id, name, language, pin_hash, sha256(n::text::bytea),
      created_at
    from counters, generate_series(1, ${COUNTERS_MAX - 2}::int) n where merchant_id = ${merchant.merchantId}`)
  const replies = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(create))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await merchant.get('/user/counters')).json().data).toHaveLength(COUNTERS_MAX)
})

test('closeCounter works in a process whose clock is behind', async () => {
  const merchant = await shop.merchant()
  const made = await merchant.post('/user/counters', { name: 'First', pin: PIN })

  shop.clock.advance({ seconds: -2 })
  expect((await merchant.post(`/user/counters/${made.json().data.id}/close`)).statusCode).toBe(200)
  shop.clock.advance({ seconds: 2 })
})
