import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../testing/shop.ts'

const ORDERS = '/dashboard/orders'
const LIST = '/api/v1/user/all-transactions?page=1&limit=10'

let shop: Shop
let asha: ShopMerchant
let ravi: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.merchant('Asha Tea')
  ravi = await shop.merchant('Ravi Shoes')
  await placeOrder(shop, asha, '499.00')
  await placeOrder(shop, ravi, '700.00')
})
afterAll(() => shop.close())

const open = (url: string, headers: Record<string, string>) => shop.call({ method: 'GET', url, headers })
const repliesIn = (html: string): Record<string, unknown> | undefined => {
  const block = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(html)
  return block === null ? undefined : JSON.parse(block[1] ?? '')
}

test('the HTML of Orders brings the replies to its merchant, and nothing of another', async () => {
  for (const [merchant, other] of [
    [asha, ravi],
    [ravi, asha],
  ] as const) {
    const { body, headers } = await open(ORDERS, { cookie: merchant.cookie })
    expect(headers['cache-control']).toBe('no-store')
    const replies = repliesIn(body) ?? {}
    expect(replies[LIST]).toEqual((await merchant.get(LIST.replace('/api/v1', ''))).json())
    expect(replies['/api/v1/auth/session']).toMatchObject({ data: { id: merchant.merchantId } })
    expect(body).not.toContain(other.merchantId)
    expect(body).not.toContain(other.email)
  }
})

test('an address with filters brings no list, and a public page brings nothing', async () => {
  const filtered = await open(`${ORDERS}?status=failed`, { cookie: asha.cookie })
  expect(Object.keys(repliesIn(filtered.body) ?? {})).toContain('/api/v1/auth/session')
  expect(filtered.body).not.toContain('all-transactions')
  const pricing = await open('/pricing', { cookie: asha.cookie })
  expect([repliesIn(pricing.body), pricing.headers['cache-control']]).toEqual([undefined, 'no-cache'])
})

test('without a session, or after its end, the same page has no replies', async () => {
  const { cookie, post } = await shop.logInAgain(asha)
  expect(repliesIn((await open(ORDERS, { cookie })).body)).toBeDefined()
  await post('/auth/logout')
  for (const headers of [{}, { cookie }]) {
    const reply = await open(ORDERS, headers)
    expect([reply.statusCode, repliesIn(reply.body)]).toEqual([200, undefined])
    expect(reply.headers['cache-control']).toBe('no-cache')
  }
})

test('the page is served without a database', async () => {
  const other = await openShop()
  const { cookie } = await other.merchant()
  await other.db.close()
  const reply = await other.call({ method: 'GET', url: ORDERS, headers: { cookie } })
  expect([reply.statusCode, repliesIn(reply.body)]).toEqual([200, undefined])
  await other.app.stop()
})
