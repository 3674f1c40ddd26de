import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { phoneWith } from '../../../testing/authenticator.ts'
import { lettersIn } from '../../../testing/outbox.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'a stapler of my own'
const ORIGIN = 'http://localhost:3000'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

let visitors = 0
beforeEach(() => {
  visitors += 1
})

const post = (path: string, payload: object, from = `198.51.100.${visitors}`) =>
  shop.call({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { origin: ORIGIN },
    remoteAddress: from,
  })

const freshEmail = (): string => {
  visitors += 1
  return `fresh-${visitors}@example.com`
}

const request = async (merchant: ShopMerchant, email: string) => {
  await lettersTo(email)
  const profile = { name: 'Sharma Tea', mobileNumber: '9876543210', currentPassword: PASSWORD }
  const reply = await merchant.post('/user/update-profile', { ...profile, email })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

const lettersTo = async (email: string) => {
  await vi.waitFor(
    async () => expect(await shop.db.rows(sql`select from graphile_worker.jobs`)).toEqual([]),
    { timeout: 20_000 },
  )
  // Letters of one moment have no order.
  shop.clock.advance({ ms: 1 })
  return lettersIn(shop.dataDir)
    .filter((letter) => letter.includes(`To: ${email}`))
    .reverse()
}

/** The link of the newest letter to an address. */
const linkTo = async (email: string, page: 'confirm-email' | 'restore-email'): Promise<string> => {
  const [letter] = await lettersTo(email)
  const token = new RegExp(`/${page}\\?token=([\\w-]+)`).exec(letter ?? '')?.[1]
  return token ?? expect.fail(`no link for ${email} in ${letter}`)
}

/** Of these rows alone: the app's own clock would do a day's sweeps meanwhile. */
const hoursPass = async (hours: number): Promise<void> => {
  const past = `${hours} hours`
  await shop.db.run(sql`
    update email_changes set created_at = created_at - ${past}::interval, expires_at = expires_at - ${past}::interval`)
  await shop.db.run(sql`
    update email_restores set changed_at = changed_at - ${past}::interval, expires_at = expires_at - ${past}::interval`)
}

const confirm = async (token: string) => post('/auth/confirm-email', { token })
const restore = async (token: string, password = NEW_PASSWORD) =>
  post('/auth/restore-email', { token, password })

const change = async (merchant: ShopMerchant, email: string): Promise<void> => {
  await request(merchant, email)
  const reply = await confirm(await linkTo(email, 'confirm-email'))
  expect(reply.statusCode, reply.body).toBe(200)
}

const emailOf = async (merchant: ShopMerchant): Promise<string> =>
  (
    await shop.db.one<{ email: string }>(
      sql`select email from merchants where merchant_id = ${merchant.merchantId}`,
    )
  ).email

const canLogIn = async (email: string, password: string): Promise<boolean> =>
  (await post('/auth/login', { email, password }, `203.0.113.${visitors}`)).statusCode === 200

const register = (email: string) =>
  post('/auth/register', { name: 'Asha', email, mobileNumber: '9876543210', password: PASSWORD })

describe('a new address', () => {
  test('takes effect when its emailed link is confirmed, and the old one stays until then', async () => {
    const merchant = await shop.merchant()
    const email = freshEmail()
    const { msg, data } = await request(merchant, email)
    const requestedAt = shop.clock.now()
    expect([msg, data.email]).toEqual(['Profile updated successfully', merchant.email])
    expect((await merchant.get('/user/email-change')).json().data).toEqual({
      newEmail: email,
      requestedAt: requestedAt.toISOString(),
      expiresAt: new Date(requestedAt.getTime() + 24 * 3_600_000).toISOString(),
    })
    expect(await canLogIn(email, PASSWORD)).toBe(false)
    expect(await canLogIn(merchant.email, PASSWORD)).toBe(true)
    expect((await confirm(await linkTo(email, 'confirm-email'))).statusCode).toBe(200)
    expect(await canLogIn(email, PASSWORD)).toBe(true)
    expect(await canLogIn(merchant.email, PASSWORD)).toBe(false)
    expect((await merchant.get('/user/email-change')).json().data).toBeNull()
  })

  test('makes every browser of the account unknown, and so does restoring the old address', async () => {
    const merchant = await shop.merchant()
    const known = () =>
      shop.db.rows(sql`select from known_devices where merchant_id = ${merchant.merchantId}`)
    const logIn = async (email: string) => {
      expect((await post('/auth/login', { email, password: PASSWORD })).statusCode).toBe(200)
      expect((await known()).length).toBeGreaterThan(0)
    }
    await logIn(merchant.email)
    const email = freshEmail()
    await change(merchant, email)
    expect(await known()).toEqual([])
    await logIn(email)
    expect((await restore(await linkTo(merchant.email, 'restore-email'))).statusCode).toBe(200)
    expect(await known()).toEqual([])
  })

  test('is confirmed once by a link, even when it arrives many times at once', async () => {
    const merchant = await shop.merchant()
    const email = freshEmail()
    await request(merchant, email)
    const token = await linkTo(email, 'confirm-email')
    const replies = await Promise.all([1, 2, 3, 4].map(() => confirm(token)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
    expect((await confirm(token)).json().code).toBe('email_link_used')
    const ways = await shop.db.rows(
      sql`select from email_restores where merchant_id = ${merchant.merchantId}`,
    )
    expect(ways).toHaveLength(1)
  })

  test('is replaced by the next one: of two pending changes the later counts', async () => {
    const merchant = await shop.merchant()
    const [first, second] = [freshEmail(), freshEmail()]
    await request(merchant, first)
    const old = await linkTo(first, 'confirm-email')
    await request(merchant, second)
    expect((await confirm(old)).json().code).toBe('email_link_used')
    expect((await confirm(await linkTo(second, 'confirm-email'))).statusCode).toBe(200)
    expect(await emailOf(merchant)).toBe(second)
  })

  test('is cancelled by Cancel, by a changed password, and after a day; a new link replaces the old one', async () => {
    const merchant = await shop.merchant()
    const email = freshEmail()
    await request(merchant, email)
    const first = await linkTo(email, 'confirm-email')
    expect((await merchant.post('/user/email-change/resend')).statusCode).toBe(200)
    const second = await linkTo(email, 'confirm-email')
    expect((await confirm(first)).statusCode).toBe(400)
    expect((await merchant.post('/user/email-change/cancel')).statusCode).toBe(200)
    expect((await merchant.post('/user/email-change/cancel')).statusCode).toBe(200)
    expect((await confirm(second)).statusCode).toBe(400)
    expect((await merchant.post('/user/email-change/resend')).json().code).toBe('no_email_change')

    await request(merchant, email)
    const third = await linkTo(email, 'confirm-email')
    await merchant.post('/user/update-profile', {
      name: 'Sharma Tea',
      email: merchant.email,
      mobileNumber: '9876543210',
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    })
    expect((await confirm(third)).statusCode).toBe(400)

    const other = await shop.merchant()
    const late = freshEmail()
    await request(other, late)
    const tooLate = await linkTo(late, 'confirm-email')
    await hoursPass(24)
    expect((await confirm(tooLate)).statusCode).toBe(400)
    expect(await emailOf(other)).toBe(other.email)
  })

  test('that has an account gets the same reply as any other, and only its own mailbox learns of it', async () => {
    const [mine, theirs] = [await shop.merchant(), await shop.merchant()]
    const free = await request(mine, freshEmail())
    const taken = await request(mine, theirs.email)
    expect({ ...taken, data: 0 }).toEqual({ ...free, data: 0 })
    expect((await mine.get('/user/email-change')).json().data.newEmail).toBe(theirs.email)
    const [letter] = await lettersTo(theirs.email)
    expect(letter).toContain('Subject: This address has a Galla account already')
    expect(letter).not.toContain('token=')
    expect(letter).not.toContain('Sharma')
  })

  test('that someone registers in the meantime stays theirs', async () => {
    const merchant = await shop.merchant()
    const email = freshEmail()
    await request(merchant, email)
    const token = await linkTo(email, 'confirm-email')
    expect((await register(email)).statusCode).toBe(200)
    expect((await confirm(token)).json().code).toBe('email_taken')
    expect(await emailOf(merchant)).toBe(merchant.email)
  })

  const repliesTo = async (merchant: ShopMerchant, emails: readonly string[]) => {
    const profile = { name: 'Sharma Tea', mobileNumber: '9876543210', currentPassword: PASSWORD }
    const replies: { status: number; msg: string }[] = []
    for (const email of emails) {
      const reply = await merchant.post('/user/update-profile', { ...profile, email })
      replies.push({ status: reply.statusCode, msg: reply.json().msg })
      await lettersTo(email)
    }
    return replies
  }
  const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status)

  test('sends at most ten emails a day per merchant, five of them to one address', async () => {
    const merchant = await shop.merchant()
    const target = freshEmail()
    expect(statusesOf(await repliesTo(merchant, Array(6).fill(target)))).toEqual([...Array(5).fill(200), 429])
    const others = Array.from({ length: 6 }, freshEmail)
    expect(statusesOf(await repliesTo(merchant, others))).toEqual([...Array(4).fill(200), 429, 429])
  })

  test('is not refused to its owner because strangers requested it, and its mailbox gets at most twenty emails a day', async () => {
    const target = freshEmail()
    const answers = new Set<string>()
    for (let n = 0; n < 5; n += 1)
      for (const { status, msg } of await repliesTo(await shop.merchant(), Array(5).fill(target)))
        answers.add(`${status} ${msg}`)
    expect([...answers]).toEqual(['200 Profile updated successfully'])
    expect(await lettersTo(target)).toHaveLength(20)
  })
})

describe('the way back', () => {
  test('restores the account of the old address, with a new password and no session, once', async () => {
    const merchant = await shop.merchant()
    const email = freshEmail()
    await change(merchant, email)
    const [letter] = await lettersTo(merchant.email)
    expect(letter).toContain('Subject: Your email address was changed')
    const words = letter?.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')
    for (const left of ['API keys', 'connected account', 'webhook URL', 'Two-factor login'])
      expect(words).toContain(left)
    const token = await linkTo(merchant.email, 'restore-email')
    const replies = await Promise.all([1, 2, 3].map(() => restore(token)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    expect(await emailOf(merchant)).toBe(merchant.email)
    expect((await merchant.get('/auth/session')).statusCode).toBe(401)
    expect(await canLogIn(merchant.email, PASSWORD)).toBe(false)
    expect(await canLogIn(merchant.email, NEW_PASSWORD)).toBe(true)
    expect((await restore(token)).json().code).toBe('email_link_used')
  })

  test('voids what the other person started: a pending change, their own restore link, and their second factor', async () => {
    const merchant = await shop.merchant()
    const [second, third, fourth] = [freshEmail(), freshEmail(), freshEmail()]
    await change(merchant, second)
    const token = await linkTo(merchant.email, 'restore-email')
    shop.clock.advance({ minutes: 1 })
    await change(merchant, third)
    const theirs = await linkTo(second, 'restore-email')
    const { secret } = (await merchant.post('/auth/totp/setup')).json().data
    await merchant.post('/auth/totp/confirm', { code: phoneWith(shop.clock, secret).code() })
    await request(merchant, fourth)
    const pending = await linkTo(fourth, 'confirm-email')
    expect((await restore(token)).statusCode).toBe(200)
    expect((await restore(theirs)).json().code).toBe('email_link_used')
    expect((await confirm(pending)).json().code).toBe('email_link_used')
    expect(await canLogIn(merchant.email, NEW_PASSWORD)).toBe(true)
  })

  test.each([
    ['71 hours before the change is removed, and the account gets an email', 71, true],
    ['73 hours before the change stays, as that of an owner does', 73, false],
  ])('and a second factor that was set up %s', async (_, hours, isRemoved) => {
    const merchant = await shop.merchant()
    const { secret } = (await merchant.post('/auth/totp/setup')).json().data
    const phone = phoneWith(shop.clock, secret)
    expect((await merchant.post('/auth/totp/confirm', { code: phone.code() })).statusCode).toBe(200)
    await shop.db.run(sql`
      update second_factors set confirmed_at = confirmed_at - ${`${hours} hours`}::interval
      where merchant_id = ${merchant.merchantId}`)
    await change(merchant, freshEmail())
    expect((await restore(await linkTo(merchant.email, 'restore-email'))).statusCode).toBe(200)
    expect(await canLogIn(merchant.email, NEW_PASSWORD)).toBe(isRemoved)
    const kinds = await shop.db.rows(sql`
      select from security_events where merchant_id = ${merchant.merchantId} and kind = 'two_factor_off'`)
    expect(kinds).toHaveLength(isRemoved ? 1 : 0)
    const letters = (await lettersTo(merchant.email)).filter((letter) => letter.includes('was turned off'))
    expect(letters).toHaveLength(isRemoved ? 1 : 0)
  })

  test('and a concurrent confirmation leave one address and nothing half done', async () => {
    const merchant = await shop.merchant()
    const [second, third] = [freshEmail(), freshEmail()]
    await change(merchant, second)
    const token = await linkTo(merchant.email, 'restore-email')
    await request(merchant, third)
    const pending = await linkTo(third, 'confirm-email')
    const [back] = await Promise.all([restore(token), confirm(pending)])
    expect(back.statusCode).toBe(200)
    expect(await emailOf(merchant)).toBe(merchant.email)
    expect((await confirm(pending)).statusCode).toBe(400)
    const ways = await shop.db.rows(
      sql`select from email_restores where merchant_id = ${merchant.merchantId}`,
    )
    expect(ways).toEqual([])
  })

  test('reserves the old address for 72 hours, and then becomes void', async () => {
    const merchant = await shop.merchant()
    await change(merchant, freshEmail())
    const token = await linkTo(merchant.email, 'restore-email')
    await hoursPass(71)
    expect((await register(merchant.email)).json().code).toBe('email_taken')
    const thief = await shop.merchant()
    await request(thief, merchant.email)
    const [letter] = await lettersTo(merchant.email)
    expect(letter).toContain('Subject: This address has a Galla account already')
    await hoursPass(1)
    expect((await restore(token)).json().code).toBe('email_link_used')
    expect((await register(merchant.email)).statusCode).toBe(200)
  })

  test('is protected from someone who registers the old address at the moment of the change', async () => {
    for (let n = 0; n < 3; n += 1) {
      const merchant = await shop.merchant()
      const email = freshEmail()
      await request(merchant, email)
      const token = await linkTo(email, 'confirm-email')
      const [confirmed, registered] = await Promise.all([confirm(token), register(merchant.email)])
      expect([confirmed.statusCode, registered.statusCode]).toEqual([200, 409])
    }
  })

  test('refuses a short password by its field and keeps the link, and tokens are not guessed', async () => {
    const merchant = await shop.merchant()
    await change(merchant, freshEmail())
    const token = await linkTo(merchant.email, 'restore-email')
    expect((await restore(token, 'short')).json().errors[0].field).toBe('password')
    const kept = JSON.stringify(await shop.db.rows(sql`select * from email_restores`))
    expect(kept + shop.logged.join('\n')).not.toContain(token)
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, n) => restore(`guess-${n}`)))
    expect(guesses.map(({ statusCode }) => statusCode)).toContain(429)
    visitors += 1
    expect((await restore(token)).statusCode).toBe(200)
  })
})
