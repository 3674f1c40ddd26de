import { KEY_SCOPES } from '@galla/contract/api-keys/key-scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restrictedKey } from '../../testing/every-caller.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant
let key: string

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

const fresh = async () => {
  merchant = await shop.merchant()
  key = await restrictedKey(shop, merchant.merchantId, KEY_SCOPES)
}
const ask = async (url: string, by = key, method: 'GET' | 'POST' = 'GET') => {
  const reply = await shop.call({ method, url: `/api/v1${url}`, headers: { authorization: `Bearer ${by}` } })
  return { status: reply.statusCode, ...reply.json() }
}
const place = async (amount: string) => {
  shop.clock.advance({ seconds: 1 })
  return placeOrder(shop, merchant, amount)
}
const idsOf = (data: { orderId: string }[]) => data.map(({ orderId }) => orderId)
const pay = async (orderId: string) => {
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  const payload = { upi: opened.json().data.upiIntentUrl.bhim, outcome: 'success' }
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  expect(paid.statusCode, paid.body).toBe(200)
}

test('pages of orders are newest first and complete, whatever orders come meanwhile', async () => {
  await fresh()
  const all: string[] = []
  for (let n = 1; n <= 7; n += 1) all.unshift(await place(`${n}.00`))
  const read: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 4; pages += 1) {
    const { data, next } = await ask(`/orders?limit=2${cursor}`)
    read.push(...idsOf(data))
    await place('99.00')
    if (next === null) break
    cursor = `&cursor=${next}`
  }
  expect(read).toEqual(all)
})

test('orders are found by text, status, amount and day, with their money as text', async () => {
  await fresh()
  const [cheap, dear] = [await place('10.50'), await place('250.00')]
  await pay(dear)
  const found = async (query: string) => idsOf((await ask(`/orders?${query}`)).data)
  expect(await found('status=success')).toEqual([dear])
  expect(await found('maxAmount=11')).toEqual([cheap])
  expect(await found(`search=${dear}`)).toEqual([dear])
  expect(await found('search=250.00')).toEqual([dear])
  expect(await found('from=2099-01-01')).toEqual([])
  const [first] = (await ask('/orders?status=success')).data
  expect(first).toMatchObject({ amount: '250.00', mode: 'test', status: 'success', utr: expect.any(String) })
  const { data } = await ask(`/orders/${dear}`)
  expect(data).toMatchObject({
    ...first,
    paymentUrl: `http://localhost:3000/pay/${dear}`,
    payments: [{ amount: '250.00', state: 'matched', utr: first.utr }],
  })
})

test.each([
  ['cursor', 'cursor=x'],
  ['cursor', 'cursor='],
  ['cursor', `cursor=${Buffer.from('01KAJ2Q8ZC7M3V5T9XWNB4E6RH 1').toString('base64url')}`],
  ['cursor', `cursor=${Buffer.from('01KAJ2Q8ZC7M3V5T9XWNB4E6RH').toString('base64')}=`],
  ['limit', 'limit=0'],
  ['limit', 'limit=101'],
  ['limit', 'limit=all'],
  ['status', 'status=attention'],
  ['from', 'from=yesterday'],
  ['minAmount', 'minAmount=-1'],
])('an invalid %s is refused with its name: %s', async (field, query) => {
  const { status, errors } = await ask(`/orders?${query}`)
  expect([status, errors?.[0]?.field]).toEqual([400, field])
})

test('a key sees no order of the other mode or of another merchant, and cannot cancel one', async () => {
  await fresh()
  const mine = await place('5.00')
  const live = await shop.merchant()
  const theirs = await restrictedKey(shop, live.merchantId, KEY_SCOPES)
  expect((await ask('/orders', theirs)).data).toEqual([])
  for (const reply of [
    await ask(`/orders/${mine}`, theirs),
    await ask(`/orders/${mine}/cancel`, theirs, 'POST'),
  ])
    expect([reply.status, reply.code]).toEqual([404, 'order_not_found'])
  await shop.db.pool.query(`update api_keys set mode = 'live' where merchant_id = $1 and not is_main`, [
    merchant.merchantId,
  ])
  expect((await ask('/orders')).data).toEqual([])
  for (const reply of [await ask(`/orders/${mine}`), await ask(`/orders/${mine}/cancel`, key, 'POST')])
    expect([reply.status, reply.code]).toEqual([404, 'order_not_found'])
})

test('an unpaid order is cancelled once, however often and at the same time it is asked', async () => {
  await fresh()
  const orderId = await place('5.00')
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => ask(`/orders/${orderId}/cancel`, key, 'POST')),
  )
  for (const { status, data } of [...replies, await ask(`/orders/${orderId}/cancel`, key, 'POST')])
    expect({ status, state: data.status, why: data.failureReason }).toEqual({
      status: 200,
      state: 'failed',
      why: 'expired',
    })
  const events = (await ask('/events')).data.filter((event: { orderId: string }) => event.orderId === orderId)
  expect(events.map(({ event }: { event: string }) => event)).toEqual(['order.failed'])
  const { history } = (await merchant.get(`/user/transactions/${orderId}`)).json().data
  expect(history.at(-1).detail).toBe('The order was cancelled with an API key')
  const page = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  expect(page.json().data.status).not.toBe('pending')
})

test('a paid order is not cancelled, and money for a cancelled one is a late success', async () => {
  await fresh()
  const paid = await place('5.00')
  await pay(paid)
  const refused = await ask(`/orders/${paid}/cancel`, key, 'POST')
  expect([refused.status, refused.code]).toEqual([409, 'order_paid'])
  const cancelled = await place('6.00')
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${cancelled}`, payload: {} })
  await ask(`/orders/${cancelled}/cancel`, key, 'POST')
  const payload = { upi: opened.json().data.upiIntentUrl.bhim, outcome: 'success' }
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  expect((await ask(`/orders/${cancelled}`)).data).toMatchObject({ status: 'success', paidLate: true })
})
