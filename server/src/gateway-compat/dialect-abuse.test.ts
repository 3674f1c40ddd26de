import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCaller } from '../../testing/every-caller.ts'
import { odd, RAW } from '../../testing/odd-values.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

const RUNS = 20
const TIME_LIMIT_MS = 20_000
const bounded = { numRuns: fuzzRuns(RUNS), interruptAfterTimeLimit: fuzzRuns(TIME_LIMIT_MS) }

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '100000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const VALID = {
  client_txn_id: '967786',
  txn_id: '967786',
  order_id: '967786',
  amount: '100',
  p_info: 'Tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/done',
  udf1: 'a',
  udf2: 'b',
  udf3: 'c',
  txn_date: '21-11-2026',
  expires_in: 300,
}

const PATHS = Object.values(DIALECT_PATHS)
const isCutepe = (url: string): boolean => url.includes('/orders/')
const withKey = (url: string, body: Record<string, unknown>) =>
  isCutepe(url)
    ? { payload: body, headers: { authorization: `Bearer ${merchant.key}` } }
    : { payload: { key: merchant.key, ...body }, headers: {} }

/** Whatever was sent: HTTP 200, in the gateway's envelope, and never that something broke here. */
const expectEnvelope = (url: string, reply: { statusCode: number; body: string }, what: string): void => {
  const details = `${url} ${what}: ${reply.statusCode} ${reply.body.slice(0, 200)}`
  expect(reply.statusCode, details).toBe(200)
  const body = JSON.parse(reply.body)
  expect(body.error_code, details).not.toBe('internal')
  if (isCutepe(url)) expect(['success', 'pending', 'failure', 'error'], details).toContain(body.status)
  else expect(typeof body.status, details).toBe('boolean')
}

describe.each(PATHS)('%s', (url) => {
  test('replies in its envelope to odd values in any field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(VALID), 'key', 'other'), odd, async (name, value) => {
        const { payload, headers } = withKey(url, { ...VALID, [name]: value })
        const reply = await shop.call({ method: 'POST', url, payload, headers })
        expectEnvelope(url, reply, `${name}=${JSON.stringify(value)?.slice(0, 60)}`)
      }),
      bounded,
    )
  })

  test('replies in its envelope to a body that does not match its content type', async () => {
    await fc.assert(
      fc.asyncProperty(RAW, async ([payload, type]) => {
        const headers = { authorization: `Bearer ${merchant.key}`, 'content-type': type }
        expectEnvelope(
          url,
          await shop.call({ method: 'POST', url, payload, headers }),
          String(payload).slice(0, 60),
        )
      }),
      bounded,
    )
  })

  test('reports the position of a JSON syntax error in its envelope, without repeating the body', async () => {
    const before = `{"key": "${merchant.key}"`
    const reply = await shop.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${merchant.key}` },
      payload: `${before} "client_txn_id": "1"}`,
    })
    expectEnvelope(url, reply, 'broken JSON')
    const { status, error_code, msg, message } = reply.json()
    expect([status, error_code]).toEqual([isCutepe(url) ? 'error' : false, 'malformed'])
    expect(msg ?? message).toBe(
      `The request could not be read: line 1, column ${before.length + 2} of its JSON: Expected ',' or '}' after property value`,
    )
    expect(reply.body).not.toContain(merchant.key)
  })

  test('refuses a body that is too large in its envelope', async () => {
    const { payload, headers } = withKey(url, { ...VALID, p_info: 'x'.repeat(300_000) })
    const reply = await shop.call({ method: 'POST', url, payload, headers })
    expectEnvelope(url, reply, 'huge')
    expect(JSON.parse(reply.body).error_code).toBe('too_large')
  })

  test('allows every origin in the preflight and the reply, and sets no cookie', async () => {
    const preflight = await shop.call({ method: 'OPTIONS', url })
    expect(preflight.statusCode).toBe(204)
    const { payload, headers } = withKey(url, VALID)
    const reply = await shop.call({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, cookie: merchant.cookie },
    })
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})

test.each([
  [DIALECT_PATHS.ekqrCreate, DIALECT_PATHS.ekqrCheck, 'client_txn_id', 'client_txn_id', '1'],
  [DIALECT_PATHS.cutepeCreate, DIALECT_PATHS.cutepeCheck, 'txn_id', 'order_id', '2'],
])(
  '%s keeps every digit of an integer that exceeds a double, as an id and in udf1, and every digit of a decimal number',
  async (...all) => {
    const [create, check, idField, asked, first] = all
    const call = async (url: string, fields: object, digits: Record<string, string>, rest = '') => {
      const { payload, headers } = withKey(url, { ...fields, ...digits })
      const text = JSON.stringify(payload).slice(0, -1) + rest
      const body = Object.values(digits).reduce((sum, each) => sum.replace(`"${each}"`, each), `${text}}`)
      const type = { ...headers, 'content-type': 'application/json' }
      return (await shop.call({ method: 'POST', url, payload: body, headers: type })).json()
    }
    const { client_txn_id: _own, txn_id: _theirs, order_id: _order, ...fields } = VALID
    const udf1 = '9007199254740993'
    const udf2 = '49.50'
    for (const id of [`${first}234567890123456789`, `${first}234567890123456790`]) {
      expect((await call(create, fields, { [idField]: id, udf1, udf2 })).status.toString()).toMatch(
        /^(true|success)$/,
      )
      expect((await call(check, {}, { [asked]: id })).data).toMatchObject({ client_txn_id: id, udf1, udf2 })
    }
    const deep = `,"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const reply = await call(create, fields, { [idField]: `${first}234567890123456791` }, deep)
    expect(reply.error_code).not.toBe('internal')
  },
)

