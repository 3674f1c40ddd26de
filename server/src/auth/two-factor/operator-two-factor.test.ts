import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneWith } from '../../../testing/authenticator.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'https://pay.example.com'
const EMAIL = 'operator@example.com'
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: ORIGIN,
  OPERATOR_EMAIL: EMAIL,
  ROLE: 'web',
}

let shop: Shop
beforeAll(async () => {
  shop = await openShop(PRODUCTION)
})
afterAll(() => shop.close())

const post = (path: string, payload: object, cookie = '') =>
  shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { origin: ORIGIN, cookie } })
const get = (path: string, cookie: string) =>
  shop.call({ method: 'GET', url: `/api/v1${path}`, headers: { cookie } })

const logIn = async (email: string, code?: string): Promise<string> => {
  const reply = await post('/auth/login', {
    email,
    password: PASSWORD,
    ...(code === undefined ? {} : { code }),
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

test('an operator in production must set up the second factor before anything else', async () => {
  const cookie = await logIn(EMAIL)
  expect((await get('/auth/session', cookie)).json().data.role).toBe('operator')
  expect((await get('/auth/totp', cookie)).json().data).toEqual({
    on: false,
    required: true,
    recoveryCodesLeft: 0,
  })
  const refused = [
    await get('/auth/sessions', cookie),
    await get('/user/stats/daily?from=2026-11-01&to=2026-11-02', cookie),
    await post('/user/get-api-details', {}, cookie),
    await post('/user/mode', { mode: 'test' }, cookie),
    await post('/auth/totp/disable', { password: PASSWORD }, cookie),
  ]
  for (const reply of refused)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'totp_setup_required'])

  // Neither the operator's calls nor a document.
  for (const { endpoint } of ENDPOINTS.filter((each) => each.endpoint.auth === 'operator')) {
    const { method, path } = endpoint
    const reply = await shop.call({
      method,
      url: `/api/v1${path.replace(/:\w+/, 'x')}`,
      headers: { origin: ORIGIN, cookie },
      ...(method === 'GET' ? {} : { payload: {} }),
    })
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'totp_setup_required'])
  }
  expect((await get('/kyc/documents/x', cookie)).json().code).toBe('totp_setup_required')

  const { uri } = (await post('/auth/totp/setup', {}, cookie)).json().data
  const { code } = phoneWith(shop.clock, new URL(uri).searchParams.get('secret') ?? '')
  expect((await post('/auth/totp/confirm', { code: code() }, cookie)).statusCode).toBe(200)
  const connected = await post(
    '/user/connect-merchant',
    {
      merchantProvider: 'other',
      merchantName: 'Galla',
      merchantId: 'M1',
      merchantUpiId: 'galla@examplebank',
    },
    cookie,
  )
  expect(connected.statusCode, connected.body).toBe(200)

  shop.clock.advance({ seconds: 30 })
  const second = await logIn(EMAIL, code())
  expect((await get('/operator/system', second)).statusCode).toBe(200)
  expect((await get('/auth/sessions', second)).statusCode).toBe(200)
  // A changed phone: off, and then set up again before anything else.
  shop.clock.advance({ seconds: 30 })
  const off = { password: PASSWORD, code: code() }
  expect((await post('/auth/totp/disable', off, second)).statusCode).toBe(200)
  expect((await get('/auth/sessions', second)).json().code).toBe('totp_setup_required')
  expect((await post('/auth/totp/setup', {}, second)).statusCode).toBe(200)
})

test('a merchant in production chooses whether to use a second factor', async () => {
  const email = 'asha@example.com'
  await post('/auth/register', { name: 'Sharma Tea', email, mobileNumber: '9876543210', password: PASSWORD })
  const cookie = await logIn(email)
  expect((await get('/auth/sessions', cookie)).statusCode).toBe(200)
  expect((await get('/auth/totp', cookie)).json().data.required).toBe(false)
})

test('an operator outside production works without a second factor', async () => {
  const local = await openShop({ ...PRODUCTION, NODE_ENV: 'development' })
  const reply = await local.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email: EMAIL, password: PASSWORD },
    headers: { origin: ORIGIN },
  })
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const sessions = await local.call({ method: 'GET', url: '/api/v1/auth/sessions', headers: { cookie } })
  expect(sessions.statusCode).toBe(200)
  await local.close()
})
