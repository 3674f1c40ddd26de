import { randomBytes } from 'node:crypto'
import { istDayOf } from '@galla/contract/ist'
import { checkOrderStatus, createOrder } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { createKeyAuthentication } from './authenticate-key.ts'
import { keyTextFrom } from './key-text.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  // As behind a proxy of one's own: it says from where a call came.
  shop = await openShop({ TRUST_PROXY: 'loopback' })
})
beforeEach(async () => {
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const PASSWORD = 'correct horse battery'
const READ = ['orders:read', 'events:read']
let orders = 0

const create = (key: string, from?: string, idempotent = false) => {
  orders += 1
  return shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: {
      authorization: `Bearer ${key}`,
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(idempotent ? { 'idempotency-key': `key-${orders}` } : {}),
    },
    payload: {
      client_txn_id: `KEYS-${orders}`,
      amount: '10.00',
      p_info: 'Tea',
      customer_name: 'Asha',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: 'https://shop.example/done',
    },
  })
}
const events = (key: string, from?: string) =>
  shop.call({
    url: '/api/v1/events',
    headers: { authorization: `Bearer ${key}`, ...(from === undefined ? {} : { 'x-forwarded-for': from }) },
  })
const check = (key: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    headers: { authorization: `Bearer ${key}` },
    payload: { client_txn_id: `KEYS-${orders}` },
  })
const keys = async () => (await merchant.get('/user/api-keys')).json().data
const make = async (fields: object): Promise<{ id: string; apiKey: string; masked: string }> => {
  const reply = await merchant.post('/user/api-keys', fields)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
/** What is written down late is written down now. */
const later = async () => {
  shop.clock.advance({ seconds: 31 })
  await expect.poll(async () => (await keys())[0].lastUsedAt).not.toBeNull()
}

test('a rotated key works for 24 more hours, which the dashboard shows, and is then refused', async () => {
  const rotated = (await merchant.post('/user/rotate-api-key')).json().data
  expect(rotated.apiKey).not.toBe(merchant.key)
  expect(rotated.previousKeyUntil).toBe(new Date(shop.clock.now().getTime() + 86_400_000).toISOString())
  expect((await create(merchant.key)).statusCode).toBe(200)
  expect((await create(rotated.apiKey)).statusCode).toBe(200)
  shop.clock.advance({ hours: 24 })
  merchant = await shop.logInAgain(merchant)
  for (const reply of [await create(merchant.key), await events(merchant.key)])
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'bad_key'])
  expect((await create(rotated.apiKey)).statusCode).toBe(200)
  expect((await merchant.post('/user/get-api-details')).json().data.previousKeyUntil).toBeNull()
})

test('a second rotation ends the overlap of the first, so that at most two keys work', async () => {
  const second = (await merchant.post('/user/rotate-api-key')).json().data.apiKey
  const third = (await merchant.post('/user/rotate-api-key')).json().data.apiKey
  const states = await Promise.all(
    [merchant.key, second, third].map(async (key) => (await create(key)).statusCode),
  )
  expect(states).toEqual([401, 200, 200])
})

test('a rotation keeps the allowed networks of the new and of the replaced main key', async () => {
  const addressesOf = async () =>
    (await keys()).map(({ isMain, addresses }: { isMain: boolean; addresses: string[] }) => [
      isMain,
      addresses,
    ])
  const [main] = await keys()
  const only = ['203.0.113.0/24', '2001:db8::/32']
  await merchant.post(`/user/api-keys/${main.id}/addresses`, { addresses: only })
  for (const stopOldNow of [false, true]) {
    const { apiKey } = (await merchant.post('/user/rotate-api-key', { stopOldNow })).json().data
    expect((await addressesOf())[0]).toEqual([true, only])
    expect((await create(apiKey, '203.0.113.9')).statusCode).toBe(200)
    expect((await create(apiKey, '198.51.100.7')).json().code).toBe('address_not_allowed')
    expect((await create(merchant.key, '198.51.100.7')).statusCode).not.toBe(200)
  }
  const live = await shop.db.one<{ addresses: string[] | null }>(sql`
    select addresses::text[] from api_keys where merchant_id = ${merchant.merchantId} and mode = 'live' and is_main`)
  expect(live.addresses).toBeNull()
})

