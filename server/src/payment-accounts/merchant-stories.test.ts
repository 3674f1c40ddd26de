import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, PATIENCE_MS, type TestDatabase } from '../../testing/database.ts'
import { type Authenticators, createAuthenticators } from '../api-keys/authenticate.ts'
import { findMainKey, rotateMainKey } from '../api-keys/main-keys.ts'
import { merchantRoutes } from '../auth/merchant-routes.ts'
import { ensureOperator } from '../operator/setup/ensure-operator.ts'
import { manualClock } from '../platform/clock.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { createPasswords } from '../platform/crypto/password.ts'
import { type Database, openDatabase, sql } from '../platform/database/database.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'
import { accountRoutes } from './payment-accounts-feature.ts'

let database: TestDatabase
let db: Database
let app: FastifyInstance
let authenticate: Authenticators
let verified = 0
const folder = mkdtempSync(path.join(tmpdir(), 'galla-merchants-'))
const clock = manualClock(new Date('2026-11-21T04:00:00Z'))
const log = createLog({ level: 'silent' })
const secrets = secretsFrom(new Uint8Array(32).fill(7))
const real = createPasswords()
const passwords: typeof real = {
  hashPassword: real.hashPassword,
  verifyPassword(hash, password, caller) {
    verified += 1
    return real.verifyPassword(hash, password, caller)
  },
}
const settings = readSettings({ DATA_DIR: folder })
const ids = randomIds
const deps = () => ({ db, clock, ids, log, secrets, passwords, settings, print: () => {} })

const serve = (publicUrl: string): FastifyInstance => {
  const own = { ...settings, publicUrl: new URL(publicUrl) }
  const server = createHttpServer({ settings: own, log, clock, ids })
  server.decorate('authenticate', createAuthenticators({ ...deps(), settings: own }))
  const quietly = { addJob: async () => {}, endCounterLogins: async () => 0 }
  merchantRoutes(server, { ...deps(), settings: own, ...quietly })
  accountRoutes(server, { ...deps(), settings: own })
  return server
}

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString, { connectTimeoutMs: PATIENCE_MS })
  authenticate = createAuthenticators(deps())
  app = serve('http://localhost:3000')
})

afterAll(async () => {
  await app?.close()
  await db?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const PASSWORD = 'correct horse battery'
let people = 0
const person = (email = `owner${++people}@example.com`) => ({
  name: 'Sharma Tea',
  email,
  mobileNumber: '9876543210',
  password: PASSWORD,
})

const call = (url: string, payload: object, headers: Record<string, string> = {}, from = '203.0.113.1') =>
  app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers, remoteAddress: from })

const cookiesOf = (reply: { cookies: { name: string; value: string }[] }): string =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const registered = async () => {
  const form = person()
  const reply = await call('/auth/register', form)
  expect(reply.statusCode).toBe(200)
  const loggedIn = await call('/auth/login', { email: form.email, password: PASSWORD })
  expect(loggedIn.statusCode).toBe(200)
  return { form, merchantId: reply.json().data.id as string, cookie: cookiesOf(loggedIn), loggedIn }
}

const sessionOf = (cookie: string) =>
  app.inject({ method: 'GET', url: '/api/v1/auth/session', headers: { cookie } })

test('registering creates a merchant, a key for each mode and a test account, and does not log in', async () => {
  const reply = await call('/auth/register', { ...person(), role: 'operator', isPlatform: true })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['set-cookie']).toBeUndefined()
  const { id, role, mode } = reply.json().data
  expect({ role, mode }).toEqual({ role: 'owner', mode: 'test' })
  for (const each of ['test', 'live'] as const)
    expect((await findMainKey(deps(), id, each)).apiKey).toMatch(new RegExp(`^key_${each}_`))
  expect(await db.rows(sql`select upi_id, mode, is_current from accounts where merchant_id = ${id}`)).toEqual(
    [{ upi_id: `${id}@gallatest`, mode: 'test', is_current: true }],
  )
})

test('an e-mail address belongs to one merchant, even if two register it concurrently in different case', async () => {
  const form = person('Twice@Example.com')
  const replies = await Promise.all([
    call('/auth/register', form),
    call('/auth/register', { ...form, email: 'twice@example.COM' }),
  ])
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({ code: 'email_taken' })
})

test.each(['a\u0000b', '\ud800', 'a\u0007b', '', 'x'.repeat(101)])('the name %j gets 400', async (name) => {
  const reply = await call('/auth/register', { ...person(), name })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors).toMatchObject([{ field: 'name' }])
})

test('an e-mail address that becomes too long in lower case is refused with 400', async () => {
  expect((await call('/auth/register', person(`${'İ'.repeat(240)}@example.com`))).statusCode).toBe(400)
})

