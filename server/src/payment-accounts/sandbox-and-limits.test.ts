import type { KeyScope } from '@galla/contract/api-keys/key-scopes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earlier } from '../../testing/earlier.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { findMainKey } from '../api-keys/main-keys.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { part, sql } from '../platform/database/database.ts'

const PASSWORD = 'correct horse battery'
const ORDER = {
  client_txn_id: 'TXN_1',
  ...ORDER_BODY,
}

const post = (
  shop: Shop,
  path: string,
  payload: object,
  headers: Record<string, string> = {},
  from = '203.0.113.1',
) => shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers, remoteAddress: from })

const withKey = (key: string) => ({ authorization: `Bearer ${key}` })

const cookiesOf = (reply: { cookies: { name: string; value: string }[] }): string =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

describe('without the sandbox', () => {
  let shop: Shop
  let merchant: ShopMerchant
  beforeAll(async () => {
    shop = await openShop({ SANDBOX: 'off' })
    merchant = await shop.merchant()
  })
  afterAll(() => shop.close())

  test('everything is live, even when a session has stored test mode', async () => {
    expect(merchant.key).toMatch(/^key_live_/)
    const session = await merchant.get('/auth/session')
    expect(session.json().data.mode).toBe('live')
    const back = await merchant.post('/user/mode', { mode: 'test' })
    expect([back.statusCode, back.json().errors]).toEqual([
      400,
      [{ field: 'mode', msg: 'Test mode is switched off' }],
    ])
    expect((await merchant.post('/user/generate-payment-link', ORDER)).json().code).toBe('no_account')
  })

  test('a test key is invalid, and there is no simulator', async () => {
    const secrets = secretsFrom(new Uint8Array(32).fill(7))
    const { apiKey } = await findMainKey({ db: shop.db, secrets }, merchant.merchantId, 'test')
    for (const path of ['/order/create-order', '/order/check-order-status']) {
      const reply = await post(shop, path, ORDER, withKey(apiKey))
      expect([path, reply.statusCode, reply.json().code]).toEqual([path, 401, 'bad_key'])
    }
    expect((await post(shop, '/simulator/pay', { upi: 'upi://pay?pa=a@b' })).statusCode).toBe(404)
    expect((await post(shop, '/order/create-order', ORDER, withKey(merchant.key))).json().code).toBe(
      'no_account',
    )
  })
})

