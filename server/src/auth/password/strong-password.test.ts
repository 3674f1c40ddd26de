import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { sql } from '../../platform/database/database.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'a stapler of my own'
const NAME = 'Sharma Electronics'
const ORIGIN = 'http://localhost:3000'
const TOO_COMMON = 'This password is too common. Please choose another one.'
const ABOUT_YOU = 'Please do not use your name or your email address as the password'

const weak = (email: string): [password: string, msg: string][] => [
  ['password1', TOO_COMMON],
  ['PASSWORD1', TOO_COMMON],
  ['ｐａｓｓｗｏｒｄ１', TOO_COMMON],
  [email.toUpperCase(), ABOUT_YOU],
  [NAME.toLowerCase(), ABOUT_YOU],
]

let shop: Shop

const post = (path: string, payload: object, cookie = '') =>
  shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { origin: ORIGIN, cookie } })

type Outcome = [status: number, errors: { field: string; msg: string }[] | undefined]

const register = async (email: string, password: string): Promise<Outcome> => {
  const reply = await post('/auth/register', { name: NAME, email, mobileNumber: '9876543210', password })
  return [reply.statusCode, reply.json().errors]
}

const change = async (email: string, currentPassword: string, newPassword: string): Promise<Outcome> => {
  const login = await post('/auth/login', { email, password: currentPassword })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const reply = await post(
    '/user/update-profile',
    {
      name: NAME,
      email,
      mobileNumber: '9876543210',
      currentPassword,
      newPassword,
      confirmPassword: newPassword,
    },
    cookie,
  )
  return [reply.statusCode, reply.json().errors]
}

/** A link that resets the password, as it is emailed. */
const resetToken = async (email: string): Promise<string> => {
  const token = shop.clock.now().getTime().toString().padStart(43, email)
  const expiresAt = new Date(shop.clock.now().getTime() + 60_000)
  await shop.db.run(sql`
    insert into password_resets (merchant_id, token_hash, created_at, expires_at)
    select merchant_id, ${sha256(token)}, ${shop.clock.now()}, ${expiresAt} from merchants where email = ${email}`)
  return token
}

const reset = async (token: string, password: string): Promise<Outcome> => {
  const reply = await post('/auth/reset-password', { token, password })
  return [reply.statusCode, reply.json().errors]
}

describe('by default', () => {
  beforeAll(async () => {
    shop = await openShop({ ROLE: 'web' })
  })
  afterAll(() => shop.close())

  test.each(['password1', '12345678', NAME, 'own@example.com', '        ', 'पासवर्ड१', 'a'.repeat(128)])(
    'a merchant may register with %s',
    async (password) => {
      const email = password.includes('@') ? password : `${sha256(password).toString('hex')}@example.com`
      expect(await register(email, password)).toEqual([200, undefined])
    },
  )

  test('seven characters are refused', async () => {
    expect(await register('short@example.com', '1234567')).toEqual([
      400,
      [{ field: 'password', msg: 'Password must be at least 8 characters' }],
    ])
  })

  test('a merchant may change and reset to a common password and to the own name or address', async () => {
    const { email } = await shop.merchant(NAME)
    let current = PASSWORD
    for (const [password] of weak(email)) {
      expect([password, await change(email, current, password)]).toEqual([password, [200, undefined]])
      expect([password, await reset(await resetToken(email), password)]).toEqual([password, [200, undefined]])
      current = password
    }
  })

  test('an operator may not, and the reset link stays valid', async () => {
    const email = 'operator@example.com'
    for (const [password, msg] of weak(email))
      expect(await change(email, PASSWORD, password)).toEqual([400, [{ field: 'newPassword', msg }]])
    const token = await resetToken(email)
    for (const [password, msg] of weak(email).slice(0, -1))
      expect(await reset(token, password)).toEqual([400, [{ field: 'password', msg }]])
    expect(await reset(token, NEW)).toEqual([200, undefined])
  })
})

describe('with REFUSE_COMMON_PASSWORDS', () => {
  beforeAll(async () => {
    shop = await openShop({ ROLE: 'web', REFUSE_COMMON_PASSWORDS: 'on' })
  })
  afterAll(() => shop.close())

  test('registering refuses a common password and one that is the name or address, with an error at the field', async () => {
    const email = 'new-merchant@example.com'
    for (const [password, msg] of [...weak(email), ['new-merchant', ABOUT_YOU]] as const)
      expect(await register(email, password)).toEqual([400, [{ field: 'password', msg }]])
    expect(await register(email, NEW)).toEqual([200, undefined])
  })

  test('changing and resetting a password refuse the same ones, and the reset link stays valid', async () => {
    const { email } = await shop.merchant(NAME)
    const token = await resetToken(email)
    for (const [password, msg] of weak(email)) {
      expect(await change(email, PASSWORD, password)).toEqual([400, [{ field: 'newPassword', msg }]])
      expect(await reset(token, password)).toEqual([400, [{ field: 'password', msg }]])
    }
    expect(await reset(token, NEW)).toEqual([200, undefined])
  })
})
