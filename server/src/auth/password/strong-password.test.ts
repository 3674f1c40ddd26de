import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { sql } from '../../platform/database/database.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://localhost:3000'
const TOO_COMMON = 'This password is too common. Please choose another one.'
const ABOUT_YOU = 'Please do not use your name or your email address as the password'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

const post = (path: string, payload: object) =>
  shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { origin: ORIGIN } })

const NAME = 'Sharma Electronics'
const cases = (email: string): [password: string, msg: string][] => [
  ['password1', TOO_COMMON],
  ['PASSWORD1', TOO_COMMON],
  ['ｐａｓｓｗｏｒｄ１', TOO_COMMON],
  [email.toUpperCase(), ABOUT_YOU],
  [email.split('@')[0] ?? '', ABOUT_YOU],
  ['sharma electronics', ABOUT_YOU],
]

test('registering refuses a common password and one that is the name or address, with an error at the field', async () => {
  for (const [password, msg] of cases('new-merchant@example.com')) {
    const reply = await post('/auth/register', {
      name: NAME,
      email: 'new-merchant@example.com',
      mobileNumber: '9876543210',
      password,
    })
    expect([reply.statusCode, reply.json().errors]).toEqual([400, [{ field: 'password', msg }]])
  }
})

test('changing and resetting a password refuse the same ones, and the reset link stays valid', async () => {
  const merchant = await shop.merchant(NAME)
  const token = 'x'.repeat(43)
  const now = shop.clock.now()
  await shop.db.run(sql`
    insert into password_resets (merchant_id, token_hash, created_at, expires_at)
    values (${merchant.merchantId}, ${sha256(token)}, ${now}, ${new Date(now.getTime() + 60_000)})`)
  const local = merchant.email.split('@')[0] ?? ''
  for (const [password, msg] of cases(merchant.email).filter(([text]) => text !== local)) {
    const changed = await merchant.post('/user/update-profile', {
      name: NAME,
      email: merchant.email,
      mobileNumber: '9876543210',
      currentPassword: PASSWORD,
      newPassword: password,
      confirmPassword: password,
    })
    expect([changed.statusCode, changed.json().errors]).toEqual([400, [{ field: 'newPassword', msg }]])
    const reset = await post('/auth/reset-password', { token, password })
    expect([reset.statusCode, reset.json().errors]).toEqual([400, [{ field: 'password', msg }]])
  }
  expect((await post('/auth/reset-password', { token, password: 'a stapler of my own' })).statusCode).toBe(
    200,
  )
})