test('a key that works is listed before all that have ended, by date too', async () => {
  const kept = await make({ name: 'Till', scopes: READ })
  shop.clock.advance({ seconds: 1 })
  for (let day = 0; day < 3; day += 1) {
    const lastDay = istDayOf(shop.clock.now())
    for (let n = 0; n < 18; n += 1) await make({ name: `Day ${day} ${n}`, scopes: READ, lastDay })
    shop.clock.advance({ days: 1 })
    merchant = await shop.logInAgain(merchant)
  }
  expect((await keys()).map(({ id }: { id: string }) => id)).toContain(kept.id)
})

test('any number of invalid keys does not affect the counts of real ones', async () => {
  const reader = await make({ name: 'Books', scopes: READ })
  await merchant.post(`/user/api-keys/${reader.id}/revoke`)
  const authentication = createKeyAuthentication({
    db: shop.db,
    clock: shop.clock,
    secrets: secretsFrom(new Uint8Array(32).fill(7)),
    settings: { sandbox: true },
  })
  const use = (key: string) =>
    authentication
      .authenticateKey(key, { scopes: ['orders:read'], isCreation: false }, '203.0.113.5')
      .catch(() => undefined)
  const madeUp = () => keyTextFrom('test', randomBytes(32))
  for (let hundred = 0; hundred < 101; hundred += 1)
    await Promise.all(Array.from({ length: 100 }, () => use(madeUp())))
  await use(reader.apiKey)
  await use(reader.apiKey)
  await authentication.recordUsedKeys()
  const shown = (await keys()).find((key: { id: string }) => key.id === reader.id)
  expect(shown.refused).toMatchObject({ count: 2, why: 'bad_key' })
})

test('a restricted key can do only what its scope allows, in every call of an order', async () => {
  const maker = await make({ name: 'Till', scopes: ['orders:create'] })
  const reader = await make({ name: 'Books', scopes: READ })
  expect((await create(maker.apiKey)).statusCode).toBe(200)
  expect((await check(maker.apiKey)).statusCode).toBe(200)
  expect((await events(maker.apiKey)).json().code).toBe('forbidden')
  expect((await events(reader.apiKey)).statusCode).toBe(200)
  expect((await check(reader.apiKey)).statusCode).toBe(200)
  for (const reply of [await create(reader.apiKey), await create(reader.apiKey, undefined, true)])
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden'])
})

test('a key with allowed addresses works only from these, by the address that the trusted proxy reports', async () => {
  const { id, apiKey } = await make({
    name: 'Server',
    scopes: ['orders:create', 'events:read'],
    addresses: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'],
  })
  for (const from of ['203.0.113.9', '2001:db8::5', '198.51.100.7', '::ffff:198.51.100.7']) {
    expect((await create(apiKey, from)).statusCode, from).toBe(200)
    expect((await events(apiKey, from)).statusCode, from).toBe(200)
  }
  for (const from of ['203.0.114.1', '2001:db9::1', '198.51.100.8', undefined]) {
    for (const reply of [
      await create(apiKey, from),
      await create(apiKey, from, true),
      await events(apiKey, from),
    ])
      expect([reply.statusCode, reply.json().code], from).toEqual([403, 'address_not_allowed'])
  }
  expect((await keys()).find((key: { id: string }) => key.id === id).addresses).toEqual([
    '203.0.113.0/24',
    '2001:db8::/32',
    '198.51.100.7',
  ])
  await merchant.post(`/user/api-keys/${id}/addresses`, { addresses: [] })
  expect((await create(apiKey, '8.8.8.8')).statusCode).toBe(200)
})

