import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditText } from '../../testing/bank-mail.ts'
import { sql } from '../platform/database/database.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

const UTR = '612345999999'
const SENTENCE = creditText('83.00', UTR)
const html = `<html><body><p>${SENTENCE}</p></body></html>`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const MESSAGE = `From: alerts@hdfcbank.net\nSubject: Credit\nContent-Type: text/plain\n\n${SENTENCE}`

/** A part with its header lines. */
const part = (header: string, body: string): string => `--b\n${header}\n\n${body}\n`
const inParts = (...parts: string[]): string => `${parts.join('')}--b--\n`
const COVER = part('Content-Type: text/plain', 'Dear Customer, please see the attachment.')

/** Each has the sentence of a payment in a file, and nowhere else. */
const ATTACHED: Readonly<Record<string, string>> = {
  'a text': part('Content-Type: text/plain\nContent-Disposition: attachment', SENTENCE),
  'a text with a name': part(
    'Content-Type: text/plain; name="alert.txt"\nContent-Disposition: attachment; filename="alert.txt"',
    SENTENCE,
  ),
  'a text in capitals, folded': part(
    'CONTENT-TYPE: TEXT/PLAIN\nContent-Disposition:\n\tATTACHMENT;\n filename="alert.txt"',
    SENTENCE,
  ),
  'a text in Base64': part(
    'Content-Type: text/plain\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment',
    base64(SENTENCE),
  ),
  'a text that is shown inline, with a file name': part(
    'Content-Type: text/plain\nContent-Disposition: inline; filename="alert.txt"',
    SENTENCE,
  ),
  'a text that has a name only': part('Content-Type: text/plain; name="alert.txt"', SENTENCE),
  'a text with an encoded file name': part(
    "Content-Type: text/plain\nContent-Disposition: inline; filename*=utf-8''alert.txt",
    SENTENCE,
  ),
  'a page': part('Content-Type: text/html\nContent-Disposition: attachment; filename="alert.html"', html),
  'a page that is shown inline': part(
    'Content-Type: text/html; name="alert.html"\nContent-Disposition: inline; filename="alert.html"',
    html,
  ),
  'a message': part('Content-Type: message/rfc822', MESSAGE),
  'a message that is shown inline': part(
    'Content-Type: message/rfc822\nContent-Disposition: inline',
    MESSAGE,
  ),
  'a message within a message': part(
    'Content-Type: message/rfc822',
    `From: a@b.example\nContent-Type: message/rfc822\n\n${MESSAGE}`,
  ),
  'a message in a text': part('Content-Type: text/rfc822-headers', MESSAGE),
  'a PDF': part(
    'Content-Type: application/pdf; name="alert.pdf"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment',
    base64(`%PDF-1.4\n${SENTENCE}`),
  ),
  'a text of an unknown kind': part('Content-Type: text/x-alert', SENTENCE),
  'a file without a kind': part('Content-Disposition: attachment; filename="alert"', SENTENCE),
}

const connected = async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(merchant, imap)
  const deliver = async (first: string): Promise<void> => {
    for (const file of Object.values(ATTACHED)) {
      const text = inParts(...[first, file].filter((each) => each !== ''))
      imap.deliver(await mail.bank.write({ contentType: 'multipart/mixed; boundary="b"', text }))
    }
  }
  return { merchant, deliver }
}
const NAMES = Object.keys(ATTACHED)

test.each([
  ['beside other words', COVER],
  ['alone', ''],
])(
  'an e-mail with the payment only in an attachment gives no credit, and is listed with the reason: %s',
  async (_what, cover) => {
    const { merchant, deliver } = await connected()
    const orderId = await mail.order(merchant, '83.00')
    await deliver(cover)
    await expect.poll(() => mail.alerts(merchant)).toHaveLength(NAMES.length)
    const listed = await mail.alerts(merchant)
    for (const alert of listed)
      expect(alert).toMatchObject({ outcome: 'ignored', refusal: null, reading: { because: 'no_amount' } })
    expect(JSON.stringify(listed)).not.toContain(UTR)
    await mail.record()
    expect(await mail.statusOf(merchant, orderId)).toBe('created')
    expect(
      await mail.shop.db.rows(sql`select from credits where merchant_id = ${merchant.merchantId}`),
    ).toEqual([])
  },
)

test("an attachment does not change how the e-mail's own text is read", async () => {
  const { merchant, deliver } = await connected()
  await deliver(part('Content-Type: text/plain', creditText('84.00', '612345888888')))
  await expect.poll(() => mail.alerts(merchant)).toHaveLength(NAMES.length)
  for (const alert of await mail.alerts(merchant))
    expect(alert).toMatchObject({ outcome: 'credit', found: { amount: 84, utr: '612345888888' } })
})
