import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { createLink, customerOf, FIXED, orderOf } from './link-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const at = (number: number) => customerOf(shop, { address: `203.0.113.${number}` })

test('a stranger closes a link neither with ten addresses nor for longer than its unpaid orders can be paid', async () => {
  const merchant = await shop.merchant('Sharma Tea')
  const [code, otherCode] = [await createLink(merchant, FIXED), await createLink(merchant, FIXED)]
  for (let n = 0; n < 100; n += 1) orderOf(await at(40 + (n % 10)).order(code))
  const refused = await at(60).order(code)
  expect(refused.statusCode).toBe(503)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(300)
  orderOf(await at(60).order(otherCode))
  shop.clock.advance({ seconds })
  orderOf(await at(60).order(code))
})
