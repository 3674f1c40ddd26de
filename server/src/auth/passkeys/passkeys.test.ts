import type { Passkey } from '@galla/contract/auth/passkeys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lettersIn } from '../../../testing/outbox.ts'
import { passkeyDevice } from '../../../testing/passkey-device.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'
import { deleteExpiredAuth } from '../delete-expired-auth.ts'

const ORIGIN = 'http://localhost:3000'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

type Device = ReturnType<typeof passkeyDevice>

const begin = async (merchant: ShopMerchant) => {
  const reply = await merchant.post('/auth/passkeys/begin')
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const add = async (merchant: ShopMerchant, device = passkeyDevice(), name = 'Phone'): Promise<Device> => {
  const reply = await merchant.post('/auth/passkeys', { name, answer: device.create(await begin(merchant)) })
  expect(reply.statusCode, reply.body).toBe(200)
  return device
}

const passkeysOf = async (merchant: ShopMerchant): Promise<Passkey[]> =>
  (await merchant.get('/auth/passkeys')).json().data

const call = (path: string, payload: object = {}) =>
  shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { origin: ORIGIN } })

const beginLogin = async () => {
  const reply = await call('/auth/passkey-login/begin')
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const logIn = (answer: object) => call('/auth/passkey-login', { answer })

const expectRefused = async (reply: ReturnType<typeof logIn>) =>
  expect((await reply).json()).toMatchObject({ success: false, code: 'wrong_passkey' })

test('a passkey is added, logs in without the password, and logs in nobody once it is removed', async () => {
  const merchant = await shop.merchant()
  const device = await add(merchant)
  const [passkey] = await passkeysOf(merchant)
  expect(passkey).toMatchObject({ name: 'Phone', lastUsedAt: null })
  const options = await beginLogin()
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])
  const entered = await logIn(device.sign(options))
  expect(entered.json()).toMatchObject({ success: true, data: { id: merchant.merchantId } })
  const cookie = String(entered.headers['set-cookie'])
  expect(cookie).toContain('galla_session=')
  expect((await passkeysOf(merchant))[0]?.lastUsedAt).not.toBeNull()
  expect((await merchant.post(`/auth/passkeys/${passkey?.id}/remove`)).json().data).toEqual([])
  expect((await merchant.post(`/auth/passkeys/${passkey?.id}/remove`)).statusCode).toBe(404)
  await expectRefused(logIn(device.sign(await beginLogin())))
  const kinds: { kind: string }[] = (await merchant.get('/user/security-events')).json().data
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['passkey_added', 'passkey_removed', 'login_new_device']),
  )
  await expect
    .poll(async () => (await lettersIn(shop.dataDir)).filter((letter) => letter.includes('passkey')).length)
    .toBeGreaterThanOrEqual(2)
})

const withCookie = (cookie: string) => ({
  get: (path: string) => shop.call({ method: 'GET', url: `/api/v1${path}`, headers: { cookie } }),
  post: (path: string, payload: object = {}) =>
    shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { cookie, origin: ORIGIN } }),
})

const enterBy = async (device: Device) => {
  const entered = await logIn(device.sign(await beginLogin()))
  expect(entered.statusCode, entered.body).toBe(200)
  return withCookie(entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
}

test('a removed passkey ends the sessions that it opened, except the one that removes it', async () => {
  const merchant = await shop.merchant()
  const [lost, kept] = [await add(merchant, passkeyDevice(), 'Lost'), await add(merchant)]
  const [theirs, own, byOther] = [await enterBy(lost), await enterBy(lost), await enterBy(kept)]
  const stateOf = async (session: { get: ShopMerchant['get'] }) =>
    (await session.get('/user/stats')).statusCode
  const idOf = async (name: string) => (await passkeysOf(merchant)).find((each) => each.name === name)?.id
  expect((await own.post(`/auth/passkeys/${await idOf('Lost')}/remove`)).statusCode).toBe(200)
  expect(await stateOf(theirs)).toBe(401)
  for (const session of [own, byOther, merchant]) expect(await stateOf(session)).toBe(200)
  // The session of another passkey still ends with its own.
  expect((await merchant.post(`/auth/passkeys/${await idOf('Phone')}/remove`)).statusCode).toBe(200)
  expect(await stateOf(byOther)).toBe(401)
  for (const session of [own, merchant]) expect(await stateOf(session)).toBe(200)
})

test('a passkey stands for the password and the code of two-factor login', async () => {
  const merchant = await shop.merchant()
  const device = await add(merchant)
  await shop.db.run(sql`
    insert into second_factors (merchant_id, secret_sealed, created_at, confirmed_at)
    values (${merchant.merchantId}, 'x', ${shop.clock.now()}, ${shop.clock.now()})`)
  expect((await logIn(device.sign(await beginLogin()))).statusCode).toBe(200)
})

test('an answer of another page, of another kind or of an unverified holder is refused', async () => {
  const merchant = await shop.merchant()
  const device = await add(merchant)
  const wrong = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { rpId: 'evil.example' },
    { isVerified: false },
  ]
  for (const made of wrong) {
    await expectRefused(logIn(device.sign(await beginLogin(), made)))
    const reply = await merchant.post('/auth/passkeys', {
      name: 'x',
      answer: passkeyDevice().create(await begin(merchant), made),
    })
    expect(reply.json().code).toBe('wrong_passkey')
  }
  // The library would fetch what the certificates of other attestations name.
  const attested = passkeyDevice().create(await begin(merchant), { format: 'packed' })
  expect((await merchant.post('/auth/passkeys', { name: 'x', answer: attested })).json().code).toBe(
    'wrong_passkey',
  )
  expect(await passkeysOf(merchant)).toHaveLength(1)
})

