import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { sql } from '../../platform/database/database.ts'
import { logInFrom, ORIGIN, PASSWORD, turnOnTwoFactor } from './two-factor-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

let visitors = 0
beforeEach(() => {
  visitors += 1
})

const logIn = (email: string, code?: string, password = PASSWORD) =>
  logInFrom(shop, { email, password, code, remoteAddress: `198.51.100.${visitors}` })
const turnOn = (merchant: ShopMerchant) => turnOnTwoFactor(shop, merchant)

describe('login with a second factor', () => {
  test('replies totp_required only to the right password', async () => {
    const merchant = await shop.merchant()
    await turnOn(merchant)
    const asked = await logIn(merchant.email)
    expect([asked.statusCode, asked.json().code]).toEqual([401, 'totp_required'])
    expect(asked.headers['set-cookie']).toBeUndefined()
    expect((await logIn(merchant.email, '')).json().code).toBe('totp_required')
    expect((await logIn(merchant.email, undefined, 'no idea')).json().code).toBe('wrong_credentials')
  })

  test('refuses the right code with a wrong password, without using up the code', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    const code = phone.code()
    expect((await logIn(merchant.email, code, 'no idea')).json().code).toBe('wrong_credentials')
    expect((await logIn(merchant.email, code)).statusCode).toBe(200)
  })

  test('accepts a code once, even in concurrent logins', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    const code = phone.code()
    const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(merchant.email, code)))
    const statuses = replies.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(401)])
    expect(
      new Set(replies.filter((reply) => reply.statusCode === 401).map((reply) => reply.json().code)),
    ).toEqual(new Set(['wrong_code']))
    expect((await logIn(merchant.email, code)).json()).toMatchObject({
      code: 'wrong_code',
      errors: [{ field: 'code' }],
    })
    shop.clock.advance({ seconds: 30 })
    expect((await logIn(merchant.email, phone.code())).statusCode).toBe(200)
  })

  test.each([
    [-60, 401],
    [-30, 200],
    [0, 200],
    [30, 200],
    [60, 401],
  ])('replies to a phone whose clock is off by %d s with %d', async (offSeconds, status) => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    shop.clock.advance({ minutes: 5 })
    expect((await logIn(merchant.email, phone.code(offSeconds))).statusCode).toBe(status)
  })

  test('refuses codes that are earlier than an accepted one', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    shop.clock.advance({ minutes: 5 })
    const [now, next] = [phone.code(), phone.code(30)]
    expect((await logIn(merchant.email, next)).statusCode).toBe(200)
    expect((await logIn(merchant.email, now)).statusCode).toBe(401)
  })

  test('refuses the code of another merchant', async () => {
    const [mine, theirs] = [await shop.merchant(), await shop.merchant()]
    const { phone, recoveryCodes } = await turnOn(mine)
    await turnOn(theirs)
    expect((await logIn(theirs.email, phone.code())).json().code).toBe('wrong_code')
    expect((await logIn(theirs.email, recoveryCodes[0])).json().code).toBe('wrong_code')
  })

  test('limits wrong codes together with wrong passwords, and then delays the right code too', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    for (let n = 0; n < 5; n += 1) {
      expect((await logIn(merchant.email, undefined, 'no idea')).statusCode).toBe(401)
      expect((await logIn(merchant.email, 'ABCDE-FGHJK')).statusCode).toBe(401)
    }
    expect((await logIn(merchant.email, phone.code())).statusCode).toBe(429)
    shop.clock.advance({ minutes: 15 })
    expect((await logIn(merchant.email, phone.code())).statusCode).toBe(200)
  })

  test('does not count a login without a code as a failure', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    for (let n = 0; n < 12; n += 1) expect((await logIn(merchant.email)).statusCode).toBe(401)
    expect((await logIn(merchant.email, phone.code())).statusCode).toBe(200)
  })

  test('accepts a code with a space', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    const code = phone.code()
    expect((await logIn(merchant.email, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200)
  })
})