test('a login creates a new session and ends the previous one of the browser', async () => {
  const { form, cookie, loggedIn } = await registered()
  const session = loggedIn.cookies.find(({ name }) => name === 'galla_session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(session).not.toHaveProperty('maxAge')
  const planted = await call('/auth/login', form, { cookie: 'galla_session=planted' })
  expect(cookiesOf(planted)).not.toContain('planted')
  const again = await call('/auth/login', form, { cookie })
  expect((await sessionOf(cookie)).statusCode).toBe(401)
  expect((await sessionOf(cookiesOf(again))).json().data.email).toBe(form.email)
})

test('over HTTPS the cookie is secure and bound to the host', async () => {
  const { form } = await registered()
  const secure = serve('https://galla.example')
  const reply = await secure.inject({ method: 'POST', url: '/api/v1/auth/login', payload: form })
  const remembered = await secure.inject({
    method: 'POST',
    url: '/api/v1/auth/session/remember',
    payload: {},
    headers: { cookie: cookiesOf(reply), origin: 'https://galla.example' },
  })
  await secure.close()
  const bound = { secure: true, httpOnly: true, sameSite: 'Lax', path: '/' }
  const session = ({ cookies }: typeof reply) => cookies.find(({ name }) => name === '__Host-galla')
  expect(session(reply)).toMatchObject(bound)
  expect(session(remembered)).toMatchObject({ ...bound, value: session(reply)?.value, maxAge: 30 * 86_400 })
})

test('a login with an unknown e-mail address costs a hash and gets the reply of a wrong password', async () => {
  const { form } = await registered()
  const before = verified
  const unknown = await call('/auth/login', { email: 'nobody@example.com', password: PASSWORD })
  expect(verified).toBe(before + 1)
  const wrong = await call('/auth/login', { email: form.email, password: 'not this one' })
  expect(unknown.statusCode).toBe(401)
  expect({ ...unknown.json(), requestId: '' }).toEqual({ ...wrong.json(), requestId: '' })
})

test('ten failed logins delay strangers for a limited time, but not the owner in a known browser', async () => {
  const { form, cookie } = await registered()
  const guess = (password: string, headers = {}) =>
    call('/auth/login', { email: form.email, password }, headers, '198.51.100.7')
  for (let n = 0; n < 10; n += 1) expect((await guess('wrong')).statusCode).toBe(401)
  const refused = await guess(PASSWORD)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBe(900)
  expect((await guess(PASSWORD, { cookie })).statusCode).toBe(200)
  clock.advance({ minutes: 15 })
  expect((await guess(PASSWORD)).statusCode).toBe(200)
})

test('concurrent guesses get at most ten attempts', async () => {
  const { form } = await registered()
  const replies = await Promise.all(
    Array.from({ length: 30 }, () =>
      call('/auth/login', { email: form.email, password: 'wrong' }, {}, '198.51.100.8'),
    ),
  )
  expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(10)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(20)
})

test('a session ends after twelve hours without use, and each use extends it', async () => {
  const { cookie } = await registered()
  clock.advance({ hours: 11 })
  expect((await sessionOf(cookie)).statusCode).toBe(200)
  clock.advance({ hours: 11 })
  expect((await sessionOf(cookie)).statusCode).toBe(200)
  clock.advance({ hours: 12 })
  expect((await sessionOf(cookie)).statusCode).toBe(401)
})

test('a page of another origin can neither log in nor change anything', async () => {
  const { form, cookie } = await registered()
  const origin = 'https://evil.example'
  expect((await call('/auth/login', form, { origin })).statusCode).toBe(403)
  expect((await call('/user/mode', { mode: 'test' }, { cookie, origin })).statusCode).toBe(403)
  const site = { cookie, 'sec-fetch-site': 'same-site' }
  expect((await call('/auth/logout', {}, site)).statusCode).toBe(403)
  expect((await sessionOf(cookie)).statusCode).toBe(200)
})

test('live mode requires a connected account', async () => {
  const { cookie } = await registered()
  const reply = await call('/user/mode', { mode: 'live' }, { cookie })
  expect(reply.statusCode).toBe(409)
  expect(reply.json().code).toBe('no_account')
  expect((await call('/user/mode', { mode: 'test' }, { cookie })).json().data).toEqual({ mode: 'test' })
})

test('a password change requires the old password and ends every other session', async () => {
  const { form, cookie } = await registered()
  const other = cookiesOf(await call('/auth/login', form))
  const next = { newPassword: 'another good one', confirmPassword: 'another good one' }
  const wrong = await call('/user/update-profile', { ...form, ...next, currentPassword: 'no' }, { cookie })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ code: 'wrong_password', errors: [{ field: 'currentPassword' }] })
  const change = { ...form, ...next, currentPassword: PASSWORD, role: 'operator' }
  const right = await call('/user/update-profile', change, { cookie })
  expect(right.json().data).toMatchObject({ role: 'owner' })
  expect((await sessionOf(cookie)).statusCode).toBe(200)
  expect((await sessionOf(other)).statusCode).toBe(401)
})

