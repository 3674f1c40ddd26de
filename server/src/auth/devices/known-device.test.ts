import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Phone, phoneWith } from '../../../testing/authenticator.ts'
import { earlier } from '../../../testing/earlier.ts'
import { listLockWaits } from '../../../testing/lock-waits.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { LIMITS } from '../../merchants/limit-attempts.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { part, sql } from '../../platform/database/database.ts'
import { DEVICE_SECONDS, DEVICES_MAX, forgetKnownDevices } from './known-device.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://localhost:3000'
const RECOVERY_GUESS = 'ABCDE-FGHJK'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

interface Attempt {
  readonly email: string
  readonly password?: string
  readonly code?: string
  readonly device?: string | undefined
  readonly address?: string
}

let strangers = 0
/** From another address each time, so that only the account's own limits apply. */
const logIn = ({ email, password = PASSWORD, code, device, address }: Attempt) => {
  strangers += 1
  return shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password, ...(code === undefined ? {} : { code }) },
    headers: { origin: ORIGIN, ...(device === undefined ? {} : { cookie: `galla_device=${device}` }) },
    remoteAddress: address ?? `198.51.${strangers >> 8}.${strangers & 255}`,
  })
}

const deviceFrom = (reply: Awaited<ReturnType<typeof logIn>>): string => {
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.cookies.find(({ name }) => name === 'galla_device')?.value ?? ''
}

const devicesOf = ({ merchantId }: ShopMerchant): Promise<{ token_hash: Buffer }[]> =>
  shop.db.rows(sql`select token_hash from known_devices where merchant_id = ${merchantId}`)

const isKnown = async (merchant: ShopMerchant, device: string): Promise<boolean> =>
  (await devicesOf(merchant)).some(({ token_hash }) => token_hash.equals(sha256(device)))

/** Failures of browsers that the account does not know, until they have to wait. */
const lockOut = async (email: string): Promise<void> => {
  for (let n = 0; n < LIMITS['login-account'].countMax; n += 1) await logIn({ email, password: 'wrong' })
  expect((await logIn({ email })).statusCode).toBe(429)
}

const turnOn = async (merchant: ShopMerchant): Promise<Phone> => {
  const phone = phoneWith(shop.clock, (await merchant.post('/auth/totp/setup')).json().data.secret)
  const reply = await merchant.post('/auth/totp/confirm', { code: phone.code() })
  expect(reply.statusCode, reply.body).toBe(200)
  shop.clock.advance({ seconds: 30 })
  return phone
}

const setPasswordByLink = async ({ merchantId }: ShopMerchant, password: string): Promise<void> => {
  const token = `${merchantId}${'x'.repeat(43)}`.slice(-43)
  const now = shop.clock.now()
  await shop.db.run(sql`
    insert into password_resets (merchant_id, token_hash, created_at, expires_at)
    values (${merchantId}, ${sha256(token)}, ${now}, ${new Date(now.getTime() + 60_000)})`)
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/auth/reset-password',
    payload: { token, password },
    headers: { origin: ORIGIN },
  })
  expect(reply.statusCode, reply.body).toBe(200)
}

const PROFILE = { name: 'Sharma Tea', mobileNumber: '9876543210', currentPassword: PASSWORD }

test('failed logins of a stranger lock out no known browser, and only the hash of a token is stored', async () => {
  const merchant = await shop.merchant()
  const device = deviceFrom(await logIn(merchant))
  await lockOut(merchant.email)
  const reply = await logIn({ email: merchant.email, device })
  expect(deviceFrom(reply)).toBe(device)
  expect(JSON.stringify(await devicesOf(merchant))).not.toContain(device)
})

test('a device is unknown to other accounts and after a year without use', async () => {
  const [mine, theirs] = [await shop.merchant(), await shop.merchant()]
  const device = deviceFrom(await logIn(theirs))
  const known = deviceFrom(await logIn(mine))
  await shop.db.run(sql`
    update known_devices set added_at = ${earlier(part`added_at`, `${DEVICE_SECONDS} seconds`)},
      last_used_at = ${earlier(part`last_used_at`, `${DEVICE_SECONDS} seconds`)}
    where token_hash = ${sha256(known)}`)
  await lockOut(mine.email)
  for (const each of [device, known, 'made-up.token'])
    expect((await logIn({ email: mine.email, device: each })).statusCode).toBe(429)
})

test.each<[string, (merchant: ShopMerchant) => Promise<unknown>]>([
  [
    'a changed password',
    (merchant) =>
      merchant.post('/user/update-profile', {
        ...PROFILE,
        email: merchant.email,
        newPassword: 'a stapler of my own',
        confirmPassword: 'a stapler of my own',
      }),
  ],
  ['a password set by a mailed link', (merchant) => setPasswordByLink(merchant, 'a stapler of my own')],
  ['two-factor login turned on', turnOn],
  [
    'two-factor login turned off',
    async (merchant) => {
      const phone = await turnOn(merchant)
      const device = deviceFrom(await logIn({ email: merchant.email, code: phone.code() }))
      expect(await isKnown(merchant, device)).toBe(true)
      shop.clock.advance({ seconds: 30 })
      await merchant.post('/auth/totp/disable', { password: PASSWORD, code: phone.code() })
    },
  ],
])('%s makes every browser unknown', async (_what, change) => {
  const merchant = await shop.merchant()
  await logIn(merchant)
  expect((await devicesOf(merchant)).length).toBe(2)
  await change(merchant)
  expect(await devicesOf(merchant)).toEqual([])
})

