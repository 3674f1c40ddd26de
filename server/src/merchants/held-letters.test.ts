import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant } from '../../testing/ledger.ts'
import { letterJob } from '../../testing/letter-job.ts'
import { lettersIn } from '../../testing/outbox.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { emailMerchant } from './email-merchant.ts'
import { mailHeldLetters } from './mail-held-letters.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const lettersTo = (email: string, subject: string): string[] =>
  lettersIn(shop.dataDir).filter((letter) => letter.includes(`To: ${email}`) && letter.includes(subject))

/** Jobs run in the app; the queue is empty when each has sent or held its letter. */
const untilQuiet = () =>
  expect
    .poll(
      () =>
        shop.db.value<number>(sql`
          select count(*)::int from jobs
          where name in ('login.new_device', 'account.payee_changed', 'password.reset_asked', 'letters.digest')`),
      { timeout: 60_000, interval: 100 },
    )
    .toBe(0)

const connect = (merchant: ShopMerchant, upiId: string) =>
  merchant.post('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'SHARMA38472910',
    merchantUpiId: upiId,
  })

const digests = (email: string) => lettersTo(email, 'e-mails to you were held back')

test('a flood of one kind of letter ends after five, one digest tells the rest, and no other letter waits', async () => {
  const [flooded, other] = [await shop.merchant(), await shop.merchant()]
  for (let n = 0; n < 12; n += 1) await shop.logInAgain(flooded)
  await shop.logInAgain(other)
  await untilQuiet()
  const news = 'A new device logged in'
  expect(lettersTo(flooded.email, `Subject: ${news}`)).toHaveLength(5)
  expect(lettersTo(other.email, `Subject: ${news}`)).toHaveLength(1)

  for (let n = 0; n < 8; n += 1) expect((await connect(flooded, `shop${n}@okhdfcbank`)).statusCode).toBe(200)
  expect(
    (
      await shop.call({
        method: 'POST',
        url: '/api/v1/auth/forgot-password',
        payload: { email: flooded.email },
        headers: { origin: 'http://localhost:3000' },
      })
    ).statusCode,
  ).toBe(200)
  await untilQuiet()
  expect(lettersTo(flooded.email, 'Subject: Your live payments now go to')).toHaveLength(5)
  expect(lettersTo(flooded.email, 'Subject: Set a new password')).toHaveLength(1)
  expect(digests(flooded.email)).toHaveLength(0)

  shop.clock.advance({ hours: 1, minutes: 1 })
  // The program's own sweep runs at the same time, as another process would.
  await Promise.all([
    mailHeldLetters({ ...shop, ...letterJob() }),
    mailHeldLetters({ ...shop, ...letterJob() }),
  ])
  await untilQuiet()
  const [digest = '', ...more] = digests(flooded.email)
  expect(more).toEqual([])
  expect(digest).toContain('Subject: 10 e-mails to you were held back')
  expect(digest).toMatch(/7 times, last on.*A new device logged in to your account/s)
  expect(digest).toContain('shop7@okhdfcbank')
  expect(await shop.db.value<number>(sql`select count(*)::int from held_letters`)).toBe(0)

  await shop.logInAgain(flooded)
  await untilQuiet()
  expect(lettersTo(flooded.email, `Subject: ${news}`)).toHaveLength(6)
})

const send = (merchantId: string, job = letterJob('test.kind'), fails = false) =>
  emailMerchant(
    {
      ...shop,
      ...job,
      publicUrl: new URL('https://galla.example'),
      mailer: {
        async send() {
          if (fails) throw new Error('no mail server')
          sent += 1
        },
      },
    },
    merchantId,
    () => ({
      subject: 'News',
      paragraphs: ['It happened.'],
      action: { label: 'Open', path: '/' },
      footnote: '',
    }),
  )
let sent = 0

test('letters that the mail server refuses use up no place, and a repeated job is held once', async () => {
  const { merchantId } = await shop.merchant()
  const heldOf = () =>
    shop.db.value<number>(sql`select count(*)::int from held_letters where merchant_id = ${merchantId}`)
  for (let n = 0; n < 10; n += 1)
    await expect(send(merchantId, letterJob('test.kind'), true)).rejects.toThrow('no mail server')
  expect(await heldOf()).toBe(0)
  sent = 0
  await Promise.all(Array.from({ length: 20 }, () => send(merchantId)))
  expect([sent, await heldOf()]).toEqual([5, 15])
  const job = letterJob('test.kind')
  for (let n = 0; n < 3; n += 1) await send(merchantId, job)
  expect(await heldOf()).toBe(16)
})

test('a mailbox with many accounts gets forty letters of a kind a day and 24 digests, and the rest waits', async () => {
  const merchants = await Promise.all(Array.from({ length: 40 }, () => addMerchant(shop.db)))
  const ids = merchants.map(({ merchantId }) => merchantId)
  await shop.db.run(sql`
    update merchants set email = 'victim+' || lower(merchant_id) || '@example.org' where merchant_id = any(${ids}::text[])`)
  sent = 0
  for (const id of ids) for (let n = 0; n < 5; n += 1) await send(id)
  expect(sent).toBe(40)
  const digestsOfVictim = () =>
    lettersIn(shop.dataDir).filter((letter) => /^To: victim\+/m.test(letter) && letter.includes('held back'))
  const waiting = () =>
    shop.db.value<number>(sql`
      select count(distinct merchant_id)::int from held_letters where merchant_id = any(${ids}::text[])`)
  const digest = async () => {
    await mailHeldLetters({ ...shop, ...letterJob() })
    await untilQuiet()
    return [digestsOfVictim().length, await waiting()]
  }
  shop.clock.advance({ hours: 1, minutes: 1 })
  expect(await digest()).toEqual([24, 8])
  await shop.restart(() => shop.clock.advance({ hours: 25 }))
  expect(await digest()).toEqual([32, 0])
})
