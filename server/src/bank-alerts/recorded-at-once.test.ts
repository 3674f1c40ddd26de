import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string
beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
  url = await alertPathOf(merchant)
})
afterAll(() => shop.close())

let utrs = 652_000_000_000
const sms = (amount: string, day: string) =>
  `ICICI Bank Account XX111 is credited with Rs ${amount} on ${day} from ASHA RAO. UPI:${++utrs}`

/** No sweep runs: the process that took the message records it. */
const forward = async (text: string, more: object = {}): Promise<void> => {
  shop.clock.advance({ seconds: 1 })
  await shop.call({ method: 'POST', url, payload: { from: 'AD-ICICIT-S', text, ...more } })
  await expect
    .poll(() => shop.db.value<boolean>(sql`select count(*) > 0 as waits from alerts where pending`))
    .toBe(false)
}
const statusOf = async (orderId: string) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.status

test('a message settles its order in the process that received it, without a sweep', async () => {
  const order = await placeOrder(shop, merchant, '71.00')
  await forward(sms('71.00', '21-Nov-26'))
  expect(await statusOf(order)).toBe('success')
})

test('a message that names another day settles no order of today', async () => {
  const order = await placeOrder(shop, merchant, '72.00')
  const now = String(shop.clock.now().getTime())
  await forward(sms('72.00', '20-Nov-26'), { sentStamp: now, receivedStamp: now })
  expect(await statusOf(order)).toBe('created')
  await forward(sms('72.00', '21-Nov-26'), { sentStamp: now, receivedStamp: now })
  expect(await statusOf(order)).toBe('success')
})

test('of two clocks in a message neither overrules the other', async () => {
  const morning = await placeOrder(shop, merchant, '73.00')
  shop.clock.advance({ seconds: 5.5 * 3600 })
  const now = await placeOrder(shop, merchant, '73.00')
  const stamp = (hoursAgo: number) => String(shop.clock.now().getTime() - hoursAgo * 3_600_000)
  await forward(sms('73.00', '21-Nov-26'), { sentStamp: stamp(5.5), receivedStamp: stamp(0) })
  expect([await statusOf(morning), await statusOf(now)]).not.toContain('success')
})
