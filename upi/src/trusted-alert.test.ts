import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alertText } from './alert-text.ts'
import { BANKS, bankOfSender } from './bank-header.ts'
import { CORPUS, messageOf, paiseOf } from './corpus-harness.ts'
import { AMOUNT_PAISE, hostileText, messagesOf, UTR } from './sentence-harness.ts'
import { APP_SENTENCES, BANK_SENTENCES } from './sentences/bank-sentence.ts'
import { trustedCredit } from './trusted-alert.ts'

/** The messages of the corpus that settle orders automatically. */
const TRUSTED = CORPUS.filter((message) => trustedCredit(messageOf(message), message.sender) !== undefined)
const TRUSTED_SMS = TRUSTED.filter(({ channel }) => channel === 'sms')

test('messages of at least 32 banks and of BharatPe are trusted, with their payers', () => {
  expect(new Set(TRUSTED.map(({ bank }) => bank)).size).toBeGreaterThanOrEqual(32)
  for (const message of TRUSTED) {
    const { amount = '', rail = 'unknown', utr, payerVpa, payerName } = message.is
    const credit = trustedCredit(messageOf(message), message.sender)
    expect(credit?.amount, message.text).toBe(paiseOf(amount))
    // Behind the beginning of a sentence, the payer may have written the rail.
    if (credit?.utr !== undefined || credit?.rail !== 'unknown') expect(credit?.rail, message.text).toBe(rail)
    if (utr !== undefined) expect(credit?.utr ?? utr, message.text).toBe(utr)
    if (payerVpa !== undefined) expect(credit?.payerVpa ?? payerVpa, message.text).toBe(payerVpa)
    if (payerName !== undefined) expect(credit?.payerName ?? payerName, message.text).toContain(payerName)
  }
})

test.each(
  [...new Map(TRUSTED_SMS.map((message) => [message.shape, message])).values()].map(
    ({ shape, sender, text }) => [shape, sender, text] as const,
  ),
)('%s is not trusted from another sender or with other text around it', (_shape, sender, text) => {
  const bare = sender.split('-')[1] ?? ''
  const others = [
    '',
    bare,
    `${bare}-S`,
    `VM-${bare}-P`,
    `VM-${bare}-G`,
    `${sender}x`,
    `x${sender}`,
    'VM-EXBANK-S',
  ]
  for (const other of [...others, 'Rahul', '+919812345678', 'com.phonepe.app', 'alerts@hdfcbank.net'])
    expect(trustedCredit({ text }, other), other).toBeUndefined()
  for (const around of [`Asha ${text}`, `Fwd: ${text}`, `It says "${text}"`, `{"text":"${text}"}`])
    expect(trustedCredit({ text: around }, sender), around).toBeUndefined()
})

test("a bank's own sentence that the next one takes back is not trusted", () => {
  const text =
    'HDFC Bank: Rs. 1.00 credited to a/c XXXXXX2002 on 23-01-24 by a/c linked to VPA 9000000000@fam (UPI Ref No 408888887329).'
  expect(trustedCredit({ text: `${text} This payment was reversed.` }, 'AD-HDFCBK')).toBeUndefined()
})

test.each([
  ['VM-AXISBK', 'INR 500 credited to A/c no. XX1 on 21-11-26 UPI/P2A/612345678901/refund reversal'],
  [
    'AX-AXISBK-S',
    'INR 500.00 credited to A/c no. XX1 on 21-11-26. Info- UPI/P2M/612345678901/REVERSED/Axis Bank',
  ],
  ['VM-BOBSMS', 'Rs.500 Credited to A/c XX1 thru UPI/612345678901 by x. Reversal of failed txn'],
  ['VM-BDNSMS-S', 'INR 500 deposited to A/c XX1 towards UPI/CR/C612345678901/Chargeback/u'],
  ['VM-AUBANK-S', 'Cr INR 500 to A/c X1 12-MAY-2026 UPI/CR/612345678901/Refunded/Y'],
  ['VM-SBIUPI-S', 'Dear SBI User, your A/c 1 credited by Rs.5 on 05Oct26 by Reversal (Ref no 612345678901)'],
  ['VM-IDBIBK', 'Rs 500 Cr to your A/c 1 (UPI Ref 612345678901). Not you? Chargeback credit'],
])('%s: money that comes back is not trusted: %s', (sender, text) => {
  expect(trustedCredit({ text }, sender)).toBeUndefined()
})

