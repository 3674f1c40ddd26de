import { DAY_MS } from '@galla/contract/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BANK_ADDRESS,
  type BankMail,
  createBankMail,
  creditText,
  type MailForm,
} from '../../testing/bank-mail.ts'
import { type FakeDns, startFakeDns } from '../../testing/fake-dns.ts'
import { checkSignature, UncheckedSignatureError } from './check-signature.ts'
import { createFindTxt, type FindTxt } from './dns-keys.ts'
import { readEmail } from './read-email.ts'

const NOW = new Date('2026-11-21T04:00:00Z')

let dns: FakeDns
let bank: BankMail
let findTxt: FindTxt
beforeAll(async () => {
  dns = await startFakeDns()
  bank = createBankMail(dns, () => NOW)
  findTxt = createFindTxt([dns.server])
})
afterAll(() => dns.close())

const refusalOf = async (raw: Uint8Array): Promise<string> => {
  const { origin } = await readEmail(raw, { findTxt, now: NOW, recipients: ['shop@example.com'] })
  return 'refusal' in origin ? origin.refusal : `believed as ${origin.bankId}`
}

const FIRST_MAIL = creditText('5.00', '612345678901')

test.each<[string, MailForm, string]>([
  ["its bank's signature", {}, 'believed as hdfc'],
  [
    'the newer domain of its bank',
    { from: 'alerts@hdfcbank.bank.in', domain: 'hdfcbank.bank.in' },
    'believed as hdfc',
  ],
  [
    "a subdomain in the bank's list, signed by the domain above it",
    { from: 'x@alerts.sbi.co.in', domain: 'sbi.co.in' },
    'believed as sbi',
  ],
  ['no signature', { domain: null }, 'unsigned'],
  ["another domain's signature", { domain: 'evil.example' }, 'unsigned'],
  ["another bank's signature", { domain: 'axisbank.com' }, 'unsigned'],
  ["a signature of a subdomain of the bank's", { domain: 'marketing.hdfcbank.net' }, 'unsigned'],
  [
    'a look-alike domain that signs for itself',
    { from: 'alerts@hdfcbank.net.evil.example', domain: 'hdfcbank.net.evil.example' },
    'not_the_bank',
  ],
  ["a subdomain of the bank's that nobody listed", { from: 'alerts@x.hdfcbank.net' }, 'not_the_bank'],
  ['a body of which only the beginning is signed', { bodyBytesSigned: 40 }, 'signature_incomplete'],
  ['an unsigned subject', { headerList: 'From:To:Date:MIME-Version:Content-Type' }, 'signature_incomplete'],
  ['an unsigned date', { headerList: 'From:To:Subject:MIME-Version:Content-Type' }, 'signature_incomplete'],
  [
    'an unsigned recipient',
    { headerList: 'From:Subject:Date:MIME-Version:Content-Type' },
    'signature_incomplete',
  ],
  ['an unsigned content type', { headerList: 'From:To:Subject:Date:MIME-Version' }, 'signature_incomplete'],
  ['two From fields', { extraHeader: 'From: HDFC Bank <alerts@hdfcbank.net>' }, 'two_senders'],
  ['two senders in one From field', { from: `${BANK_ADDRESS}, evil@example.com` }, 'two_senders'],
  [
    'a second subject before the signed one',
    { extraHeader: 'Subject: Rs. 9,999.00' },
    'signature_incomplete',
  ],
  [
    "a forged verdict of the merchant's mail server",
    { domain: null, extraHeader: 'Authentication-Results: mx.google.com; dkim=pass header.d=hdfcbank.net' },
    'unsigned',
  ],
  ['another recipient', { to: 'someone@else.example' }, 'not_to_you'],
  ['a date of eight days ago', { date: new Date(NOW.getTime() - 8 * DAY_MS) }, 'too_old'],
  ['a date of tomorrow', { date: new Date(NOW.getTime() + DAY_MS) }, 'too_old'],
])('the signature is checked of an e-mail with %s', async (_what, form, expected) => {
  expect(await refusalOf(await bank.write({ text: FIRST_MAIL, ...form }))).toBe(expected)
})

test.each<[string, (mail: string) => string]>([
  ['its amount', (mail) => mail.replace('Rs. 5.00', 'Rs. 9,999.00')],
  ['its recipient', (mail) => mail.replace('To: someone@else.example', 'To: shop@example.com')],
  ['its date', (mail) => mail.replace(/^Date: .*$/m, 'Date: Sat, 21 Nov 2026 03:59:00 +0000')],
  ['its sender', (mail) => mail.replace('From: HDFC Bank InstaAlerts', 'From: Someone')],
])('a signed e-mail that is resent with %s changed is refused', async (_what, change) => {
  const mail = (await bank.write({ text: FIRST_MAIL, to: 'someone@else.example' })).toString()
  expect(change(mail)).not.toBe(mail)
  expect(await refusalOf(Buffer.from(change(mail)))).toBe('unsigned')
})