test('every refused use of a key is counted and shown with reason, time and address', async () => {
  const reader = await make({ name: 'Books', scopes: READ })
  await create(reader.apiKey, '203.0.113.5')
  await merchant.post(`/user/api-keys/${reader.id}/revoke`)
  for (let n = 0; n < 3; n += 1) await events(reader.apiKey, '203.0.113.66')
  await create(reader.apiKey, '203.0.113.77')
  await events(merchant.key)
  await later()
  const shown = () => keys().then((all) => all.find((key: { id: string }) => key.id === reader.id))
  // Refusals are written after the uses that later() waits for.
  await expect.poll(shown).toMatchObject({
    lastUsedAt: null,
    refused: { count: 5, why: 'bad_key', address: '203.0.113.77' },
  })
  const [main, , ...ended] = await keys()
  expect(main).toMatchObject({ isMain: true, refused: null })
  expect(ended).toHaveLength(0)
})

test('the full text of a further key is returned once, and at most 20 work at a time', async () => {
  const made = await make({ name: 'Till', scopes: ['orders:create'] })
  expect(made.apiKey).toMatch(/^key_test_/)
  const list = (await merchant.get('/user/api-keys')).body
  expect(list).not.toContain(made.apiKey)
  expect(made.masked).toBe(`${made.apiKey.slice(0, 13)}••••••••${made.apiKey.slice(-4)}`)
  const all = await Promise.all(
    Array.from({ length: 25 }, () => merchant.post('/user/api-keys', { name: 'More', scopes: READ })),
  )
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(19)
  expect(all.find(({ statusCode }) => statusCode !== 200)?.json().code).toBe('too_many_keys')
})

test('the main key cannot be revoked, and no merchant can revoke or restrict the key of another', async () => {
  const other = await shop.merchant()
  const [main] = await keys()
  const [theirs] = (await other.get('/user/api-keys')).json().data
  expect((await merchant.post(`/user/api-keys/${main.id}/revoke`)).json().code).toBe('main_key')
  expect((await merchant.post(`/user/api-keys/${theirs.id}/revoke`)).statusCode).toBe(404)
  const restrict = await merchant.post(`/user/api-keys/${theirs.id}/addresses`, {
    addresses: ['203.0.113.7'],
  })
  expect(restrict.statusCode).toBe(404)
  expect((await create(other.key)).statusCode).toBe(200)
})

test('a hidden key is masked everywhere, revealed by the password, and returned by its rotation', async () => {
  await merchant.post('/user/api-key-settings', { showOnce: true })
  const details = (await merchant.post('/user/get-api-details')).json().data
  expect(details).toMatchObject({ keyShownOnce: true })
  expect(details.apiKey).not.toBe(merchant.key)
  const wrong = await merchant.post('/user/reveal-api-key', { password: 'wrong' })
  expect([wrong.statusCode, wrong.json().errors[0].field]).toEqual([400, 'password'])
  const revealed = await merchant.post('/user/reveal-api-key', { password: PASSWORD })
  expect(revealed.json().data).toEqual({ apiKey: merchant.key })
  const off = await merchant.post('/user/api-key-settings', { showOnce: false })
  expect(off.statusCode).toBe(400)
  expect((await merchant.post('/user/get-api-details')).json().data.keyShownOnce).toBe(true)
  const rotated = (await merchant.post('/user/rotate-api-key')).json().data.apiKey
  expect((await create(rotated)).statusCode).toBe(200)
  await merchant.post('/user/api-key-settings', { showOnce: false, password: PASSWORD })
  expect((await merchant.post('/user/get-api-details')).json().data.apiKey).toBe(rotated)
})

test.each([
  ['no key at all', {}, 'The API key is missing: send it in the header "Authorization: Bearer key_..."'],
  [
    'a key without Bearer',
    { authorization: 'key_test_x' },
    'Send the API key as "Authorization: Bearer key_..."',
  ],
  ['a wrong one', { authorization: 'Bearer key_test_x' }, REFUSALS.bad_key.msg],
])('%s gets a message that says what to send', async (_, headers, msg) => {
  for (const { method, path } of [createOrder, checkOrderStatus]) {
    const reply = await shop.call({ method, url: `/api/v1${path}`, headers, payload: {} })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 'bad_key', msg })
  }
})
