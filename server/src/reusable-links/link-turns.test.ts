import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLockWaits } from '../../testing/lock-waits.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { createLink, customerOf, FIXED, orderOf } from './link-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

test('a crowd at the links of a shop, who wait for each other, leaves connections to orders, pages and other merchants', async () => {
  const [busy, other] = [await shop.merchant(), await shop.merchant()]
  const codes = [await createLink(busy, FIXED), await createLink(busy, FIXED), await createLink(busy, FIXED)]
  const crowd = Array.from({ length: 30 }, (_, n) => customerOf(shop, { address: `203.0.113.${n}` }))
  let sent: Promise<string>[] = []
  await shop.db.transaction(async (tx) => {
    // As the form of another customer, of each link.
    await tx.run(sql`select from reusable_links where merchant_id = ${busy.merchantId} for update`)
    sent = crowd.map(async (customer, n) =>
      orderOf(await customer.send(codes[n % codes.length] ?? '', { name: 'Asha Rao' })),
    )
    await expect.poll(async () => (await listLockWaits(shop.db)).length).toBe(3)
    const orderId = await placeOrder(shop, other, '10.00')
    expect((await shop.call({ url: `/pay/${orderId}` })).statusCode).toBe(200)
    expect((await other.get('/user/all-transactions')).statusCode).toBe(200)
    expect(await listLockWaits(shop.db)).toHaveLength(3)
  })
  expect(new Set(await Promise.all(sent)).size).toBe(30)
})
