import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESET_LINK_SENT } from '@galla/contract/auth/merchants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letterJob } from '../../../testing/letter-job.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createMailer } from '../../platform/mail/mail.ts'
import { type ResetRequest, sendPasswordResetEmail } from './forgot-password.ts'

const OLD = 'correct horse battery'
const NEW = 'a stapler of my own'
const PUBLIC_URL = new URL('http://localhost:3000')

let shop: Shop
/** Without a worker: the tests do its jobs, so that they know when a letter is written. */
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

let visitors = 0
const post = (path: string, payload: object, from = `198.51.100.${visitors}`) =>
  shop.call({
    method: 'POST',
    url: `/api/v1/auth/${path}`,
    payload,
    headers: { origin: PUBLIC_URL.origin },
    remoteAddress: from,
  })

const visitor = async (): Promise<ShopMerchant> => {
  visitors += 1
  return shop.merchant()
}

const jobsOf = (email: string) =>
  shop.db.rows<{ payload: ResetRequest }>(sql`
    select payload from jobs where name = 'password.reset_asked' and payload ->> 'email' = ${email} order by created_at`)

/** Does the newest job of this address, and reads the link from its letter. */
const linkFor = async (email: string): Promise<string | undefined> => {
  const payload = (await jobsOf(email)).at(-1)?.payload
  const dataDir = join(shop.dataDir, `mail-${randomIds.token(8)}`)
  const settings = { smtpUrl: undefined, mailFrom: undefined, dataDir, publicUrl: PUBLIC_URL }
  const { db, clock } = shop
  const mailer = createMailer({ settings, clock, ids: randomIds })
  await sendPasswordResetEmail(
    { db, clock, ids: randomIds, mailer, publicUrl: PUBLIC_URL, ...letterJob() },
    payload,
  )
  const outbox = join(dataDir, 'outbox')
  if (!existsSync(outbox)) return undefined
  const [file = ''] = readdirSync(outbox)
  const letter = readFileSync(join(outbox, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(letter).toMatch(/^Content-Type: multipart\/alternative/m)
  return /\/reset-password\?token=([\w-]+)/.exec(letter)?.[1]
}

const ask = async (email: string): Promise<string> => {
  expect((await post('forgot-password', { email })).statusCode).toBe(200)
  const token = await linkFor(email)
  if (token === undefined) throw new Error('no link was mailed')
  return token
}

const logIn = async (email: string, password: string) => (await post('login', { email, password })).statusCode

test('the link sets a new password, voids the old one, and ends every session', async () => {
  const { email, get } = await visitor()
  const token = await ask(email)
  const reply = await post('reset-password', { token, password: NEW })
  expect([reply.statusCode, reply.json().success]).toEqual([200, true])
  expect(await logIn(email, OLD)).toBe(401)
  expect(await logIn(email, NEW)).toBe(200)
  expect((await get('/auth/session')).statusCode).toBe(401)
  const events = await shop.db.rows(sql`
    select 1 from jobs where name = 'password.changed'`)
  expect(events).toHaveLength(1)
})

test('a link works once, even when two requests use it at once', async () => {
  const { email } = await visitor()
  const token = await ask(email)
  const replies = await Promise.all([
    post('reset-password', { token, password: `${NEW} one` }),
    post('reset-password', { token, password: `${NEW} two` }),
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  const third = await post('reset-password', { token, password: NEW })
  expect(third.json()).toMatchObject({ success: false, code: 'reset_link_used' })
})

test('a link is void after thirty minutes or when a newer one replaced it', async () => {
  const { email } = await visitor()
  const first = await ask(email)
  const second = await ask(email)
  expect((await post('reset-password', { token: first, password: NEW })).json().code).toBe('reset_link_used')
  shop.clock.advance({ minutes: 30 })
  expect((await post('reset-password', { token: second, password: NEW })).json().code).toBe('reset_link_used')
  expect(await logIn(email, OLD)).toBe(200)
})

test('an unknown address gets the same reply in the same way, and no email', async () => {
  const { email } = await visitor()
  const known = await post('forgot-password', { email })
  const unknown = await post('forgot-password', { email: 'nobody@example.com' })
  const bare = (reply: typeof known) => ({ ...reply.json(), requestId: '' })
  expect(bare(unknown)).toEqual(bare(known))
  expect(known.json().msg).toBe(RESET_LINK_SENT)
  expect(await jobsOf('nobody@example.com')).toHaveLength(1)
  expect(await linkFor('nobody@example.com')).toBeUndefined()
})

test.each(['', 'x', "' or 1=1 --", '%00', 'A'.repeat(200)])(
  'a malformed token like %j is refused',
  async (token) => {
    visitors += 1
    expect((await post('reset-password', { token, password: NEW })).statusCode).toBe(400)
  },
)

test('only a hash of the token is stored anywhere, the queue included', async () => {
  const { email } = await visitor()
  const token = await ask(email)
  const [row] = await shop.db.rows<{ token_hash: Buffer }>(
    sql`select token_hash from password_resets where token_hash = ${sha256(token)}`,
  )
  expect(row?.token_hash.equals(sha256(token))).toBe(true)
  expect(JSON.stringify(await jobsOf(email))).not.toContain(token)
  expect(shop.logged.join('\n')).not.toContain(token)
})

test('a request that waited too long because mail was down sends no email', async () => {
  const { email } = await visitor()
  await post('forgot-password', { email })
  shop.clock.advance({ minutes: 31 })
  expect(await linkFor(email)).toBeUndefined()
})

test('six requests for one address, and guessed tokens, are rate limited', async () => {
  const { email } = await visitor()
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push((await post('forgot-password', { email })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const guesses: number[] = []
  for (let n = 0; n < 21; n += 1)
    guesses.push((await post('reset-password', { token: `guess-${n}`, password: NEW })).statusCode)
  expect(guesses.slice(0, 20)).toEqual(Array(20).fill(400))
  expect(guesses[20]).toBe(429)
})

test('a reset clears the failed logins of a locked-out merchant', async () => {
  const { email } = await visitor()
  for (let n = 0; n < 10; n += 1) expect(await logIn(email, 'no idea')).toBe(401)
  expect(await logIn(email, OLD)).toBe(429)
  expect((await post('reset-password', { token: await ask(email), password: NEW })).statusCode).toBe(200)
  expect(await logIn(email, NEW)).toBe(200)
})

test('a password change in the profile voids a link that was sent', async () => {
  const { email, post: withSession } = await visitor()
  const token = await ask(email)
  const change = { name: 'Sharma Tea', email, mobileNumber: '9876543210', currentPassword: OLD }
  const saved = await withSession('/user/update-profile', {
    ...change,
    newPassword: NEW,
    confirmPassword: NEW,
  })
  expect(saved.statusCode).toBe(200)
  expect((await post('reset-password', { token, password: 'another one' })).json().code).toBe(
    'reset_link_used',
  )
  expect(await logIn(email, NEW)).toBe(200)
})
