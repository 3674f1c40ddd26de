import type { Now } from '@galla/contract/operator/operator-system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sell } from '../../testing/sell.ts'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
let operator: ShopCaller
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
  operator = await shop.operator()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const now = async (): Promise<Now> => {
  const reply = await operator.get('/operator/now')
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

/** The watch runs beside the request, so what it noted is waited for. */
const minutesUntil = (length: number) => expect.poll(async () => (await now()).minutes).toHaveLength(length)

test('the last hour is counted minute by minute, from the registry, and no more than an hour is kept', async () => {
  await expect.poll(async () => (await now()).readAt).not.toBeNull()
  await sell(shop.call, merchant.key, 'NOW-1')
  await sell(shop.call, merchant.key, 'NOW-2')
  shop.clock.advance({ seconds: 60 })
  await minutesUntil(1)
  expect((await now()).minutes).toMatchObject([{ orders: 2, credits: 2, errors: 0 }])
  for (let n = 2; n <= 61; n += 1) {
    shop.clock.advance({ seconds: 60 })
    await minutesUntil(Math.min(n, 60))
  }
  expect((await now()).minutes.every(({ orders }) => orders === 0)).toBe(true)
})

test('troubles are listed with their time and the merchants that they touch, and well starts again after them', async () => {
  const { wellSince, troubles } = await now()
  expect([wellSince, troubles]).toEqual([expect.any(String), []])
  const since = shop.clock.now()
  await shop.db.run(sql`
    insert into webhook_endpoints (merchant_id, mode, url, secret_sealed, failing_since, created_at)
    select merchant_id, 'live', 'https://gone.example', ''::bytea, ${since}, ${since} from merchants where merchant_id = ${merchant.merchantId}
    on conflict (merchant_id, mode, endpoint_id) do update set url = excluded.url, failing_since = excluded.failing_since`)
  shop.clock.advance({ seconds: 30 })
  const broken = await now()
  expect(broken).toMatchObject({
    wellSince: null,
    waiting: { webhooks: 1 },
    troubles: [{ kind: 'webhooks_failing', since: since.toISOString(), merchants: 1 }],
  })
  await shop.db.run(sql`
    update webhook_endpoints set failing_since = null where merchant_id = ${merchant.merchantId}`)
  shop.clock.advance({ seconds: 30 })
  const mended = await now()
  expect(mended.troubles).toEqual([])
  expect(mended.wellSince).toBe(shop.clock.now().toISOString())
})