test('the support contact is kept until it is changed, and is shown only if there is one', async () => {
  const { form, cookie } = await registered()
  const support = { supportEmail: 'help@tea.example', supportPhone: '1800 123 456', showSupport: true }
  const saved = await call('/user/update-profile', { ...form, ...support }, { cookie })
  expect(saved.json().data).toMatchObject(support)
  expect((await call('/user/update-profile', form, { cookie })).json().data).toMatchObject(support)
  expect((await sessionOf(cookie)).json().data).toMatchObject(support)
  const none = { supportEmail: '', supportPhone: '', showSupport: true }
  const refused = await call('/user/update-profile', { ...form, ...none }, { cookie })
  expect(refused.json().errors).toEqual([
    { field: 'supportEmail', msg: 'Enter an email or a phone number to show' },
  ])
  const odd = await call('/user/update-profile', { ...form, supportPhone: 'call me' }, { cookie })
  expect(odd.json().errors).toEqual([{ field: 'supportPhone', msg: 'Please enter a valid phone number' }])
})

test('a profile cannot take the e-mail address of another merchant, and a change of its own requires the password', async () => {
  const one = await registered()
  const two = await registered()
  const change = { ...two.form, email: one.form.email }
  const without = await call('/user/update-profile', change, { cookie: two.cookie })
  expect(without.json().errors).toMatchObject([{ field: 'currentPassword' }])
  const confirmed = { ...change, currentPassword: PASSWORD }
  const taken = await call('/user/update-profile', confirmed, { cookie: two.cookie })
  expect(taken.statusCode).toBe(200)
  expect(taken.json().data.email).toBe(two.form.email)
  expect((await sessionOf(one.cookie)).json().data.id).toBe(one.merchantId)
})

test('no table contains a key, a session token or a password in plain text, and a replaced key stops working at once', async () => {
  const { merchantId, cookie } = await registered()
  const { apiKey } = await findMainKey(deps(), merchantId, 'test')
  const request = (key: string, body: object = {}, url = '/api/v1/events') =>
    ({ ip: '127.0.0.1', headers: { authorization: `Bearer ${key}` }, body, routeOptions: { url } }) as never
  expect(await authenticate.key(request(apiKey))).toMatchObject({ merchantId, mode: 'test' })
  await expect(authenticate.key(request(apiKey, { key: 'other' }))).rejects.toMatchObject({ code: 'bad_key' })
  const dump = JSON.stringify(
    await db.rows(sql`
      select k::text, s::text, m::text from merchants m join api_keys k using (merchant_id)
      join sessions s using (merchant_id) where merchant_id = ${merchantId}`),
  )
  const token = /galla_session=([\w-]+)/.exec(cookie)?.[1] ?? 'none'
  for (const secret of [apiKey, token, PASSWORD]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  }
  await authenticate.recordUsedKeys()
  expect((await findMainKey(deps(), merchantId, 'test')).lastUsedAt).toEqual(clock.now())
  const rotated = await Promise.all([1, 2, 3].map(() => rotateMainKey(deps(), merchantId, 'test', true)))
  expect(new Set(rotated.map((key) => key.apiKey)).size).toBe(3)
  await expect(authenticate.key(request(apiKey))).rejects.toMatchObject({ code: 'bad_key' })
  await db.run(sql`update merchants set suspended_at = ${clock.now()} where merchant_id = ${merchantId}`)
  const current = await findMainKey(deps(), merchantId, 'test')
  const creating = request(current.apiKey, {}, '/api/v1/order/create-order')
  await expect(authenticate.key(creating)).rejects.toMatchObject({ code: 'suspended' })
  expect(await authenticate.key(request(current.apiKey))).toMatchObject({ merchantId })
})

test('the operator is created once, with a password in a file that only its owner can read', async () => {
  const files = await Promise.all([ensureOperator(deps()), ensureOperator(deps())])
  const file = files.find((each) => each !== undefined) ?? ''
  expect(files.filter((each) => each !== undefined)).toHaveLength(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [email = '', password = ''] = readFileSync(file, 'utf8').split('\n')
  const reply = await call('/auth/login', { email, password })
  expect(reply.json().data.role).toBe('operator')
  expect(await ensureOperator(deps())).toBeUndefined()
})
