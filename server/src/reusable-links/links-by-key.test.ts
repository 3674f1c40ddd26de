import { KEY_SCOPES } from '@galla/contract/api-keys/key-scopes'
import { istDayOf } from '@galla/contract/ist'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { restrictedKey } from '../../testing/every-caller.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant
let key: string

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
beforeEach(async () => {
  merchant = await shop.merchant()
  key = await restrictedKey(shop, merchant.merchantId, KEY_SCOPES)
})
afterAll(() => shop.close())

const LINK = { title: 'Yoga', price: { kind: 'fixed', amount: '250.00' } }

const call = async (
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => {
  const reply = await shop.call({
    method,
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(method === 'POST' ? { payload: payload ?? {} } : {}),
  })
  return { status: reply.statusCode, text: reply.body, ...reply.json() }
}
const create = (over: object = {}, headers: Record<string, string> = {}) =>
  call('POST', '/links', { ...LINK, ...over }, headers)

test('a key creates a link that opens, lists it beside newer ones, and closes it once and again', async () => {
  const { status, data } = await create()
  expect(status).toBe(200)
  expect(data).toMatchObject({ title: 'Yoga', state: 'open', mode: 'test', collected: '0.00' })
  expect((await shop.call({ url: new URL(data.url).pathname })).statusCode).toBe(200)
  for (const title of ['Second', 'Third']) {
    shop.clock.advance({ seconds: 1 })
    await create({ title })
  }
  const first = await call('GET', '/links?limit=2')
  shop.clock.advance({ seconds: 1 })
  await create({ title: 'Later' })
  await call('POST', `/links/${data.code}/close`)
  const second = await call('GET', `/links?limit=2&cursor=${first.next}`)
  const titles = [...first.data, ...second.data].map(({ title }: { title: string }) => title)
  expect(titles).toEqual(['Third', 'Second', 'Yoga'])
  expect([second.data[0].state, second.next]).toEqual(['closed', null])
  expect((await call('POST', `/links/${data.code}/close`)).data.state).toBe('closed')
})

test('calls with one Idempotency-Key make one link, at the same time too, and another body is refused', async () => {
  const headers = { 'idempotency-key': 'yoga-1' }
  const replies = await Promise.all(Array.from({ length: 5 }, () => create({}, headers)))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect((await create({}, headers)).text).toBe(replies[0]?.text)
  expect((await call('GET', '/links')).data).toHaveLength(1)
  const other = await create({ title: 'Chess' }, headers)
  expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused'])
  const ofOrder = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload: {
      client_txn_id: 'A-1',
      amount: '1.00',
      p_info: 'Tea',
      customer_name: 'Asha',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: 'https://shop.example/',
    },
  })
  expect(ofOrder.json().code).toBe('idempotency_key_reused')
})

test('a repeated call gets the first reply, also when its link could not be made any more', async () => {
  const headers = { 'idempotency-key': 'yoga-3' }
  const lastDay = istDayOf(shop.clock.now())
  const { status, text } = await create({ lastDay }, headers)
  shop.clock.advance({ hours: 23, minutes: 59 })
  expect((await create({ lastDay })).errors[0].field).toBe('lastDay')
  expect(await create({ lastDay }, headers)).toMatchObject({ status, text })
})

test('a refused link leaves its Idempotency-Key free', async () => {
  const headers = { 'idempotency-key': 'yoga-2' }
  expect((await create({ lastDay: '2020-01-01' }, headers)).errors[0].field).toBe('lastDay')
  expect((await create({}, headers)).status).toBe(200)
  const empty = await create({}, { 'idempotency-key': '' })
  expect([empty.status, empty.errors?.[0]?.field]).toEqual([400, 'Idempotency-Key'])
})

test.each([
  ['price', { price: undefined }],
  ['title', { title: '' }],
  ['usesMax', { usesMax: 0 }],
])('a link with an invalid %s is refused with its name', async (field, over) => {
  const { status, errors } = await create(over)
  expect([status, errors?.[0]?.field]).toEqual([400, field])
})

test('a link of the other mode or of another merchant cannot be closed, and an invalid cursor is named', async () => {
  const { data } = await create()
  await shop.db.pool.query(`update api_keys set mode = 'live' where merchant_id = $1 and not is_main`, [
    merchant.merchantId,
  ])
  expect((await call('POST', `/links/${data.code}/close`)).status).toBe(404)
  expect((await call('GET', '/links')).data).toEqual([])
  const wrong = await call('GET', '/links?cursor=1')
  expect([wrong.status, wrong.errors[0].field]).toEqual([400, 'cursor'])
})
