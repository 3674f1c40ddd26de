import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { manualClock } from '../platform/clock.ts'
import { sql } from '../platform/database.ts'
import { firstUlidAt, randomIds } from '../platform/ids.ts'
import { findRequests } from './read-requests.ts'
import { createRequestLog, forgetRequests } from './request-log.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

interface Row {
  requestId: string
  path: string
  status: number
  requestBody: string | null
  responseBody: string | null
}

/** Each at an instant of its own: ids of one millisecond have no order. */
const ask = (options: Parameters<Shop['call']>[0]) => {
  shop.clock.advance({ ms: 5 })
  return shop.call(options)
}
const post = (path: string, payload: object, key = merchant.key) =>
  ask({ method: 'POST', url: `/api/v1${path}`, payload, headers: { authorization: `Bearer ${key}` } })
const get = (url: string, key = merchant.key) => ask({ url, headers: { authorization: `Bearer ${key}` } })

/** The log, once it holds as many calls as were made. */
const logged = async (count: number, query = ''): Promise<Row[]> => {
  await expect
    .poll(async () => {
      shop.clock.advance({ seconds: 1 })
      return (await merchant.get(`/user/api-requests?limit=100`)).json().data.length
    })
    .toBe(count)
  return (await merchant.get(`/user/api-requests${query}`)).json().data
}

const BAD = {
  client_txn_id: 'LOG-1',
  amount: 'ten',
  p_info: 'Tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '98765',
  redirect_url: 'https://shop.example/done?session=secret',
}

const CALL = {
  method: 'GET',
  path: '/api/v1/events',
  status: 200,
  durationMs: 1,
  address: '',
  requestBody: null,
  responseBody: null,
} as const

test('every call with a key is logged, the mistyped and the refused ones too; of those that failed what was sent, redacted', async () => {
  const wrong = await post('/order/create-order', { ...BAD, key: merchant.key })
  await post('/order/check-order-status', { client_txn_id: 'NONE' })
  await get('/api/v1/events?limit=5')
  await get('/api/v1/evnets?secret=1')
  await post('/order/create-order', { ...BAD }, 'key_test_nobody')
  await merchant.get('/user/api-keys')
  const rows = await logged(4)
  expect(rows.map(({ path, status }) => [path, status])).toEqual([
    ['/api/v1/evnets', 404],
    ['/api/v1/events', 200],
    ['/api/v1/order/check-order-status', 404],
    ['/api/v1/order/create-order', 400],
  ])
  const failed = rows[3]
  expect(failed?.requestId).toBe(wrong.headers['x-request-id'])
  expect(JSON.parse(failed?.responseBody ?? '')).toMatchObject({ code: 'invalid_fields' })
  expect(failed?.requestBody).toContain('"amount":"ten"')
  for (const secret of [merchant.key, 'Asha', 'asha@', '98765', 'session=secret'])
    expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows[1]).toMatchObject({ requestBody: null, responseBody: null })
})

test('a gateway call that was refused with HTTP 200 is found among the refused', async () => {
  await shop.call({
    method: 'POST',
    url: '/api/create_order',
    payload: { key: merchant.key, client_txn_id: 'X', amount: 'no' },
  })
  const [row] = await logged(1, '?outcome=refused')
  expect(row).toMatchObject({ path: '/api/create_order', status: 200 })
  expect(row?.responseBody).toContain('"status":false')
})

test('the log filters and pages, and shows nobody else’s calls', async () => {
  const other = await shop.merchant()
  await get('/api/v1/events', other.key)
  for (let n = 0; n < 5; n += 1) {
    await get('/api/v1/events')
    shop.clock.advance({ seconds: 1 })
  }
  await post('/order/check-order-status', { client_txn_id: 'NONE' })
  const rows = await logged(6)
  const page = (await merchant.get('/user/api-requests?limit=4')).json()
  const rest = (await merchant.get(`/user/api-requests?limit=4&after=${page.next}`)).json()
  expect([...page.data, ...rest.data].map(({ requestId }: Row) => requestId)).toEqual(
    rows.map(({ requestId }) => requestId),
  )
  expect(rest.next).toBeNull()
  expect(await logged(6, '?outcome=ok')).toHaveLength(5)
  expect(await logged(6, '?outcome=refused')).toHaveLength(1)
  expect(await logged(6, '?outcome=failed')).toHaveLength(0)
  expect(await logged(6, '?path=CHECK-order')).toHaveLength(1)
  expect(await logged(6, `?requestId=${rows[2]?.requestId}`)).toEqual([rows[2]])
})

test('a flood fills a bounded queue: what does not fit is counted and told, and nobody waited', async () => {
  const { rows } = await shop.db.pool.query(
    'select key_hash from api_keys where merchant_id = $1 and mode = $2',
    [merchant.merchantId, 'test'],
  )
  const log = createRequestLog({ db: shop.db, clock: shop.clock })
  for (let n = 0; n < 5_250; n += 1)
    log.note({
      ...CALL,
      keyHash: rows[0].key_hash,
      requestId: `${firstUlidAt(shop.clock.now()).slice(0, 18)}${String(n).padStart(8, '0')}`,
    })
  let turns = 0
  while ((await log.write()).more) turns += 1
  expect(turns).toBe(4)
  expect((await merchant.get('/user/api-requests')).json().missing).toBe(250)
})

test('after seven days a call is not shown, and its whole day goes; the others stay', async () => {
  const clock = manualClock(new Date('2027-03-01T10:00:00Z'))
  const deps = { db: shop.db, clock }
  const log = createRequestLog(deps)
  const { key_hash: keyHash } = await shop.db.one<{ key_hash: Buffer }>(sql`
    select key_hash from api_keys where merchant_id = ${merchant.merchantId} and mode = 'test'`)
  const call = async () => {
    log.note({ ...CALL, keyHash, requestId: randomIds.ulid(clock.now()) })
    await log.write()
  }
  const shown = async () =>
    (await findRequests(deps, { merchantId: merchant.merchantId, mode: 'test' }, { limit: 25 })).data.length
  const days = async () =>
    (
      await shop.db.rows<{ name: string }>(sql`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'api_requests'::regclass and c.relname > 'api_requests_2027' order by 1`)
    ).map(({ name }) => name.slice(-4))
  await call()
  clock.advance({ days: 6, hours: 23 })
  await call()
  expect(await shown()).toBe(2)
  clock.advance({ hours: 2 })
  expect(await shown()).toBe(1)
  clock.advance({ days: 1 })
  await forgetRequests(deps)
  expect(await days()).toEqual(['0302', '0307', '0308', '0309'])
  expect(await shown()).toBe(1)
})