describe('recovery codes', () => {
  test('work once each in any spelling, even in concurrent logins', async () => {
    const merchant = await shop.merchant()
    const { recoveryCodes } = await turnOn(merchant)
    const [first = '', second = ''] = recoveryCodes
    const replies = await Promise.all(Array.from({ length: 6 }, () => logIn(merchant.email, first)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(5).fill(401)])
    const sloppy = ` ${second.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await logIn(merchant.email, sloppy)).statusCode).toBe(200)
    expect((await logIn(merchant.email, second)).statusCode).toBe(401)
    expect((await merchant.get('/auth/totp')).json().data.recoveryCodesLeft).toBe(8)
  })

  test('are void after a new set-up', async () => {
    const merchant = await shop.merchant()
    const { recoveryCodes } = await turnOn(merchant)
    await merchant.post('/auth/totp/disable', { password: PASSWORD, code: recoveryCodes[1] })
    await turnOn(merchant)
    expect((await logIn(merchant.email, recoveryCodes[0])).statusCode).toBe(401)
  })
})

describe('turning the second factor off', () => {
  test('requires the password, with a limited number of guesses', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    const off = (password: string) => merchant.post('/auth/totp/disable', { password, code: phone.code() })
    expect((await off('')).json()).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'password' }] })
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await off('no idea')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    expect((await off(PASSWORD)).statusCode).toBe(429)
    expect((await logIn(merchant.email)).json().code).toBe('totp_required')
  })

  test('makes the password sufficient again, and can be repeated', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    const off = { password: PASSWORD, code: phone.code() }
    expect((await merchant.post('/auth/totp/disable', off)).statusCode).toBe(200)
    expect((await merchant.post('/auth/totp/disable', { password: PASSWORD })).statusCode).toBe(200)
    expect((await logIn(merchant.email)).statusCode).toBe(200)
    expect((await merchant.get('/auth/totp')).json().data.on).toBe(false)
  })

  test('requires a valid code besides the password, or a recovery code', async () => {
    const merchant = await shop.merchant()
    const { phone, recoveryCodes } = await turnOn(merchant)
    const off = (code?: string) => merchant.post('/auth/totp/disable', { password: PASSWORD, code })
    for (const code of [undefined, '', 'ABCDE-FGHJK', phone.code(600)]) {
      const refused = await off(code)
      expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'code'])
    }
    expect((await merchant.get('/auth/totp')).json().data.on).toBe(true)
    expect((await off(recoveryCodes[0])).statusCode).toBe(200)
    expect((await merchant.get('/auth/totp')).json().data.on).toBe(false)
  })

  test('limits guesses of codes, even concurrent ones, and then delays the right code too', async () => {
    const merchant = await shop.merchant()
    const { phone } = await turnOn(merchant)
    const off = (code: string) => merchant.post('/auth/totp/disable', { password: PASSWORD, code })
    // As many at once as may wait for their password's hash, so that only the limit of codes refuses.
    const guess = (from: number) =>
      Promise.all(Array.from({ length: 11 }, (_, n) => off(phone.code(600 + 30 * (from + n)))))
    const statuses = [...(await guess(0)), ...(await guess(11))].map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([...Array(20).fill(400), 429, 429])
    expect((await off(phone.code())).statusCode).toBe(429)
    expect((await merchant.get('/auth/totp')).json().data.on).toBe(true)
  })

  test('requires a session, and so does reading its state', async () => {
    for (const path of ['setup', 'confirm', 'disable']) {
      const reply = await shop.call({
        method: 'POST',
        url: `/api/v1/auth/totp/${path}`,
        payload: { code: '123456', password: PASSWORD },
        headers: { origin: ORIGIN },
      })
      expect(reply.statusCode).toBe(401)
    }
    expect((await shop.call({ method: 'GET', url: '/api/v1/auth/totp' })).statusCode).toBe(401)
  })
})

test('a login still requires the code after the password was reset by an e-mailed link', async () => {
  const merchant = await shop.merchant()
  const { phone } = await turnOn(merchant)
  const token = 'x'.repeat(43)
  const now = shop.clock.now()
  await shop.db.run(sql`
    insert into password_resets (merchant_id, token_hash, created_at, expires_at)
    values (${merchant.merchantId}, ${sha256(token)}, ${now},
            ${new Date(now.getTime() + 60_000)})`)
  const reset = await shop.call({
    method: 'POST',
    url: '/api/v1/auth/reset-password',
    payload: { token, password: 'a stapler of my own' },
    headers: { origin: ORIGIN },
  })
  expect(reset.statusCode).toBe(200)
  expect(reset.headers['set-cookie']).toBeUndefined()
  expect((await logIn(merchant.email, undefined, 'a stapler of my own')).json().code).toBe('totp_required')
  expect((await logIn(merchant.email, phone.code(), 'a stapler of my own')).statusCode).toBe(200)
})
