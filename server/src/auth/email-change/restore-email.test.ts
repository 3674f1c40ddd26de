import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { phoneWith } from '../../../testing/authenticator.ts'
import { earlier } from '../../../testing/earlier.ts'
import { memberOf } from '../../../testing/team.ts'
import { openCounter } from '../../counters/counters-harness.ts'
import { part, sql } from '../../platform/database/database.ts'
import { type EmailChanges, NEW_PASSWORD, openEmailChanges, PASSWORD } from './email-change-harness.ts'

let emailChanges: EmailChanges
beforeAll(async () => {
  emailChanges = await openEmailChanges()
})
beforeEach(() => emailChanges.nextVisitor())
afterAll(() => emailChanges.shop.close())

describe('a restore link', () => {
  test('restores the account of the old address, with a new password and no session, once', async () => {
    const merchant = await emailChanges.shop.merchant()
    const email = emailChanges.freshEmail()
    await emailChanges.change(merchant, email)
    const [letter] = await emailChanges.lettersTo(merchant.email)
    expect(letter).toContain('Subject: Your email address was changed')
    const words = letter?.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')
    for (const left of ['API keys', 'connected account', 'webhook URL', 'Two-factor login'])
      expect(words).toContain(left)
    const token = await emailChanges.linkTo(merchant.email, 'restore-email')
    const replies = await Promise.all([1, 2, 3].map(() => emailChanges.restore(token)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    expect(await emailChanges.emailOf(merchant)).toBe(merchant.email)
    expect((await merchant.get('/auth/session')).statusCode).toBe(401)
    expect(await emailChanges.canLogIn(merchant.email, PASSWORD)).toBe(false)
    expect(await emailChanges.canLogIn(merchant.email, NEW_PASSWORD)).toBe(true)
    expect((await emailChanges.restore(token)).json().code).toBe('email_link_used')
  })

  test("voids the other person's pending change, restore link and second factor", async () => {
    const merchant = await emailChanges.shop.merchant()
    const [second, third, fourth] = [
      emailChanges.freshEmail(),
      emailChanges.freshEmail(),
      emailChanges.freshEmail(),
    ]
    await emailChanges.change(merchant, second)
    const token = await emailChanges.linkTo(merchant.email, 'restore-email')
    emailChanges.shop.clock.advance({ minutes: 1 })
    await emailChanges.change(merchant, third)
    const theirs = await emailChanges.linkTo(second, 'restore-email')
    const { secret } = (await merchant.post('/auth/totp/setup')).json().data
    await merchant.post('/auth/totp/confirm', { code: phoneWith(emailChanges.shop.clock, secret).code() })
    await emailChanges.request(merchant, fourth)
    const pending = await emailChanges.linkTo(fourth, 'confirm-email')
    expect((await emailChanges.restore(token)).statusCode).toBe(200)
    expect((await emailChanges.restore(theirs)).json().code).toBe('email_link_used')
    expect((await emailChanges.confirm(pending)).json().code).toBe('email_link_used')
    expect(await emailChanges.canLogIn(merchant.email, NEW_PASSWORD)).toBe(true)
  })

  test('removes who joined the team meanwhile, and nobody who worked there before', async () => {
    const { shop } = emailChanges
    const merchant = await shop.merchant()
    const before = await memberOf(shop, merchant, 'cashier')
    shop.clock.advance({ hours: 73 })
    const owner = await shop.logInAgain(merchant)
    const thief = await memberOf(shop, owner, 'owner')
    await emailChanges.change(owner, emailChanges.freshEmail())
    expect((await thief.get('/user/team')).statusCode).toBe(200)
    const token = await emailChanges.linkTo(merchant.email, 'restore-email')
    expect((await emailChanges.restore(token)).statusCode).toBe(200)
    expect((await thief.get('/user/team')).statusCode).toBe(401)
    const members = await shop.db.values(
      sql`select person_id from members where merchant_id = ${merchant.merchantId}`,
    )
    expect(members).toEqual([before.merchantId])
  })

  test('logs out the counters of a shop where the person is an admin', async () => {
    const { shop } = emailChanges
    const admin = await memberOf(shop, await shop.merchant(), 'admin')
    const counter = await openCounter(shop, admin)
    await emailChanges.change(admin, emailChanges.freshEmail())
    expect((await counter.get('/counter')).statusCode).toBe(200)
    const token = await emailChanges.linkTo(admin.email, 'restore-email')
    expect((await emailChanges.restore(token)).statusCode).toBe(200)
    expect((await counter.get('/counter')).statusCode).toBe(401)
  })

  test.each([
    ['71 hours before the change is removed, and the account gets an email', 71, true],
    ['73 hours before the change stays, as that of an owner does', 73, false],
  ])('voids a second factor and a passkey that were set up %s', async (_, hours, isRemoved) => {
    const merchant = await emailChanges.shop.merchant()
    const { secret } = (await merchant.post('/auth/totp/setup')).json().data
    const phone = phoneWith(emailChanges.shop.clock, secret)
    expect((await merchant.post('/auth/totp/confirm', { code: phone.code() })).statusCode).toBe(200)
    await emailChanges.shop.db.run(sql`
      update second_factors set confirmed_at = ${earlier(part`confirmed_at`, `${hours} hours`)}
      where merchant_id = ${merchant.merchantId}`)
    await emailChanges.shop.db.run(sql`
      insert into passkeys (merchant_id, passkey_id, credential_id, public_key, counter, name, created_at)
      select merchant_id, ${'0'.repeat(26)}, 'x', 'x', 0, 'Phone', confirmed_at
      from second_factors where merchant_id = ${merchant.merchantId}`)
    await emailChanges.change(merchant, emailChanges.freshEmail())
    expect(
      (await emailChanges.restore(await emailChanges.linkTo(merchant.email, 'restore-email'))).statusCode,
    ).toBe(200)
    expect(await emailChanges.canLogIn(merchant.email, NEW_PASSWORD)).toBe(isRemoved)
    const passkeys = await emailChanges.shop.db.rows(
      sql`select from passkeys where merchant_id = ${merchant.merchantId}`,
    )
    expect(passkeys).toHaveLength(isRemoved ? 0 : 1)
    const kinds = await emailChanges.shop.db.rows(sql`
      select from security_events where merchant_id = ${merchant.merchantId} and kind = 'two_factor_off'`)
    expect(kinds).toHaveLength(isRemoved ? 1 : 0)
    const letters = (await emailChanges.lettersTo(merchant.email)).filter((letter) =>
      letter.includes('was turned off'),
    )
    expect(letters).toHaveLength(isRemoved ? 1 : 0)
  })

  test('that is used concurrently with a confirmation leaves one address', async () => {
    const merchant = await emailChanges.shop.merchant()
    const [second, third] = [emailChanges.freshEmail(), emailChanges.freshEmail()]
    await emailChanges.change(merchant, second)
    const token = await emailChanges.linkTo(merchant.email, 'restore-email')
    await emailChanges.request(merchant, third)
    const pending = await emailChanges.linkTo(third, 'confirm-email')
    const [back] = await Promise.all([emailChanges.restore(token), emailChanges.confirm(pending)])
    expect(back.statusCode).toBe(200)
    expect(await emailChanges.emailOf(merchant)).toBe(merchant.email)
    expect((await emailChanges.confirm(pending)).statusCode).toBe(400)
    const ways = await emailChanges.shop.db.rows(
      sql`select from email_restores where merchant_id = ${merchant.merchantId}`,
    )
    expect(ways).toEqual([])
  })

  test('reserves the old address for 72 hours, and then becomes void', async () => {
    const merchant = await emailChanges.shop.merchant()
    await emailChanges.change(merchant, emailChanges.freshEmail())
    const token = await emailChanges.linkTo(merchant.email, 'restore-email')
    await emailChanges.hoursPass(71)
    expect((await emailChanges.register(merchant.email)).json().code).toBe('email_taken')
    const thief = await emailChanges.shop.merchant()
    await emailChanges.request(thief, merchant.email)
    const [letter] = await emailChanges.lettersTo(merchant.email)
    expect(letter).toContain('Subject: This address already has a Galla account')
    await emailChanges.hoursPass(1)
    expect((await emailChanges.restore(token)).json().code).toBe('email_link_used')
    expect((await emailChanges.register(merchant.email)).statusCode).toBe(200)
  })

  test('works even if someone registers the old address at the moment of the change', async () => {
    for (let n = 0; n < 3; n += 1) {
      const merchant = await emailChanges.shop.merchant()
      const email = emailChanges.freshEmail()
      await emailChanges.request(merchant, email)
      const token = await emailChanges.linkTo(email, 'confirm-email')
      const [confirmed, registered] = await Promise.all([
        emailChanges.confirm(token),
        emailChanges.register(merchant.email),
      ])
      expect([confirmed.statusCode, registered.statusCode]).toEqual([200, 409])
    }
  })

  test('refuses a short password by its field and keeps the link, and tokens are not guessed', async () => {
    const merchant = await emailChanges.shop.merchant()
    await emailChanges.change(merchant, emailChanges.freshEmail())
    const token = await emailChanges.linkTo(merchant.email, 'restore-email')
    expect((await emailChanges.restore(token, 'short')).json().errors[0].field).toBe('password')
    const kept = JSON.stringify(await emailChanges.shop.db.rows(sql`select * from email_restores`))
    expect(kept + emailChanges.shop.logged.join('\n')).not.toContain(token)
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, n) => emailChanges.restore(`guess-${n}`)),
    )
    expect(guesses.map(({ statusCode }) => statusCode)).toContain(429)
    emailChanges.nextVisitor()
    expect((await emailChanges.restore(token)).statusCode).toBe(200)
  })
})
