import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { createLink, customerOf, FIXED, mainOf, orderOf, tokenIn } from './link-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

const customerAt = (number: number) => customerOf(shop, { address: `203.0.113.${number}` })

describe('a link of an account with unique amounts', () => {
  let merchant: ShopMerchant
  beforeAll(async () => {
    merchant = await shop.merchant('Sharma Tea')
    await shop.db.run(sql`
      update accounts set unique_amounts = true where merchant_id = ${merchant.merchantId} and mode = 'test'`)
  })

  const payableOf = async (orderId: string) =>
    await shop.db.value<bigint>(sql`select payable_paise as paise from orders where order_id = ${orderId}`)
  const statusOf = async (orderId: string) =>
    (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
  const payAmount = async (orderId: string) => {
    const page = await shop.call({ method: 'GET', url: `/pay/${orderId}` })
    const upi = new URL(decodeURIComponent(/\/simulator\?upi=([^"]+)"/.exec(page.body)?.[1] ?? ''))
    // As a bank's message reports it: without the reference.
    upi.searchParams.delete('tr')
    const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi: upi.href } })
    expect(paid.statusCode, paid.body).toBe(200)
  }

  test('gives each customer an amount of their own, and the amount alone settles the right order', async () => {
    const code = await createLink(merchant, FIXED)
    const [first = '', second = ''] = [
      orderOf(await customerAt(1).order(code)),
      orderOf(await customerAt(2).order(code)),
    ]
    expect([await payableOf(first), await payableOf(second)]).toEqual([49899n, 49898n])
    expect(mainOf(await shop.call({ method: 'GET', url: `/pay/${second}` }))).toContain('₹498.98')
    await payAmount(second)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['created', 'success'])
    const [link] = (await merchant.get('/user/reusable-links')).json().data
    expect(link).toMatchObject({ paid: 1, collected: 498.98 })
  })

  test('leaves half of the unique amounts of a price to other orders', async () => {
    const code = await createLink(merchant, { ...FIXED, price: { kind: 'fixed', amount: '250.00' } })
    const statuses = new Map<number, number>()
    for (let n = 0; n < 52; n += 1) {
      const { statusCode } = await customerAt(10 + n).order(code)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [303, 50],
      [503, 2],
    ])
    const refused = await customerAt(100).order(code)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
    const own = await shop.call({
      method: 'POST',
      url: '/api/v1/order/create-order',
      headers: { authorization: `Bearer ${merchant.key}` },
      payload: { ...ORDER_BODY, client_txn_id: 'OWN-1', amount: '250.00' },
    })
    expect(own.statusCode, own.body).toBe(200)
    expect(await payableOf(own.json().data.order_id)).toBe(24949n)
  })
})

describe('one address', () => {
  let code: string
  beforeAll(async () => {
    code = await createLink(await shop.merchant('Kumar Books'), FIXED)
  })

  test('opens 120 pages at once and then two a second, without stopping others', async () => {
    const statuses = []
    for (let n = 0; n < 121; n += 1) statuses.push((await customerAt(201).open(code)).statusCode)
    expect(statuses.indexOf(429)).toBe(120)
    const refused = await customerAt(201).open(code)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(refused.headers['cache-control']).toContain('no-')
    expect((await customerAt(202).open(code)).statusCode).toBe(200)
    shop.clock.advance({ seconds: 1 })
    const after = [1, 2, 3].map(async () => (await customerAt(201).open(code)).statusCode)
    expect((await Promise.all(after)).toSorted()).toEqual([200, 200, 429])
  })

  test('sends 20 forms at once and then one in five seconds, without stopping others', async () => {
    const token = tokenIn((await customerAt(203).open(code)).body)
    const send = (number: number) => customerAt(number).send(code, { token, name: '' })
    const statuses = []
    for (let n = 0; n < 21; n += 1) statuses.push((await send(203)).statusCode)
    expect(statuses).toEqual([...Array(20).fill(400), 429])
    expect((await send(203)).headers['retry-after']).toBe('5')
    expect((await send(204)).statusCode).toBe(400)
    shop.clock.advance({ seconds: 5 })
    expect([(await send(203)).statusCode, (await send(203)).statusCode]).toEqual([400, 429])
  })
})

test('updateReusableLink closes a link in a process whose clock is behind', async () => {
  const merchant = await shop.merchant('Sharma Tea')
  const code = await createLink(merchant, FIXED)
  shop.clock.advance({ seconds: -2 })
  expect((await merchant.put(`/user/reusable-links/${code}`, { isClosed: true })).statusCode).toBe(200)
  shop.clock.advance({ seconds: 2 })
})