describe('sessions and keys', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  const logIn = async (email: string, remembered: boolean) => {
    const login = await post(shop, '/auth/login', { email, password: PASSWORD })
    const cookie = cookiesOf(login)
    expect(login.cookies.find(({ name }) => name === 'galla_session')).not.toHaveProperty('maxAge')
    const reply = remembered
      ? await post(shop, '/auth/session/remember', {}, { cookie, origin: 'http://localhost:3000' })
      : login
    const lives = async () =>
      (await shop.call({ method: 'GET', url: '/api/v1/auth/session', headers: { cookie } })).statusCode ===
      200
    return { reply, lives }
  }

  /** As if all sessions were older: days of the clock would fire millions of sweeps. */
  const age = (hours: number) => {
    const past = `${hours} hours`
    return shop.db.run(sql`
      update sessions set created_at = ${earlier(part`created_at`, past)},
        last_used_at = ${earlier(part`last_used_at`, past)}, expires_at = ${earlier(part`expires_at`, past)}`)
  }

  test('a remembered session lasts thirty days, any other twelve hours without use', async () => {
    const { email } = await shop.merchant()
    const remembered = await logIn(email, true)
    const forgotten = await logIn(email, false)
    const session = remembered.reply.cookies.find(({ name }) => name === 'galla_session')
    expect(session?.maxAge).toBe(30 * 86_400)
    await age(12)
    expect([await remembered.lives(), await forgotten.lives()]).toEqual([true, false])
    await age(29 * 24 + 11)
    expect(await remembered.lives()).toBe(true)
    await age(1)
    expect(await remembered.lives()).toBe(false)
  })

  test('a session that is used every day ends after thirty days', async () => {
    const { email } = await shop.merchant()
    const used = await logIn(email, false)
    for (let hours = 0; hours < 30 * 24; hours += 10) {
      expect([hours, await used.lives()]).toEqual([hours, true])
      await age(10)
    }
    expect(await used.lives()).toBe(false)
  })

  test.each<[KeyScope, number, number]>([
    ['orders:create', 200, 200],
    ['orders:read', 403, 200],
    ['events:read', 403, 403],
  ])('a key that may %s: create-order %i, check-order-status %i', async (scope, create, check) => {
    const merchant = await shop.merchant()
    await post(shop, '/order/create-order', ORDER, withKey(merchant.key))
    await shop.db.pool.query(
      `update api_keys set is_main = false, scopes = array[$1] where merchant_id = $2`,
      [scope, merchant.merchantId],
    )
    const again = { ...ORDER, client_txn_id: 'TXN_2' }
    for (const headers of [{}, { 'idempotency-key': `key-${scope}` }]) {
      const created = await post(shop, '/order/create-order', again, { ...withKey(merchant.key), ...headers })
      expect(created.statusCode).toBe('idempotency-key' in headers && create === 200 ? 409 : create)
      if (create === 403) expect(created.json().code).toBe('forbidden')
    }
    const wrong = await post(shop, '/order/create-order', {}, withKey(merchant.key))
    expect(wrong.statusCode).toBe(create === 403 ? 403 : 400)
    const checked = await post(shop, '/order/check-order-status', ORDER, withKey(merchant.key))
    expect(checked.statusCode).toBe(check)
  })

  test('an invalid API key is reported before an invalid Idempotency-Key', async () => {
    const { key } = await shop.merchant()
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    await shop.db.pool.query('update api_keys set revoked_at = created_at where merchant_id = $1', [
      (await shop.merchant()).merchantId,
    ])
    expect(
      (await post(shop, '/order/create-order', ORDER, { ...withKey(key), ...headers })).json(),
    ).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'Idempotency-Key' }] })
    const revoked = await shop.merchant()
    await revoked.post('/user/rotate-api-key', { stopOldNow: true })
    const refused = await post(shop, '/order/create-order', ORDER, { ...withKey(revoked.key), ...headers })
    expect(refused.statusCode).toBe(401)
  })

  test('a suspended merchant gets the reason, with a key and in the payment link form', async () => {
    const merchant = await shop.merchant()
    await shop.db.pool.query('update merchants set suspended_at = created_at where merchant_id = $1', [
      merchant.merchantId,
    ])
    const byKey = await post(shop, '/order/create-order', ORDER, withKey(merchant.key))
    const byForm = await merchant.post('/user/generate-payment-link', ORDER)
    for (const reply of [byKey, byForm])
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'suspended'])
  })

  test('an address with a hundred failed logins of any accounts has to wait, and others do not', async () => {
    const merchant = await shop.merchant()
    const guess = (n: number, from: string) =>
      post(shop, '/auth/login', { email: `nobody-${n}@example.com`, password: 'wrong' }, {}, from)
    for (let n = 0; n < 100; n += 20) {
      const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(n + i, '198.51.100.1')))
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    }
    const refused = await guess(100, '198.51.100.1')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await guess(101, '198.51.100.2')).statusCode).toBe(401)
    const right = { email: merchant.email, password: PASSWORD }
    expect((await post(shop, '/auth/login', right, {}, '198.51.100.1')).statusCode).toBe(429)
    shop.clock.advance({ minutes: 15 })
    expect((await post(shop, '/auth/login', right, {}, '198.51.100.1')).statusCode).toBe(200)
  })
})

describe('in production', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ NODE_ENV: 'production', PUBLIC_URL: 'https://galla.example' })
  })
  afterAll(() => shop.close())

  test('an address can register twenty merchants an hour', async () => {
    const register = (n: number, from: string) =>
      post(
        shop,
        '/auth/register',
        { name: 'Tea', email: `many-${n}@example.com`, mobileNumber: '9876543210', password: PASSWORD },
        {},
        from,
      )
    for (let n = 0; n < 20; n += 1) expect((await register(n, '2001:db8::1')).statusCode).toBe(200)
    // Of IPv6 a whole network is one address.
    const refused = await register(20, '2001:db8::ffff')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBe(3600)
    expect((await register(21, '2001:db8:0:1::1')).statusCode).toBe(200)
    shop.clock.advance({ hours: 1 })
    expect((await register(20, '2001:db8::1')).statusCode).toBe(200)
  })
})