test('a challenge works once, for five minutes, for its purpose and its person', async () => {
  const [merchant, other] = [await shop.merchant(), await shop.merchant()]
  const device = await add(merchant)
  const once = device.sign(await beginLogin())
  const both = await Promise.all([logIn(once), logIn(once)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  await expectRefused(logIn(once))

  await expectRefused(logIn(device.sign(await begin(merchant))))
  const ofLogin = { ...(await begin(merchant)), challenge: (await beginLogin()).challenge }
  const answer = passkeyDevice().create(ofLogin)
  expect((await merchant.post('/auth/passkeys', { name: 'x', answer })).json().code).toBe('wrong_passkey')
  const ofOther = passkeyDevice().create(await begin(other))
  expect((await merchant.post('/auth/passkeys', { name: 'x', answer: ofOther })).json().code).toBe(
    'wrong_passkey',
  )

  const late = device.sign(await beginLogin())
  shop.clock.advance({ minutes: 5 })
  await expectRefused(logIn(late))
  await deleteExpiredAuth(shop)
  expect(await shop.db.value(sql`select count(*)::int from passkey_challenges`)).toBe(0)
})

test('a passkey logs in only to its own account, also when another account has the same credential', async () => {
  const [merchant, attacker] = [await shop.merchant(), await shop.merchant()]
  const device = await add(merchant)
  const theirs = await add(attacker)
  const handleOf = (id: string) => Buffer.from(id).toString('base64url')
  await expectRefused(logIn(theirs.sign(await beginLogin(), {}, handleOf(merchant.merchantId))))
  await expectRefused(
    logIn({
      ...theirs.sign(await beginLogin(), {}, handleOf(merchant.merchantId)),
      id: device.id,
      rawId: device.id,
    }),
  )
  for (const handle of ['', 'bm9ib2R5', handleOf(`${merchant.merchantId}'`)])
    await expectRefused(logIn(device.sign(await beginLogin(), {}, handle || 'AA')))
  const { id } = (await passkeysOf(merchant))[0] as Passkey
  expect((await attacker.post(`/auth/passkeys/${id}/remove`)).statusCode).toBe(404)
  expect(await passkeysOf(merchant)).toHaveLength(1)
})

test('a signature whose counter does not grow is of a copy, and is refused', async () => {
  const merchant = await shop.merchant()
  const device = await add(merchant)
  expect((await logIn(device.sign(await beginLogin(), { counter: 5 }))).statusCode).toBe(200)
  await expectRefused(logIn(device.sign(await beginLogin(), { counter: 5 })))
  await expectRefused(logIn(device.sign(await beginLogin(), { counter: 0 })))
  const [one, two] = [await beginLogin(), await beginLogin()]
  const both = await Promise.all([one, two].map((each) => logIn(device.sign(each, { counter: 6 }))))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test('an account has at most ten passkeys, also when two are added at once', async () => {
  const merchant = await shop.merchant()
  for (let n = 0; n < 9; n += 1) await add(merchant, passkeyDevice(), `Phone ${n}`)
  const answers = [
    passkeyDevice().create(await begin(merchant)),
    passkeyDevice().create(await begin(merchant)),
  ]
  const both = await Promise.all(
    answers.map((answer) => merchant.post('/auth/passkeys', { name: 'Last', answer })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await passkeysOf(merchant)).toHaveLength(10)
  expect((await merchant.post('/auth/passkeys/begin')).json().code).toBe('too_many_passkeys')
})

test('adding and removing needs a confirmed identity', async () => {
  const merchant = await shop.merchant()
  await add(merchant)
  const { id } = (await passkeysOf(merchant))[0] as Passkey
  shop.clock.advance({ minutes: 11 })
  for (const path of ['/auth/passkeys/begin', `/auth/passkeys/${id}/remove`])
    expect((await merchant.post(path)).json().code).toBe('confirmation_required')
})

test('a passkey confirms the identity of its own account, once for each challenge, and no longer when it was removed', async () => {
  const [merchant, other] = [await shop.merchant(), await shop.merchant()]
  const [device, theirs] = [await add(merchant), await add(other)]
  shop.clock.advance({ minutes: 11 })
  const confirm = async (answer: object) => (await merchant.post('/user/confirm-identity', { answer })).json()
  const isConfirmed = async () => (await merchant.post('/auth/passkeys/begin')).statusCode === 200
  expect(await confirm(theirs.sign(await beginLogin()))).toMatchObject({ code: 'wrong_passkey' })
  expect(await confirm(device.sign(await beginLogin(), { isVerified: false }))).toMatchObject({
    code: 'wrong_passkey',
  })
  expect(await isConfirmed()).toBe(false)
  const once = device.sign(await beginLogin())
  const both = await Promise.all([confirm(once), confirm(once), logIn(once)])
  const taken = both.map((reply) => ('statusCode' in reply ? reply.statusCode === 200 : reply.success))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await confirm(device.sign(await beginLogin()))).toMatchObject({ success: true })
  expect(await isConfirmed()).toBe(true)
  shop.clock.advance({ minutes: 11 })
  expect(await isConfirmed()).toBe(false)
  await shop.db.run(sql`delete from passkeys where merchant_id = ${merchant.merchantId}`)
  expect(await confirm(device.sign(await beginLogin()))).toMatchObject({ code: 'wrong_passkey' })
  expect(await isConfirmed()).toBe(false)
})

test('a password that is set by mail removes the passkeys of the last 72 hours, and no older one', async () => {
  const merchant = await shop.merchant()
  const old = await add(merchant, passkeyDevice(), 'Old')
  shop.clock.advance({ minutes: 72 * 60 + 1 })
  const again = await shop.logInAgain(merchant)
  const recent = await add(again, passkeyDevice(), 'New')
  await call('/auth/forgot-password', { email: merchant.email })
  const linkOf = async () =>
    (await lettersIn(shop.dataDir))
      .filter((letter) => letter.includes(merchant.email))
      .flatMap((letter) => /reset-password\?token=([\w-]{20,})/.exec(letter)?.[1] ?? [])
      .at(-1)
  await expect.poll(linkOf).toBeDefined()
  const reset = await call('/auth/reset-password', { token: await linkOf(), password: 'a stapler of my own' })
  expect(reset.statusCode, reset.body).toBe(200)
  await expectRefused(logIn(recent.sign(await beginLogin())))
  expect((await logIn(old.sign(await beginLogin()))).statusCode).toBe(200)
  const names = await shop.db.values(
    sql`select subject from security_events where merchant_id = ${merchant.merchantId} and kind = 'passkey_removed'`,
  )
  expect(names).toEqual(['New'])
  const isNamed = () =>
    lettersIn(shop.dataDir).some((letter) => letter.includes('without the password: Old.'))
  await expect.poll(isNamed).toBe(true)
})

test('another password removes the passkeys of the last 72 hours: who knew the old one may have added one', async () => {
  const merchant = await shop.merchant()
  const old = await add(merchant, passkeyDevice(), 'Old')
  shop.clock.advance({ minutes: 72 * 60 + 1 })
  const again = await shop.logInAgain(merchant)
  const recent = await add(again, passkeyDevice(), 'New')
  const current = await enterBy(recent)
  const changed = await current.post('/user/update-profile', {
    name: 'Asha',
    email: merchant.email,
    mobileNumber: '9876543210',
    currentPassword: 'correct horse battery',
    newPassword: 'a stapler of my own',
    confirmPassword: 'a stapler of my own',
  })
  expect(changed.statusCode, changed.body).toBe(200)
  expect((await current.get('/user/stats')).statusCode).toBe(200)
  await expectRefused(logIn(recent.sign(await beginLogin())))
  expect((await logIn(old.sign(await beginLogin()))).statusCode).toBe(200)
})
