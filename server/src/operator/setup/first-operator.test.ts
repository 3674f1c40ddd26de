import { afterEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'

const ORIGIN = 'https://pay.example.com'
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: ORIGIN, OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' }
const EMAIL = 'asha@example.com'
const PASSWORD = 'nine brass kettles'

let shop: Shop
afterEach(() => shop.close())

const tokenOf = (line: string | undefined): string =>
  /\/setup\?token=([\w-]{43})\s/.exec(line ?? '')?.[1] ?? ''
const printedTokens = (): string[] => shop.printed.map(tokenOf)

const post = (path: string, payload: object) =>
  shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { origin: ORIGIN } })
const setUp = (token: string, over: object = {}) =>
  post('/setup', { token, email: EMAIL, password: PASSWORD, ...over })
const page = async () => (await shop.call({ method: 'GET', url: '/setup?token=x' })).statusCode
const operators = async () =>
  (await shop.db.pool.query("select email from merchants where role = 'operator'")).rows

test('the first start in production prints a link that creates the operator once', async () => {
  shop = await openShop(PRODUCTION)
  const [token = ''] = printedTokens()
  expect(token).toHaveLength(43)
  expect(await operators()).toEqual([])
  expect(await page()).toBe(200)
  expect(shop.logged.join('\n')).not.toContain(token)
  const stored = await shop.db.pool.query('select encode(token_hash, $1) as hash from setup_tokens', ['hex'])
  expect(JSON.stringify(stored.rows)).not.toContain(Buffer.from(token).toString('hex'))

  const created = await setUp(token)
  expect(created.statusCode, created.body).toBe(200)
  expect(await operators()).toEqual([{ email: EMAIL }])
  expect(await page()).toBe(404)
  const again = await setUp(token, { email: 'other@example.com' })
  expect([again.statusCode, again.json().code]).toEqual([404, 'not_found'])
  expect((await shop.db.pool.query('select from setup_tokens')).rowCount).toBe(0)

  const login = await post('/auth/login', { email: EMAIL, password: PASSWORD })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const state = await shop.call({ method: 'GET', url: '/api/v1/auth/totp', headers: { cookie } })
  expect(state.json().data).toMatchObject({ on: false, required: true })
  await shop.restart(() => {})
  expect(shop.printed).toHaveLength(1)
})

test('links that are used concurrently create one operator', async () => {
  shop = await openShop(PRODUCTION)
  await shop.restart(() => {})
  const tokens = printedTokens()
  expect(new Set(tokens).size).toBe(2)
  const replies = await Promise.all(
    [...tokens, ...tokens, ...tokens].map((token, index) =>
      setUp(token, { email: `op-${index}@example.com` }),
    ),
  )
  const codes = replies.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code >= 500)).toEqual([])
  expect(await operators()).toHaveLength(1)
})

test('a link expires after a day, and the next start prints another one', async () => {
  shop = await openShop(PRODUCTION)
  shop.clock.advance({ hours: 24 })
  const expired = await setUp(printedTokens()[0] ?? '')
  expect([expired.statusCode, expired.json().code]).toEqual([400, 'setup_link_used'])
  await shop.restart(() => {})
  expect((await setUp(printedTokens()[1] ?? '')).statusCode).toBe(200)
})

test('guesses of the link are rate-limited, and a weak password is refused without using up the link', async () => {
  shop = await openShop(PRODUCTION)
  const [token = ''] = printedTokens()
  for (const password of ['password123', EMAIL, 'short']) {
    const weak = await setUp(token, { password })
    expect([weak.statusCode, weak.json().errors?.[0]?.field]).toEqual([400, 'password'])
  }
  const guesses = []
  for (let n = 0; n < 21; n += 1) guesses.push((await setUp('x'.repeat(43))).json().code)
  expect(guesses).toEqual([...Array(20).fill('setup_link_used'), 'too_many_attempts'])
  shop.clock.advance({ minutes: 15 })
  expect((await setUp(token)).statusCode).toBe(200)
})

test('a call from another website creates no operator', async () => {
  shop = await openShop(PRODUCTION)
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/setup',
    headers: { origin: 'https://evil.example' },
    payload: { token: printedTokens()[0], email: EMAIL, password: PASSWORD },
  })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'foreign_origin'])
})

test('OPERATOR_PASSWORD still creates the operator in production, and a common one stops the start', async () => {
  shop = await openShop({ ...PRODUCTION, OPERATOR_EMAIL: EMAIL, OPERATOR_PASSWORD: PASSWORD })
  expect([await operators(), shop.printed, await page()]).toEqual([[{ email: EMAIL }], [], 404])
  await expect(
    openShop({ ...PRODUCTION, OPERATOR_EMAIL: EMAIL, OPERATOR_PASSWORD: 'password123' }),
  ).rejects.toThrow('OPERATOR_PASSWORD is too common')
})

test('outside production the first start creates the operator, without a set-up page', async () => {
  shop = await openShop({ OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' })
  expect([await operators(), shop.printed, await page()]).toEqual([
    [{ email: 'operator@galla.local' }],
    [],
    404,
  ])
})