test('paise after a second dot are not read as rupees', () => {
  const of = (money: string) => ({ text: `${money} Credited to A/c ...4444 thru UPI/612345678901 by x` })
  expect(trustedCredit(of('Rs.60'), 'VM-BOBTXN-S')?.amount).toBe(6_000n)
  expect(trustedCredit(of('Rs..60'), 'VM-BOBTXN-S')).toBeUndefined()
  expect(trustedCredit(of('Rs .60'), 'VM-BOBTXN-S')).toBeUndefined()
})

const NOT_BELIEVED: readonly (readonly [string, string])[] = [
  [
    'NEFT',
    'Update! INR 1.00 deposited in HDFC Bank A/c XX9999 on 30-MAR-26 for NEFT Cr-SBIN0000001-ACME-HDFC-SBIN126089123456. Avl bal INR 5,000.00',
  ],
  [
    'an outgoing NEFT',
    'HDFC Bank: your NEFT transaction with reference number N326261234567 for INR 499.00 has been credited to the ICICI Bank A/c XX1234 of ASHA RAO on 21-11-26 at 10:11:12',
  ],
  ['a salary', 'Rs.50,000.00 credited to HDFC Bank A/c XX1234 on 21-11-26 towards SALARY'],
  ['cash', 'Rs.5000 deposited in cash in HDFC Bank A/c XX1234 on 21-11-26'],
  [
    'a reversal',
    'Rs.450.00 credited to HDFC Bank A/c XX1234 on 10-10-26 as reversal of UPI txn 628312345678',
  ],
  ['a debit', 'Rs.500.00 debited from HDFC Bank A/c XX1234 to VPA shop@ybl (UPI 628312345678)'],
]
test.each([
  [
    'VM-SBIUPI',
    'Dear SBI User, your A/c X1234 credited by Rs.499.00 on 05Oct26 transfer from ASHA Ref No 999999999999 Ref No SBIN526326123456',
  ],
  [
    'VM-ICICIB',
    'Dear Customer, Acct XX123 is credited with Rs 499.00 on 05-Oct-26 from ASHA. UPI:999999999999. NEFT:SBIN526326123456-ICICI Bank.',
  ],
  [
    'JD-KOTAKB-S',
    'Received Rs.499.00 in your Kotak Bank AC X3333 from ASHA on 01-01-26.UPI Ref 999999999999 on 05-10-26.UTR SBIN526326123456',
  ],
  [
    'VA-SBIUPI-S',
    'Dear SBI User, your A/c 12 credited by Rs.499 on 05Oct26 transfer from A Ref No 999999999999 has requested Rs249 frm u on Google Pay app. Once approved, money will be debited frm ur a/c -SBI',
  ],
  [
    'VA-SBIUPI-S',
    'Dear SBI User, your A/c 12 credited by Rs.499 on 05Oct26 transfer from A Ref No 999999999999. Not you? has requested Rs249 frm u on Google Pay app. Once approved, money will be debited frm ur a/c -SBI',
  ],
  ...[
    'UTR612345678901',
    'UTR:SBIN526326123456',
    'RRN612345678901',
    'Ref612345678901',
    'IMPS612345678901',
    '612345678901',
    'Call 612345678901',
    'UTRNo.612345678901',
  ].flatMap((own): [string, string][] => [
    [
      'VM-SBIUPI-S',
      `Dear SBI User, your A/c X1234 credited by Rs.499 on 05Oct26 transfer from X Ref No 999999999999 - ${own} -SBI`,
    ],
    [
      'JD-KOTAKB-S',
      `Received Rs.499.00 in your Kotak Bank AC X3333 from ASHA on 01-01-26.UPI Ref 999999999999.Not you - ${own}`,
    ],
  ]),
])(
  '%s: a name that contains a UPI reference does not turn another payment into a UPI payment',
  (sender, text) => {
    expect(trustedCredit({ text }, sender)).toBeUndefined()
  },
)

test.each(NOT_BELIEVED)('%s settles no order automatically', (_what, text) => {
  expect(trustedCredit({ text }, 'VM-HDFCBK-S')).toBeUndefined()
})

/** Words of money that comes back are not believed wherever they stand, also as the payer's. */
const comesBack = (...texts: string[]): boolean =>
  texts.some((text) => /revers|refund|returned|chargeback/i.test(alertText(text).all))