test.each([
  ['a zero byte', 'https://shop.example/done\0'],
  ['half a character', 'https://shop.example/\ud83c'],
  ['a zero byte in a path', '/done\0'],
  ['a path that is too long', `/${'x'.repeat(2_100)}`],
  ['a path that its site makes too long', `/${'x'.repeat(2_040)}`],
  ['a path that grows as it is written out', `/${'चाय'.repeat(300)}`],
  ['an address that grows as it is written out', `https://shop.example/a b${'चाय'.repeat(300)}`],
])('%s in redirect_url is refused as an invalid field and logs no error', async (what, redirect_url) => {
  await merchant.post('/user/update-profile', {
    name: 'Sharma Tea',
    email: merchant.email,
    mobileNumber: '9876543210',
    websiteName: 'Tea',
    websiteUrl: 'https://tea.example/',
  })
  const before = shop.logged.length
  for (const url of [DIALECT_PATHS.ekqrCreate, DIALECT_PATHS.cutepeCreate]) {
    const { payload, headers } = withKey(url, {
      ...VALID,
      client_txn_id: `far-${what.length}`,
      txn_id: `far-${what.length}`,
      redirect_url,
    })
    const reply = await shop.call({ method: 'POST', url, payload, headers })
    expect(reply.json()).toMatchObject({ error_code: 'invalid_fields' })
    expect(reply.body).toContain('Invalid redirect URL')
  }
  expect(shop.logged.slice(before).join('')).not.toContain('"level":"error"')
})

test('the calls accept a key and no session', async () => {
  for (const url of PATHS) {
    const reply = await shop.call({
      method: 'POST',
      url,
      payload: VALID,
      headers: { cookie: merchant.cookie },
    })
    expect(reply.json()).toMatchObject({ error_code: 'bad_key' })
  }
})

test('a read-only key can check orders but not create them', async () => {
  const { headersOf } = await everyCaller(shop)
  const call = (url: string) =>
    shop.call({ method: 'POST', url, payload: VALID, headers: headersOf('readKey') })
  expect((await call(DIALECT_PATHS.ekqrCreate)).json()).toMatchObject({
    status: false,
    error_code: 'forbidden',
  })
  expect((await call(DIALECT_PATHS.ekqrCheck)).json()).toMatchObject({ code: 1610 })
})

test('the rate limit replies in the envelope and with its headers', async () => {
  const busy = await openShop()
  const one = await busy.merchant()
  const call = () =>
    busy.call({ method: 'POST', url: DIALECT_PATHS.ekqrCheck, payload: { key: one.key, client_txn_id: 'x' } })
  const replies = await Promise.all(Array.from({ length: 103 }, call))
  const refused = replies.filter((reply) => reply.json().error_code === 'too_many_requests')
  expect(refused).toHaveLength(3)
  expect(refused[0]?.json()).toMatchObject({
    status: false,
    msg: expect.stringContaining('Too many requests'),
  })
  expect(refused[0]?.headers).toMatchObject({
    'retry-after': '1',
    'ratelimit-limit': '100',
    'ratelimit-remaining': '0',
  })
  // The same allowance as for our own calls.
  const own = await busy.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    payload: { client_txn_id: 'x' },
    headers: { authorization: `Bearer ${one.key}` },
  })
  expect(own.statusCode).toBe(429)
  await busy.close()
})

test('a live key without an account or a plan gets the message of the gateway', async () => {
  const few = await openShop({ TRIAL_QR_REQUESTS: '1' })
  const one = await few.merchant()
  const connect = () =>
    one.post('/user/connect-merchant', {
      merchantProvider: 'other',
      merchantName: 'Sharma Tea',
      merchantId: 'M1',
      merchantUpiId: 'sharma@examplebank',
    })
  await connect()
  const { apiKey: key } = (await one.post('/user/get-api-details')).json().data
  const call = async (id: string) =>
    (
      await few.call({
        method: 'POST',
        url: DIALECT_PATHS.ekqrCreate,
        payload: { ...VALID, key, client_txn_id: id, expires_in: undefined },
      })
    ).json()
  expect(await call('1')).toMatchObject({ status: true })
  expect(await call('2')).toMatchObject({ status: false, msg: 'Your Plan Already Expired' })
  expect(await call('1')).toMatchObject({ msg: 'Client Transaction ID already exists' })
  await few.db.run(
    sql`update accounts set is_current = false where merchant_id = ${one.merchantId} and mode = 'live'`,
  )
  expect(await call('3')).toMatchObject({ status: false, msg: 'merchant is not found or log out' })
  await few.close()
})

test('concurrent calls of a merchant get different integer ids, and one client_txn_id creates one order', async () => {
  const call = (id: string) =>
    shop.call({
      method: 'POST',
      url: DIALECT_PATHS.ekqrCreate,
      payload: { ...VALID, key: merchant.key, client_txn_id: id },
    })
  const many = await Promise.all(Array.from({ length: 150 }, (_, i) => call(`crowd_${i}`)))
  expect(new Set(many.map((reply) => reply.json().data.order_id)).size).toBe(150)
  const same = await Promise.all(Array.from({ length: 10 }, () => call('crowd_same')))
  expect(same.filter((reply) => reply.json().status === true)).toHaveLength(1)
})
