import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { CHOICE, createLink, customerOf, FIXED, orderOf, pay } from './link-harness.ts'

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant('Sharma Tea')
})
afterAll(() => shop.close())

const list = async (query = '') => (await merchant.get(`/user/reusable-links${query}`)).json()
const sumsOf = async (code: string) => {
  const { data } = await list()
  const { paid, open, collected } = data.find((link: { code: string }) => link.code === code)
  return { paid, open, collected }
}

test('payments that arrive at once are each counted once, for their own link', async () => {
  const [first, second] = [await createLink(merchant, CHOICE), await createLink(merchant, CHOICE)]
  const orders: string[] = []
  for (let n = 0; n < 8; n += 1)
    orders.push(orderOf(await customerOf(shop).order(n % 2 ? first : second, { amount: `${10 + n}.00` })))
  expect(await sumsOf(first)).toEqual({ paid: 0, open: 4, collected: 0 })
  await Promise.all(orders.slice(0, 6).map((orderId) => pay(shop, orderId)))
  expect(await sumsOf(first)).toEqual({ paid: 3, open: 1, collected: 11 + 13 + 15 })
  expect(await sumsOf(second)).toEqual({ paid: 3, open: 1, collected: 10 + 12 + 14 })
  const stored = await shop.db.rows(sql`
    select code, paid, collected_paise::bigint as collected from reusable_link_totals
    where merchant_id = ${merchant.merchantId} order by code`)
  const counted = await shop.db.rows(sql`
    select k.code, count(*)::int as paid, sum(o.settled_paise)::bigint as collected from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id and o.status = 'success'
    where k.merchant_id = ${merchant.merchantId} group by k.code order by k.code`)
  expect(stored).toEqual(counted)
})

test('a payment is counted while a customer opens the last use, and neither waits for ever', async () => {
  const code = await createLink(merchant, { ...FIXED, usesMax: 3 })
  const earlier = orderOf(await customerOf(shop).order(code))
  const [, opened] = await Promise.all([pay(shop, earlier), customerOf(shop).order(code)])
  await pay(shop, orderOf(opened))
  expect(await sumsOf(code)).toEqual({ paid: 2, open: 0, collected: 998 })
})

test('the list and the page of a link show stored sums, and count no earlier orders', async () => {
  const code = await createLink(merchant, { ...FIXED, usesMax: 5 })
  await pay(shop, orderOf(await customerOf(shop).order(code)))
  await shop.db.run(sql`
    update reusable_link_totals set paid = 5, collected_paise = 249500 where code = ${code}`)
  expect(await sumsOf(code)).toEqual({ paid: 5, open: 0, collected: 2495 })
  expect((await customerOf(shop).open(code)).statusCode).toBe(410)
})

test('the list has pages of 50, open links first', async () => {
  const owner = await shop.merchant('Many Links')
  const codes: string[] = []
  for (let n = 0; n < 52; n += 1) {
    codes.push(await createLink(owner, { ...FIXED, title: `Class ${n}` }))
    shop.clock.advance({ minutes: 1 })
  }
  await owner.put(`/user/reusable-links/${codes[51]}`, { isClosed: true })
  const pages = await Promise.all(
    ['', '?page=2', '?page=3', '?limit=2&page=2'].map(async (query) =>
      (await owner.get(`/user/reusable-links${query}`)).json(),
    ),
  )
  const codesOf = ({ data }: { data: { code: string }[] }) => data.map(({ code }) => code)
  const expected = [...codes.slice(0, 51).reverse(), codes[51]]
  expect(pages.slice(0, 3).map(codesOf)).toEqual([expected.slice(0, 50), expected.slice(50), []])
  expect(codesOf(pages[3])).toEqual(expected.slice(2, 4))
  expect(pages[0].pagination).toEqual({
    currentPage: 1,
    totalPages: 2,
    total: 52,
    totalIsMore: false,
    limit: 50,
  })
})