/** Behind a dot, a dash or a bracket at the end of a message, the words may be the bank's, and take back what it says. */
const goesOn = (text: string): boolean => /[.\n(")-]/.test(text.slice(text.indexOf(UTR) + UTR.length + 1))

describe("a payer's name, note or UPI ID changes neither amount, account, reference nor day, and only words of a reversal prevent trust", () => {
  const sentences = Object.entries(BANK_SENTENCES).flatMap(([bank, all]) =>
    all.map((each) => [bank, each] as const),
  )
  test.each(sentences)('%s: %s', (bankId, sentence) => {
    const header = BANKS.find(({ id }) => id === bankId)?.headers[0]
    const utr = sentence.includes('{utr}') ? UTR : undefined
    const namedDay = sentence.includes('{when}') ? '2026-11-21' : undefined
    const isDayOptional = /\[[^\]]*\{when\}/.test(sentence)
    fc.assert(
      fc.property(messagesOf(sentence), (text) => {
        const credit = trustedCredit({ text }, `VM-${header}-S`)
        // A sentence without a reference is believed only if nothing speaks against it.
        const mayDoubt = comesBack(text) || utr === undefined || (sentence.includes('{rest}') && goesOn(text))
        if (credit === undefined && mayDoubt) return
        expect([credit?.amount, credit?.utr]).toEqual([AMOUNT_PAISE, mayDoubt ? credit?.utr : utr])
        expect([utr, undefined]).toContain(credit?.utr)
        expect(text).toContain(credit?.accountDigits ?? '')
        if (!isDayOptional && credit?.utr !== undefined) expect(credit.namedDay).toBe(namedDay)
      }),
      { numRuns: 200 },
    )
  })

  const apps = Object.entries(APP_SENTENCES).flatMap(([app, all]) => all.map((each) => [app, each] as const))
  test.each(apps)('%s: %j', (app, { title, text }) => {
    fc.assert(
      fc.property(
        title === undefined ? fc.constantFrom('Payment received', '') : messagesOf(title),
        messagesOf(text),
        (writtenTitle, writtenText) => {
          const credit = trustedCredit({ title: writtenTitle, text: writtenText }, app)
          if (credit !== undefined) expect([credit.amount, credit.utr]).toEqual([AMOUNT_PAISE, undefined])
          if (writtenTitle.trim() !== '')
            expect(trustedCredit({ text: `${writtenTitle} ${writtenText}` }, app)).toBeUndefined()
        },
      ),
    )
  })
})

test('a chat message is never trusted, with any text and from any app', () => {
  const app = fc.constantFrom(
    'com.phonepe.app',
    'net.one97.paytm',
    'com.google.android.apps.nbu.paisa.user',
    'com.whatsapp',
    'in.org.npci.upiapp',
    'com.dreamplug.androidapp',
    'com.naviapp',
  )
  const all = fc.constantFrom(...Object.values(BANK_SENTENCES).flat()).chain(messagesOf)
  fc.assert(
    fc.property(app, hostileText, fc.oneof(all, hostileText), (sender, title, text) => {
      expect(trustedCredit({ title, text }, sender)).toBeUndefined()
      expect(trustedCredit({ text: `${title} ${text}` }, sender)).toBeUndefined()
    }),
  )
})

test.each(['VM-HDFCBK', 'vm-hdfcbk-t', ' AX-SBIUPI-S ', 'JD-KOTAKB-S'])(
  '%j is the header of a bank',
  (sender) => {
    expect(bankOfSender(sender)).toBeDefined()
  },
)

test.each([
  'HDFCBK',
  'VM-HDFCBK-P',
  'VM-HDFCBK-G',
  'VM-HDFCBK-X',
  'V1-HDFCBK',
  'VMX-HDFCBK',
  'VM-HDFCBNK',
  'VM HDFCBK',
  'VM-HDFCBK@x.com',
  'VM-\u017fBIUPI',
  'VM-\u0131CICIB',
  'VM\u2011HDFCBK',
  'Rahul',
  'SLICE',
  '',
])('%j is not the header of a bank', (sender) => {
  expect(bankOfSender(sender)).toBeUndefined()
})

test('each sentence belongs to a bank of the table, and no header to two banks', () => {
  const ids = BANKS.map(({ id }) => id)
  expect(Object.keys(BANK_SENTENCES).filter((id) => !ids.includes(id))).toEqual([])
  const headers = BANKS.flatMap(({ headers: all }) => all)
  expect(headers.length).toBe(new Set(headers).size)
})
