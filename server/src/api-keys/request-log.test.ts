import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { manualClock } from '../platform/clock.ts'
import { sql } from '../platform/database/database.ts'
import { firstUlidAt, randomIds } from '../platform/ids.ts'
import { createRequestLog, deleteRequestsByAge, type RequestLog, readRequests } from './request-log.ts'
import { type LoggedRequest, REQUESTS_LOOKED_THROUGH_MAX } from './request-log-store.ts'

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

/** Each at a different instant, because ids of one millisecond have no order. */
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

test('every call with a key is logged, even unknown paths and refusals, and failed calls with their redacted body', async () => {
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

test('a gateway call that was refused with HTTP 200 is listed among the refused calls', async () => {
  await shop.call({
    method: 'POST',
    url: '/api/create_order',
    payload: { key: merchant.key, client_txn_id: 'X', amount: 'no' },
  })
  const [row] = await logged(1, '?outcome=refused')
  expect(row).toMatchObject({ path: '/api/create_order', status: 200 })
  expect(row?.responseBody).toContain('"status":false')
})

test('the log filters and pages, and shows only the merchant’s own calls', async () => {
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

const keyHashOf = ({ merchantId }: ShopMerchant): Promise<Buffer> =>
  shop.db.value<Buffer>(sql`
    select key_hash from api_keys where merchant_id = ${merchantId} and mode = 'test' and is_main`)
const openLog = (onError: (error: unknown) => void = (error) => expect.unreachable(String(error))) =>
  createRequestLog({ db: shop.db, clock: shop.clock, onError })
let calls = 0
const call = (keyHash: Buffer, over: Partial<LoggedRequest> = {}): LoggedRequest => {
  calls += 1
  const requestId = `${firstUlidAt(shop.clock.now()).slice(0, 18)}${String(calls).padStart(8, '0')}`
  return { ...CALL, keyHash, requestId, ...over }
}
const writeAll = async (log: RequestLog): Promise<void> => {
  while ((await log.write()).more);
}
const kept = ({ merchantId }: ShopMerchant) =>
  shop.db.value<number>(sql`select count(*)::int as kept from api_requests where merchant_id = ${merchantId}`)

test('calls of any method and any body are stored, and none affects another', async () => {
  await get('/api/v1/events')
  const long = { url: '/api/v1/events', headers: { authorization: `Bearer ${merchant.key}` } }
  expect((await ask({ ...long, method: 'UNSUBSCRIBE' as 'GET' })).statusCode).toBe(405)
  const names = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}${'चा'.repeat(40)}`, '']))
  await post('/order/create-order', { ...BAD, ...names, p_info: '\u{1f375}'.repeat(80) })
  const rows = await logged(3)
  expect(rows.map(({ status }) => status)).toEqual([400, 405, 200])
  expect(JSON.parse(rows[0]?.requestBody ?? '')).toMatchObject({ amount: 'ten' })
})

test('a row that the table refuses is left out, and the others are stored', async () => {
  const keyHash = await keyHashOf(merchant)
  const errors: unknown[] = []
  const log = openLog((error) => errors.push(error))
  for (let n = 0; n < 3; n += 1) log.note(call(keyHash))
  log.note(call(keyHash, { status: 7 }))
  for (let n = 0; n < 3; n += 1) log.note(call(keyHash))
  await writeAll(log)
  await writeAll(log)
  expect(await kept(merchant)).toBe(6)
  expect(errors.map(String)).toEqual([expect.stringContaining('api_requests_status_check')])
})

test('a failed call after more refused calls than one page reads is found by the next page', async () => {
  const start = firstUlidAt(shop.clock.now()).slice(0, 18)
  const log = openLog()
  log.note(
    call(await keyHashOf(merchant), { status: 500, responseBody: '{}', requestId: `${start}00000000` }),
  )
  await writeAll(log)
  await shop.db.run(sql`
    insert into api_requests (merchant_id, request_id, mode, key_id, method, path, status, duration_ms, address, response_body)
    select merchant_id, ${start} || lpad(n::text, 8, '0'), mode, key_id, method, path, 400, 1, '', '{}'
    from api_requests, generate_series(1, ${REQUESTS_LOOKED_THROUGH_MAX}::int) n where merchant_id = ${merchant.merchantId}`)
  const failed = async (after = '') =>
    (await merchant.get(`/user/api-requests?outcome=failed${after}`)).json()
  const first = await failed()
  expect(first).toMatchObject({ data: [], next: `${start}00000001` })
  expect((await failed(`&after=${first.next}`)).data).toMatchObject([{ status: 500 }])
})

test('calls that do not fit into the bounded queue are left out, and no call waits', async () => {
  const others = await Promise.all([shop.merchant(), shop.merchant()])
  const log = openLog()
  for (const each of [...others, merchant])
    for (let n = 0; n < 1_900; n += 1) log.note(call(await keyHashOf(each)))
  let turns = 0
  while ((await log.write()).more) turns += 1
  expect(turns).toBe(4)
  expect(await kept(merchant)).toBe(1_200)
})

test('one key cannot fill the queue: of successful calls and of each status of failed ones it has a share', async () => {
  const keyHash = await keyHashOf(merchant)
  const log = openLog()
  const flood = async (count: number, over: Partial<LoggedRequest> = {}) => {
    for (let n = 0; n < count; n += 1) log.note(call(keyHash, over))
    await writeAll(log)
  }
  await flood(2_600)
  expect(await kept(merchant)).toBe(2_000)
  await flood(2_600, { status: 429, responseBody: '{}' })
  expect(await kept(merchant)).toBe(4_000)
  await flood(10, { status: 400, responseBody: '{}' })
  expect(await kept(merchant)).toBe(4_010)
  shop.clock.advance({ seconds: 30 })
  await flood(100)
  expect(await kept(merchant)).toBe(4_040)
})

test('calls over the rate limit are logged, in every dialect', async () => {
  const check = () =>
    shop.call({
      method: 'POST',
      url: '/api/check_order_status',
      payload: { key: merchant.key, client_txn_id: 'NONE' },
    })
  const replies = await Promise.all([
    ...Array.from({ length: 110 }, () =>
      shop.call({ url: '/api/v1/events', headers: { authorization: `Bearer ${merchant.key}` } }),
    ),
    check(),
  ])
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  expect(replies.at(-1)?.json()).toMatchObject({ status: false, error_code: 'too_many_requests' })
  await expect
    .poll(async () => {
      shop.clock.advance({ seconds: 1 })
      return kept(merchant)
    })
    .toBe(111)
  const refused: Row[] = (await merchant.get('/user/api-requests?limit=100&outcome=refused')).json().data
  expect(refused).toHaveLength(11)
  expect(new Set(refused.map(({ path }) => path))).toEqual(
    new Set(['/api/v1/events', '/api/check_order_status']),
  )
})

test('unknown keys displace no calls of real keys', async () => {
  await get('/api/v1/events')
  await logged(1)
  const keyHash = await keyHashOf(merchant)
  const log = openLog()
  for (let n = 0; n < 6_000; n += 1) log.note(call(randomBytes(32)), false)
  for (let n = 0; n < 20; n += 1) log.note(call(keyHash))
  await writeAll(log)
  expect(await kept(merchant)).toBe(21)
})

test('a call is hidden after seven days, and then deleted', async () => {
  const clock = manualClock(new Date('2027-03-01T10:00:00Z'))
  const deps = { db: shop.db, clock }
  const log = createRequestLog({ ...deps, onError: (error) => expect.unreachable(String(error)) })
  const keyHash = await shop.db.value<Buffer>(sql`
    select key_hash from api_keys where merchant_id = ${merchant.merchantId} and mode = 'test'`)
  const call = async () => {
    log.note({ ...CALL, keyHash, requestId: randomIds.ulid(clock.now()) })
    await log.write()
  }
  const shown = async () =>
    (await readRequests(deps, { merchantId: merchant.merchantId, mode: 'test' }, { limit: 25 })).data.length
  await call()
  clock.advance({ days: 6, hours: 23 })
  await call()
  expect(await shown()).toBe(2)
  clock.advance({ hours: 2 })
  expect(await shown()).toBe(1)
  clock.advance({ days: 1 })
  while ((await deleteRequestsByAge(deps)).more);
  expect(await kept(merchant)).toBe(1)
  expect(await shown()).toBe(1)
})