test('the newest ten browsers are known, even when many log in at once', async () => {
  const merchant = await shop.merchant()
  const first = deviceFrom(await logIn(merchant))
  shop.clock.advance({ seconds: 1 })
  await Promise.all(Array.from({ length: 16 }, () => logIn(merchant)))
  expect(await devicesOf(merchant)).toHaveLength(DEVICES_MAX)
  expect(await isKnown(merchant, first)).toBe(false)
  shop.clock.advance({ seconds: 1 })
  const used = deviceFrom(await logIn(merchant))
  for (let n = 0; n < DEVICES_MAX - 1; n += 1) {
    shop.clock.advance({ seconds: 1 })
    await logIn(merchant)
    shop.clock.advance({ seconds: 1 })
    await logIn({ email: merchant.email, device: used })
  }
  expect(await isKnown(merchant, used)).toBe(true)
})

test('a login in progress when the password changes fails and is not remembered', async () => {
  const merchant = await shop.merchant()
  await shop.db
    .transaction(async (tx) => {
      await forgetKnownDevices(tx, merchant.merchantId)
      const late = logIn(merchant)
      await waiting()
      await tx.run(
        sql`update merchants set password_hash = password_hash || 'x' where merchant_id = ${merchant.merchantId}`,
      )
      return { late }
    })
    .then(async ({ late }) => {
      expect((await late).json().code).toBe('wrong_credentials')
    })
  expect(await devicesOf(merchant)).toEqual([])
})

/** Until a statement waits for the lock of another. */
const waiting = async (): Promise<void> => {
  await expect.poll(() => listLockWaits(shop.db)).not.toEqual([])
}

test('an account has a daily limit of codes, whatever the cookies and addresses', async () => {
  const merchant = await shop.merchant()
  const phone = await turnOn(merchant)
  const devices: string[] = []
  for (let n = 0; n < 4; n += 1) {
    devices.push(deviceFrom(await logIn({ email: merchant.email, code: phone.code() })))
    shop.clock.advance({ seconds: 30 })
  }
  let judged = 0
  for (let round = 0; round < 8; round += 1) {
    for (const device of [...devices, undefined]) {
      const guesses = Array.from({ length: 4 }, () =>
        logIn({ email: merchant.email, code: RECOVERY_GUESS, device }),
      )
      const codes = (await Promise.all(guesses)).map((reply) => reply.json().code)
      judged += codes.filter((code) => code === 'wrong_code').length
      expect(codes.filter((code) => !['wrong_code', 'too_many_attempts'].includes(code))).toEqual([])
    }
    shop.clock.advance({ minutes: 15 })
  }
  expect(judged).toBe(LIMITS['code-known'].countMax + LIMITS['code-unknown'].countMax)
  // At any time three codes of a million are right.
  expect((judged * 3) / 1_000_000).toBeLessThan(1 / 10_000)
  const [device] = devices
  expect((await logIn({ email: merchant.email, code: phone.code(), device })).statusCode).toBe(429)
  shop.clock.advance({ hours: 24 })
  expect((await logIn({ email: merchant.email, code: phone.code(), device })).statusCode).toBe(200)
})

test('a password set by an emailed link does not reset the daily limit of codes', async () => {
  const merchant = await shop.merchant()
  const phone = await turnOn(merchant)
  for (let n = 0; n < LIMITS['code-unknown'].countMax; n += 1)
    expect((await logIn({ email: merchant.email, code: RECOVERY_GUESS })).json().code).toBe('wrong_code')
  await setPasswordByLink(merchant, 'a stapler of my own')
  const right = { email: merchant.email, password: 'a stapler of my own', code: phone.code() }
  expect((await logIn(right)).json().code).toBe('too_many_attempts')
})

test('a correct code does not count towards the daily limit', async () => {
  const merchant = await shop.merchant()
  const phone = await turnOn(merchant)
  for (let n = 0; n < LIMITS['code-unknown'].countMax + 2; n += 1) {
    expect((await logIn({ email: merchant.email, code: phone.code() })).statusCode).toBe(200)
    shop.clock.advance({ seconds: 30 })
  }
})

test('an account has daily limits of passwords from unknown browsers, from known ones, and behind a session', async () => {
  const merchant = await shop.merchant()
  const devices = [deviceFrom(await logIn(merchant)), deviceFrom(await logIn(merchant))]
  const judged = { unknown: 0, known: 0, session: 0 }
  for (let round = 0; round < 12; round += 1) {
    for (let n = 0; n < 10; n += 1) {
      const stranger = await logIn({ email: merchant.email, password: 'wrong' })
      if (stranger.statusCode === 401) judged.unknown += 1
      for (const device of devices) {
        const reply = await logIn({ email: merchant.email, password: 'wrong', device })
        if (reply.statusCode === 401) judged.known += 1
      }
      const asked = await merchant.post('/auth/totp/disable', { password: 'wrong' })
      if (asked.json().code === 'wrong_password') judged.session += 1
    }
    shop.clock.advance({ minutes: 15 })
  }
  expect(judged).toEqual({ unknown: 100, known: 100, session: 100 })
})
