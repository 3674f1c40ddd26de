import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bytesOfKey, phoneWith } from '../../../testing/authenticator.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'
import { logInFrom, PASSWORD, setUpTwoFactor, turnOnTwoFactor } from './two-factor-harness.ts'

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
const setUp = (merchant: ShopMerchant) => setUpTwoFactor(shop, merchant)
const turnOn = (merchant: ShopMerchant) => turnOnTwoFactor(shop, merchant)

describe('set-up of the second factor', () => {
  test('creates a new secret each time, and only the last one can be confirmed', async () => {
    const merchant = await shop.merchant()
    const [first, second] = [await setUp(merchant), await setUp(merchant)]
    expect(first.code()).not.toBe(second.code())
    const refused = await merchant.post('/auth/totp/confirm', { code: first.code() })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'code' }] })
    expect((await logIn(merchant.email)).statusCode).toBe(200)
    expect((await merchant.post('/auth/totp/confirm', { code: second.code() })).statusCode).toBe(200)
    expect((await logIn(merchant.email)).json().code).toBe('totp_required')
  })

  test('a session older than some minutes needs the password, and guesses are limited', async () => {
    const merchant = await shop.merchant()
    shop.clock.advance({ minutes: 10, ms: 1 })
    const old = await merchant.post('/auth/totp/setup')
    expect([old.statusCode, old.json().code]).toEqual([403, 'confirmation_required'])
    const empty = await merchant.post('/auth/totp/setup', { password: '' })
    expect(empty.json().errors).toEqual([{ field: 'password', msg: 'Please enter your current password' }])
    const wrong = await merchant.post('/auth/totp/setup', { password: 'not the password' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_password'])
    expect((await merchant.post('/auth/totp/confirm', { code: '287082' })).json().code).toBe('totp_not_begun')
    expect((await merchant.post('/auth/totp/setup', { password: PASSWORD })).statusCode).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => merchant.post('/auth/totp/setup', { password: 'a guess' })),
    )
    expect(guesses.map(({ statusCode }) => statusCode)).toContain(429)
    expect((await merchant.post('/auth/totp/setup', { password: PASSWORD })).statusCode).toBe(429)
  })

  test('a wrong password is refused also right after the login', async () => {
    const merchant = await shop.merchant()
    const wrong = await merchant.post('/auth/totp/setup', { password: 'not the password' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_password'])
  })

  test('a confirmed second factor is not replaced, and its secret and codes are nowhere readable', async () => {
    const merchant = await shop.merchant()
    const phone = await setUp(merchant)
    const { secret } = (await merchant.post('/auth/totp/setup')).json().data
    const confirmed = await merchant.post('/auth/totp/confirm', {
      code: phoneWith(shop.clock, secret).code(),
    })
    const { recoveryCodes } = confirmed.json().data
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const again of ['setup', 'confirm'])
      expect((await merchant.post(`/auth/totp/${again}`, { code: phone.code() })).json().code).toBe('totp_on')
    const rows = await shop.db.rows<{ secret_sealed: Buffer; code_hash: Buffer }>(sql`
      select f.*, r.code_hash from second_factors f join recovery_codes r using (merchant_id)
      where merchant_id = ${merchant.merchantId}`)
    const kept = rows
      .map((row) =>
        Object.values(row)
          .map((value) => String(value))
          .join(' '),
      )
      .join('\n')
    for (const open of [secret, bytesOfKey(secret).toString('latin1'), ...recoveryCodes])
      expect(kept + shop.logged.join('\n')).not.toContain(open)
    expect(rows).toHaveLength(10)
    expect(rows.every(({ secret_sealed }) => !secret_sealed.includes(bytesOfKey(secret)))).toBe(true)
  })

  test('two confirmations at once turn it on once, with one set of codes', async () => {
    const merchant = await shop.merchant()
    const phone = await setUp(merchant)
    const body = { code: phone.code() }
    const replies = await Promise.all([1, 2, 3].map(() => merchant.post('/auth/totp/confirm', body)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect((await merchant.get('/auth/totp')).json().data).toEqual({
      on: true,
      required: false,
      recoveryCodesLeft: 10,
    })
  })

  test('it ends the sessions that started without a code, and keeps this one', async () => {
    const merchant = await shop.merchant()
    const { session } = Object.fromEntries(
      (await logIn(merchant.email)).cookies.map(({ name, value }) => [name.replace('galla_', ''), value]),
    )
    await turnOn(merchant)
    const other = await shop.call({
      method: 'GET',
      url: '/api/v1/auth/session',
      headers: { cookie: `galla_session=${session}` },
    })
    expect(other.statusCode).toBe(401)
    expect((await merchant.get('/auth/session')).statusCode).toBe(200)
  })

  test('guessing at the confirmation is rate limited', async () => {
    const merchant = await shop.merchant()
    const phone = await setUp(merchant)
    const right = phone.code()
    const wrong = right === '000000' ? '000001' : '000000'
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await merchant.post('/auth/totp/confirm', { code: wrong })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    expect((await merchant.post('/auth/totp/confirm', { code: right })).statusCode).toBe(429)
  })
})
