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
  merchant = await shop.merchant()
  key = await restrictedKey(shop, merchant.merchantId, KEY_SCOPES)
})
afterAll(() => shop.close())

const ask = async (url: string, by = key) => {
  const reply = await shop.call({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${by}` } })
  return { status: reply.statusCode, ...reply.json() }
}

const pay = async (amount: string, outcome: string) => {
  shop.clock.advance({ seconds: 1 })
  const orderId = await placeOrder(shop, merchant, amount)
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  const payload = { upi: opened.json().data.upiIntentUrl.bhim, outcome }
  expect((await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })).statusCode).toBe(200)
  return orderId
}

const readAll = async (path: string): Promise<{ id: string; amount: string; state: string }[]> => {
  const all = []
  for (let cursor = '', pages = 0; pages < 20; pages += 1) {
    const { data, next } = await ask(`${path}limit=2${cursor}`)
    all.push(...data)
    // A payment that comes meanwhile is above what was read.
    if (pages === 0) await pay('77.00', 'success')
    if (next === null) return all
    cursor = `&cursor=${next}`
  }
  throw new Error('the list does not end')
}

test('payments are read page by page, each once, also where several came in one instant', async () => {
  for (const amount of ['1.00', '2.00', '3.00']) await pay(amount, 'twice')
  const before = (await ask('/credits?limit=100')).data
  expect(before).toHaveLength(6)
  expect(await readAll('/credits?')).toEqual(before)
  const [first] = before
  const at = first.receivedAt
  await shop.db.pool.query('alter table credits disable trigger user')
  await shop.db.pool.query('update credits set received_at = $1 where merchant_id = $2', [
    at,
    merchant.merchantId,
  ])
  await shop.db.pool.query('alter table credits enable trigger user')
  const atOnce = (await ask('/credits?limit=100')).data.map(({ id }: { id: string }) => id)
  expect(new Set(atOnce).size).toBe(7)
  expect((await readAll('/credits?')).map(({ id }) => id)).toEqual(atOnce)
})

test('open cases are the payments that wait, with a count of every kind', async () => {
  await pay('9.00', 'underpaid')
  const { data, counts, next } = await ask('/cases')
  expect(next).toBeNull()
  expect(new Set(data.map(({ state }: { state: string }) => state))).toEqual(
    new Set(['duplicate', 'amount_mismatch']),
  )
  expect(counts).toEqual((await merchant.get('/user/cases')).json().data)
  expect(counts.total).toBe(data.length)
})

test('payments are found by state and day, and the closing has the sums of the dashboard as text', async () => {
  const date = new Date(shop.clock.now().getTime() + 330 * 60_000).toISOString().slice(0, 10)
  const found = await ask(`/credits?state=duplicate&from=${date}&to=${date}`)
  expect(found.data.map(({ amount }: { amount: string }) => amount).toSorted()).toEqual([
    '1.00',
    '2.00',
    '3.00',
  ])
  expect((await ask(`/credits?from=2000-01-01&to=2000-01-02`)).data).toEqual([])
  const closing = (await ask(`/closing?date=${date}`)).data
  const shown = (await merchant.get(`/user/closing?date=${date}`)).json().data
  expect(closing.received).toBe(shown.received.toFixed(2))
  expect(closing.states).toEqual(
    shown.states.map((each: { amount: number }) => ({ ...each, amount: each.amount.toFixed(2) })),
  )
})

test('what a key reads of payments names no person who decided and no word of a bank', async () => {
  const { data } = await ask('/credits?limit=1')
  expect(Object.keys(data[0]).toSorted()).toEqual(
    [
      'id utr rail payerUpiId payerName receivedAt state orderId sources amount fee clientTransactionId copyOf',
    ].flatMap((names) => names.split(' ').toSorted()),
  )
})

test.each([
  ['cursor', '/credits?cursor=abc'],
  ['cursor', `/credits?cursor=${Buffer.from('1795233600000').toString('base64url')}`],
  ['cursor', `/credits?cursor=${Buffer.from("1795233600000 x'y").toString('base64url')}`],
  ['cursor', `/credits?cursor=${Buffer.from('99999999999999 cr_1').toString('base64url')}`],
  ['cursor', '/cases?cursor=abc'],
  ['state', '/credits?state=open'],
  ['limit', '/cases?limit=1000'],
  ['date', '/closing?date=today'],
  ['date', '/closing?date=0001-01-01'],
  ['date', '/closing'],
])('an invalid %s is refused with its name: %s', async (field, url) => {
  const { status, errors } = await ask(url)
  expect([status, errors?.[0]?.field]).toEqual([400, field])
})

test('a key sees no payment and no case of the other mode or of another merchant', async () => {
  const other = await restrictedKey(shop, (await shop.merchant()).merchantId, KEY_SCOPES)
  await shop.db.pool.query(`update api_keys set mode = 'live' where merchant_id = $1 and not is_main`, [
    merchant.merchantId,
  ])
  for (const by of [other, key])
    for (const path of ['/credits', '/cases']) expect((await ask(path, by)).data, path).toEqual([])
})
