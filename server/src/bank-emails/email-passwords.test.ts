import { afterAll, beforeAll, expect, test } from 'vitest'
import { BANK_ADDRESS, SHOP_ADDRESS } from '../../testing/bank-mail.ts'
import { openAlert } from '../bank-alerts/stored-alert.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

const CODE = '445566'
const secrets = secretsFrom(new Uint8Array(32).fill(7))
const base64 = (text: string) => Buffer.from(text).toString('base64')

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

const forged = (header: string): Buffer =>
  Buffer.from(
    `${header}\nTo: ${SHOP_ADDRESS}\nDate: Sat, 21 Nov 2026 04:00:00 +0000\n\n${CODE} is your OTP`.replaceAll(
      '\n',
      '\r\n',
    ),
  )
const withSubject = (subject: string): Buffer => forged(`From: ${BANK_ADDRESS}\nSubject: ${subject}`)

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a plain subject', () => withSubject(`OTP is ${CODE}`)],
  ['a subject in Base64', () => withSubject(`=?utf-8?B?${base64(`${CODE} is your OTP`)}?=`)],
  ['a subject in quoted-printable', () => withSubject('=?utf-8?Q?Your_OTP_is_=34=3455=366?=')],
  [
    'a subject of split words, folded',
    () => withSubject(`=?utf-8?B?${base64('Your OTP is 4')}?=\n =?utf-8?B?${base64('45566')}?=`),
  ],
  ['a subject of raw UTF-8', () => withSubject('आपका ओटीपी ४४५५६६ है')],
  [
    'a subject with zero-width signs',
    () => withSubject(`=?utf-8?B?${base64('O\u200bTP is 4\u200b45566')}?=`),
  ],
  [
    'a subject that is cut before the password is named',
    () => withSubject(`=?utf-8?B?${base64(`${'x '.repeat(245)}${CODE} is your OTP`)}?=`),
  ],
  [
    'the subject of a lookalike',
    () => forged(`From: x <a@hdfcbank.net.example.com>\nSubject: =?utf-8?Q?OTP_is_4455=366?=`),
  ],
  ['a signed body in HTML', () => mail.bank.write({ html: '<p>Your &#79;TP is <b>44</b>5&#53;66</p>' })],
  ['a signed body in text', () => mail.bank.write({ text: `${CODE} is your OTP` })],
])('no one-time password of an e-mail is stored: %s', async (_what, write) => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(merchant, imap)
  imap.deliver(await write())
  await expect.poll(() => mail.alerts(merchant)).toHaveLength(1)
  expect(JSON.stringify(await mail.alerts(merchant))).not.toContain(CODE)
  const rows = await mail.shop.db.rows<{ alertId: string; receivedAt: Date; sealed: Buffer }>(sql`
    select alert_id as "alertId", received_at as "receivedAt", sealed from alerts where merchant_id = ${merchant.merchantId}`)
  const kept = rows.map((row) => openAlert(secrets, row))
  expect(kept).toMatchObject([{ text: '', title: null, sender: null, isSecret: true }])
})

test('a one-time password in the subject of a payment e-mail is not stored, and the payment is recorded', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(merchant, imap)
  imap.deliver(await mail.bank.write({ subject: `=?utf-8?B?${base64(`OTP is ${CODE}`)}?=` }))
  await expect.poll(() => mail.alerts(merchant)).toMatchObject([{ outcome: 'credit' }])
  expect(JSON.stringify(await mail.alerts(merchant))).not.toContain(CODE)
})