test('a forwarded e-mail keeps its signature', async () => {
  const mail = await bank.write({ text: FIRST_MAIL })
  const received = 'Received: from mx.example by mail.example; Sat, 21 Nov 2026 04:00:00 +0000\r\n'
  expect(await refusalOf(Buffer.concat([Buffer.from(received), mail]))).toBe('believed as hdfc')
})

test('an e-mail that is resent with another, unsigned message ID is the same e-mail', async () => {
  const headerList = 'From:To:Subject:Date:MIME-Version:Content-Type'
  const mail = (await bank.write({ text: FIRST_MAIL, headerList })).toString()
  const again = mail.replace(/^Message-ID: .*$/m, 'Message-ID: <another@evil.example>')
  expect(again).not.toBe(mail)
  const read = (raw: string) =>
    readEmail(Buffer.from(raw), { findTxt, now: NOW, recipients: ['shop@example.com'] })
  expect(await read(again)).toEqual(await read(mail))
})

test('a DNS failure leaves the signature undecided, a missing key does not', async () => {
  const mail = await bank.write({ text: FIRST_MAIL })
  dns.isBroken = true
  await expect(refusalOf(mail)).rejects.toThrow(UncheckedSignatureError)
  dns.isBroken = false
  const name = 'mail2026._domainkey.hdfcbank.net'
  const key = dns.txt.get(name) ?? ''
  dns.txt.delete(name)
  expect(await refusalOf(mail)).toBe('unsigned')
  dns.txt.set(name, key.replace('v=DKIM1;', 'v=DKIM1; t=y;'))
  expect(await refusalOf(mail), 'a key in testing signs nothing').toBe('unsigned')
  dns.txt.set(name, key)
})

test("only keys of the sender's own bank are looked up", async () => {
  dns.asked.length = 0
  await refusalOf(await bank.write({ domain: 'evil.example' }))
  await refusalOf(await bank.write({ domain: 'axisbank.com' }))
  expect(dns.asked).toEqual([])
})

test('a selector that looks like a key of the bank is not looked up at another domain', async () => {
  const mail = (await bank.write({ text: FIRST_MAIL })).toString()
  const stranger = mail
    .replace('d=hdfcbank.net', 'd=evil0.example')
    .replace('s=mail2026', 's=x0._domainkey.hdfcbank.net')
  expect(stranger).toContain('s=x0._domainkey.hdfcbank.net')
  dns.asked.length = 0
  expect(await refusalOf(Buffer.from(stranger))).toBe('unsigned')
  expect(dns.asked).toEqual([])
})

test('an e-mail with ten signatures waits no longer for DNS than one with a single signature', async () => {
  const mail = (await bank.write({ text: FIRST_MAIL })).toString()
  const signature = mail.slice(0, mail.indexOf('From:'))
  const others = Array.from({ length: 9 }, (_each, n) => signature.replace('s=mail2026', `s=k${n}`))
  const silent = () => new Promise<string[][]>(() => undefined)
  const checked = checkSignature(Buffer.from(others.join('') + mail), {
    findTxt: silent,
    now: NOW,
    keysMs: 50,
  })
  await expect(checked).rejects.toThrow(UncheckedSignatureError)
})

test.each<[string, string]>([
  ['nothing', ''],
  ['no header', '\r\n\r\nText'],
  ['a header without an end', 'From: alerts@hdfcbank.net\r\n'],
  ['a thousand fields', `${'X-Field: 1\r\n'.repeat(1_000)}\r\nText`],
  [
    'a hundred signatures',
    `${'DKIM-Signature: v=1; a=rsa-sha256; d=hdfcbank.net; s=x; h=from; bh=x; b=x\r\n'.repeat(100)}From: alerts@hdfcbank.net\r\n\r\nText`,
  ],
  ['a field that goes on before it starts', ' x\r\nFrom: alerts@hdfcbank.net\r\n\r\nText'],
])('an e-mail of %s is refused, and no key is looked up', async (_what, raw) => {
  dns.asked.length = 0
  const checked = await checkSignature(Buffer.from(raw), { findTxt, now: NOW })
  expect(checked).toHaveProperty('refusal')
  expect(dns.asked).toEqual([])
})

test.each([
  ['of before is the time of the payment', -60_000, new Date(NOW.getTime() - 60_000)],
  ['in the future is not used', 60_000, null],
])('a signed date %s', async (_what, ms, expected) => {
  const raw = await bank.write({ text: FIRST_MAIL, date: new Date(NOW.getTime() + ms) })
  const { writtenAt } = await readEmail(raw, { findTxt, now: NOW, recipients: ['shop@example.com'] })
  expect(writtenAt).toEqual(expected)
})

test('the text of an e-mail that the bank did not sign is not read', async () => {
  const raw = await bank.write({ text: FIRST_MAIL, domain: null })
  const { text, subject, sender } = await readEmail(raw, { findTxt, now: NOW, recipients: [] })
  expect({ text, subject, sender }).toEqual({
    text: '',
    subject: 'View: Account update for your HDFC Bank A/c',
    sender: BANK_ADDRESS,
  })
})
