import { afterAll, beforeAll, expect, test } from 'vitest'
import { BANK_ADDRESS, creditText, SHOP_ADDRESS } from '../../testing/bank-mail.ts'
import type { FakeImap } from '../../testing/fake-imap.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

const connected = async (): Promise<[ShopMerchant, FakeImap]> => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(merchant, imap)
  await expect.poll(() => imap.commands.at(-1)).toBe('IDLE')
  return [merchant, imap]
}

const listed = async (merchant: ShopMerchant): Promise<unknown[][]> =>
  (await mail.alerts(merchant)).map(({ outcome, refusal }) => [outcome, refusal]).toSorted()

const logins = ({ commands }: FakeImap): number =>
  commands.filter((command) => command.startsWith('AUTHENTICATE')).length

let utr = 630_000_000_000
const nextCredit = (): Promise<Buffer> => {
  utr += 1
  return mail.bank.write({ text: creditText('75.00', String(utr)) })
}

const written = (header: string, body: string | Buffer = 'Hello'): Buffer =>
  Buffer.concat([Buffer.from(header.replaceAll('\n', '\r\n')), Buffer.from('\r\n\r\n'), Buffer.from(body)])

const FROM_BANK = `From: ${BANK_ADDRESS}\nTo: ${SHOP_ADDRESS}\nDate: Sat, 21 Nov 2026 04:00:00 +0000`
const nested = (depth: number): string =>
  Array.from(
    { length: depth },
    (_each, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  ).join('')

const UNSIGNED = 'The signature of this email is missing or wrong.'
const UNREADABLE = 'This email could not be read.'
const TOO_LARGE = 'This email is too large.'

test.each<[string, () => Buffer | Promise<Buffer>, string | null]>([
  [
    '10,000 recipients',
    () => {
      const to = Array.from({ length: 10_000 }, (_each, n) => `a${n}@example.com`).join(',\n ')
      return written(`From: ${BANK_ADDRESS}\nTo: ${to}\nSubject: Hello`)
    },
    UNSIGNED,
  ],
  [
    '5,000 recipients, signed',
    () =>
      mail.bank.write({
        to: Array.from({ length: 5_000 }, (_each, n) => `a${n}@example.com`).join(',\r\n '),
      }),
    UNREADABLE,
  ],
  ['a subject of 200 KB, signed', () => mail.bank.write({ subject: 'Hello '.repeat(34_000) }), UNREADABLE],
  ['a subject of a megabyte', () => written(`Subject: ${'x'.repeat(1e6)}\n${FROM_BANK}`), UNREADABLE],
  ['a sender behind 100 KB', () => written(`X-Field: ${'x'.repeat(100_000)}\n${FROM_BANK}`), UNREADABLE],
  ['a body of a megabyte', () => written(FROM_BANK, 'x'.repeat(1e6)), TOO_LARGE],
  [
    '5,000 senders',
    () => written(`From: ${`${BANK_ADDRESS},\n `.repeat(5_000)}a@example.com\nSubject: Hello`),
    UNSIGNED,
  ],
  [
    '5,000 header fields, signed',
    () => mail.bank.write({ extraHeader: Array(5_000).fill('X-Field: 1').join('\r\n') }),
    UNREADABLE,
  ],
  [
    'a header line without a name, signed',
    () => mail.bank.write({ extraHeader: 'nothing of a field' }),
    UNREADABLE,
  ],
  [
    'an unknown charset in its subject and sender',
    () => written(`From: =?klingon-8?B?/////w==?= <${BANK_ADDRESS}>\nSubject: =?klingon-8?Q?=FF=00?=`),
    UNSIGNED,
  ],
  ['NUL bytes', () => written(`${FROM_BANK}\nSubject: a\0b\0`, Buffer.alloc(1_000)), UNSIGNED],
  [
    'an unknown charset, signed',
    async () => mail.bank.write({ text: '\0\xff Hello', contentType: 'text/plain; charset=klingon-8' }),
    null,
  ],
  [
    'NUL bytes around a payment, signed',
    () => mail.bank.write({ text: `\0${creditText('74.00', '629999999999', 'ASHA\0RAO')}\0` }),
    null,
  ],
  [
    '1,000 nested parts, signed',
    () => mail.bank.write({ text: nested(1_000), contentType: 'multipart/mixed; boundary="b0"' }),
    UNREADABLE,
  ],
  [
    '5,000 parts side by side, signed',
    () =>
      mail.bank.write({
        text: '--b\r\n\r\nHi\r\n'.repeat(5_000),
        contentType: 'multipart/mixed; boundary=b',
      }),
    null,
  ],
])('a message with %s is listed and does not delay others', async (_what, write, refusal) => {
  const [merchant, imap] = await connected()
  const [hostile, credit] = [await write(), await nextCredit()]
  await mail.shop.restart(() => {
    imap.deliver(hostile)
    imap.deliver(credit)
  })
  await expect.poll(async () => (await listed(merchant)).length).toBe(2)
  const rows = await mail.alerts(merchant)
  const last = rows.find(({ text }) => String(text).includes(String(utr)))
  expect(last, 'the payment behind it is taken in').toMatchObject({ outcome: 'credit' })
  expect(rows.find((row) => row !== last)?.refusal).toBe(refusal)
  expect(logins(imap), 'the connection was not lost').toBe(2)
  await mail.record()
})

test('a message whose download ends the connection is listed as unreadable, and the next ones are read', async () => {
  const [merchant, imap] = await connected()
  const [before, hostile, after] = [await nextCredit(), await nextCredit(), await nextCredit()]
  await mail.shop.restart(() => {
    imap.deliver(before)
    imap.deliver(hostile, { fault: 'too_long' })
    imap.deliver(after)
  })
  await expect
    .poll(
      async () => {
        mail.shop.clock.advance({ seconds: 5 })
        return listed(merchant)
      },
      // Each step runs every sweep of the program, which leaves a busy machine no time to read.
      { timeout: 200_000, interval: 250 },
    )
    .toEqual([
      ['credit', null],
      ['credit', null],
      ['unread', UNREADABLE],
    ])
  expect(logins(imap), 'two failures of the batch, two of the message').toBeLessThanOrEqual(6)
  await expect.poll(() => mail.mailbox(merchant)).toMatchObject({ state: 'connected' })
})

test('a message whose download cannot be parsed is listed as unreadable, and a deleted one is not listed', async () => {
  const [merchant, imap] = await connected()
  const [first, second] = [await nextCredit(), await nextCredit()]
  imap.order = (messages) => messages.filter(({ uid }) => uid !== 3)
  await mail.shop.restart(() => {
    imap.deliver(first, { fault: 'garbled' })
    imap.deliver(second)
    imap.deliver(first)
  })
  await expect
    .poll(() => listed(merchant))
    .toEqual([
      ['credit', null],
      ['unread', UNREADABLE],
    ])
  expect(logins(imap)).toBe(2)
})
