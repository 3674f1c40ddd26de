import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'
import { type EmailChanges, NEW_PASSWORD, openEmailChanges, PASSWORD } from './email-change-harness.ts'

let emailChanges: EmailChanges
beforeAll(async () => {
  emailChanges = await openEmailChanges()
})
beforeEach(() => emailChanges.nextVisitor())
afterAll(() => emailChanges.shop.close())

describe('a new address', () => {
  test('takes effect when its emailed link is confirmed, and the old one stays until then', async () => {
    const merchant = await emailChanges.shop.merchant()
    const email = emailChanges.freshEmail()
    const { msg, data } = await emailChanges.request(merchant, email)
    const requestedAt = emailChanges.shop.clock.now()
    expect([msg, data.email]).toEqual(['Profile updated successfully', merchant.email])
    expect((await merchant.get('/user/email-change')).json().data).toEqual({
      newEmail: email,
      requestedAt: requestedAt.toISOString(),
      expiresAt: new Date(requestedAt.getTime() + 24 * 3_600_000).toISOString(),
    })
    expect(await emailChanges.canLogIn(email, PASSWORD)).toBe(false)
    expect(await emailChanges.canLogIn(merchant.email, PASSWORD)).toBe(true)
    expect((await emailChanges.confirm(await emailChanges.linkTo(email, 'confirm-email'))).statusCode).toBe(
      200,
    )
    expect(await emailChanges.canLogIn(email, PASSWORD)).toBe(true)
    expect(await emailChanges.canLogIn(merchant.email, PASSWORD)).toBe(false)
    expect((await merchant.get('/user/email-change')).json().data).toBeNull()
  })

  test('makes every browser of the account unknown, and so does restoring the old address', async () => {
    const merchant = await emailChanges.shop.merchant()
    const known = () =>
      emailChanges.shop.db.rows(sql`select from known_devices where merchant_id = ${merchant.merchantId}`)
    const logIn = async (email: string) => {
      expect((await emailChanges.post('/auth/login', { email, password: PASSWORD })).statusCode).toBe(200)
      expect((await known()).length).toBeGreaterThan(0)
    }
    await logIn(merchant.email)
    const email = emailChanges.freshEmail()
    await emailChanges.change(merchant, email)
    expect(await known()).toEqual([])
    await logIn(email)
    expect(
      (await emailChanges.restore(await emailChanges.linkTo(merchant.email, 'restore-email'))).statusCode,
    ).toBe(200)
    expect(await known()).toEqual([])
  })

  test('is confirmed once by a link, even by concurrent requests', async () => {
    const merchant = await emailChanges.shop.merchant()
    const email = emailChanges.freshEmail()
    await emailChanges.request(merchant, email)
    const token = await emailChanges.linkTo(email, 'confirm-email')
    const replies = await Promise.all([1, 2, 3, 4].map(() => emailChanges.confirm(token)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
    expect((await emailChanges.confirm(token)).json().code).toBe('email_link_used')
    const ways = await emailChanges.shop.db.rows(
      sql`select from email_restores where merchant_id = ${merchant.merchantId}`,
    )
    expect(ways).toHaveLength(1)
  })

  test('is replaced by a later change', async () => {
    const merchant = await emailChanges.shop.merchant()
    const [first, second] = [emailChanges.freshEmail(), emailChanges.freshEmail()]
    await emailChanges.request(merchant, first)
    const old = await emailChanges.linkTo(first, 'confirm-email')
    await emailChanges.request(merchant, second)
    expect((await emailChanges.confirm(old)).json().code).toBe('email_link_used')
    expect((await emailChanges.confirm(await emailChanges.linkTo(second, 'confirm-email'))).statusCode).toBe(
      200,
    )
    expect(await emailChanges.emailOf(merchant)).toBe(second)
  })

  test('is cancelled by Cancel, by a changed password, after a day and by a newer link', async () => {
    const merchant = await emailChanges.shop.merchant()
    const email = emailChanges.freshEmail()
    await emailChanges.request(merchant, email)
    const first = await emailChanges.linkTo(email, 'confirm-email')
    expect((await merchant.post('/user/email-change/resend')).statusCode).toBe(200)
    const second = await emailChanges.linkTo(email, 'confirm-email')
    expect((await emailChanges.confirm(first)).statusCode).toBe(400)
    expect((await merchant.post('/user/email-change/cancel')).statusCode).toBe(200)
    expect((await merchant.post('/user/email-change/cancel')).statusCode).toBe(200)
    expect((await emailChanges.confirm(second)).statusCode).toBe(400)
    expect((await merchant.post('/user/email-change/resend')).json().code).toBe('no_email_change')

    await emailChanges.request(merchant, email)
    const third = await emailChanges.linkTo(email, 'confirm-email')
    await merchant.post('/user/update-profile', {
      name: 'Sharma Tea',
      email: merchant.email,
      mobileNumber: '9876543210',
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    })
    expect((await emailChanges.confirm(third)).statusCode).toBe(400)

    const other = await emailChanges.shop.merchant()
    const late = emailChanges.freshEmail()
    await emailChanges.request(other, late)
    const tooLate = await emailChanges.linkTo(late, 'confirm-email')
    await emailChanges.hoursPass(24)
    expect((await emailChanges.confirm(tooLate)).statusCode).toBe(400)
    expect(await emailChanges.emailOf(other)).toBe(other.email)
  })

  test('that has an account gets the same reply as any other, and only its mailbox gets the e-mail', async () => {
    const [mine, theirs] = [await emailChanges.shop.merchant(), await emailChanges.shop.merchant()]
    const free = await emailChanges.request(mine, emailChanges.freshEmail())
    const taken = await emailChanges.request(mine, theirs.email)
    expect({ ...taken, data: 0 }).toEqual({ ...free, data: 0 })
    expect((await mine.get('/user/email-change')).json().data.newEmail).toBe(theirs.email)
    const [letter] = await emailChanges.lettersTo(theirs.email)
    expect(letter).toContain('Subject: This address already has a Galla account')
    expect(letter).not.toContain('token=')
    expect(letter).not.toContain('Sharma')
  })

  test('that someone registers before the confirmation remains theirs', async () => {
    const merchant = await emailChanges.shop.merchant()
    const email = emailChanges.freshEmail()
    await emailChanges.request(merchant, email)
    const token = await emailChanges.linkTo(email, 'confirm-email')
    expect((await emailChanges.register(email)).statusCode).toBe(200)
    expect((await emailChanges.confirm(token)).json().code).toBe('email_taken')
    expect(await emailChanges.emailOf(merchant)).toBe(merchant.email)
  })

  const repliesTo = async (merchant: ShopMerchant, emails: readonly string[]) => {
    const profile = { name: 'Sharma Tea', mobileNumber: '9876543210', currentPassword: PASSWORD }
    const replies: { status: number; msg: string }[] = []
    for (const email of emails) {
      const reply = await merchant.post('/user/update-profile', { ...profile, email })
      replies.push({ status: reply.statusCode, msg: reply.json().msg })
      await emailChanges.lettersTo(email)
    }
    return replies
  }
  const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status)

  test('sends at most ten emails a day per merchant, five of them to one address', async () => {
    const merchant = await emailChanges.shop.merchant()
    const target = emailChanges.freshEmail()
    expect(statusesOf(await repliesTo(merchant, Array(6).fill(target)))).toEqual([...Array(5).fill(200), 429])
    const others = Array.from({ length: 6 }, emailChanges.freshEmail)
    expect(statusesOf(await repliesTo(merchant, others))).toEqual([...Array(4).fill(200), 429, 429])
  })

  test('is available to its owner although strangers requested it, and its mailbox gets at most twenty emails a day', async () => {
    const target = emailChanges.freshEmail()
    const answers = new Set<string>()
    for (let n = 0; n < 5; n += 1)
      for (const { status, msg } of await repliesTo(
        await emailChanges.shop.merchant(),
        Array(5).fill(target),
      ))
        answers.add(`${status} ${msg}`)
    expect([...answers]).toEqual(['200 Profile updated successfully'])
    expect(await emailChanges.lettersTo(target)).toHaveLength(20)
  })
})
