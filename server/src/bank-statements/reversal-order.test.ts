import { istDayOf } from '@galla/contract/ist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { importStatement, istNow } from './import-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const csv = (...rows: string[]): string => ['Date,Narration,Debit,Credit', ...rows, ''].join('\r\n')
const creditOf = async (utr: string) =>
  (await merchant.get(`/user/credits?state=any&search=${utr}`)).json().data[0]

test('a reversal prevents the settlement by its payment, at any distance in the file', async () => {
  const orderId = await placeOrder(shop, merchant, '731.00')
  const [at, utr] = [istNow(shop), '632810000001']
  const between = Array.from(
    { length: 1_200 },
    (_, n) => `${at},UPI/DR/${633_000_000_000 + n}/SHOP/shop@ybl,5.00,`,
  )
  const text = csv(
    `${at},UPI/CR/${utr}/ASHA RAO/asha@okaxis,,731.00`,
    ...between,
    `${at},UPI/REV/${utr}/ASHA RAO,731.00,`,
  )
  expect(await importStatement(shop, merchant, text)).toMatchObject({
    imported: 1,
    matched: 0,
    ignoredFor: { debit: 1_200, reversal: 1 },
  })
  expect((await merchant.get(`/user/transactions/${orderId}`)).json().data.status).toBe('created')
  expect(await creditOf(utr)).toMatchObject({ state: 'unmatched', reversal: { decision: null } })
})

test('equal parts of a reversal are recorded once each, on one day and on two', async () => {
  merchant = await shop.merchant()
  await placeOrder(shop, merchant, '732.00')
  const [at, utr] = [istNow(shop), '632810000002']
  const part = `${at},UPI/REV/${utr}/ASHA RAO,100.00,`
  await importStatement(shop, merchant, csv(`${at},UPI/CR/${utr}/ASHA RAO/asha@okaxis,,732.00`))
  await importStatement(shop, merchant, csv(part, part))
  await importStatement(shop, merchant, csv(part, part))
  const reports = async () =>
    (await creditOf(utr)).reversal.reports.map(({ amount }: { amount: number }) => amount)
  expect(await reports()).toEqual([100, 100])
  shop.clock.advance({ hours: 24 })
  merchant = await shop.logInAgain(merchant)
  await importStatement(shop, merchant, csv(`${istNow(shop)},UPI/REV/${utr}/ASHA RAO,100.00,`))
  expect(await reports()).toEqual([100, 100, 100])
  const reversedOn = async (day: string) =>
    (await merchant.get(`/user/closing?date=${day}`)).json().data.reversed
  expect(await reversedOn(at.slice(0, 10).split('/').reverse().join('-'))).toEqual({ count: 1, amount: 200 })
  expect(await reversedOn(istDayOf(shop.clock.now()))).toEqual({ count: 1, amount: 100 })
})
