import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BANKS, bankOfSender } from './bank-header.ts'
import { CORPUS, messageOf } from './corpus-harness.ts'
import { fuzzRuns } from './fuzz-harness.ts'
import { MAY_SETTLE } from './rail.ts'
import { exampleOf } from './sentence-example.ts'
import { AMOUNT_PAISE, hostileText, messagesOf, UTR } from './sentence-harness.ts'
import { BANK_SENTENCES, NETWORK_SENTENCES } from './sentences/bank-sentence.ts'
import { trustedCredit } from './trusted-alert.ts'
import { EMAIL_ALERTS, trustedEmailCredit } from './trusted-email.ts'

/** The ends of the account numbers that the harness writes as the merchant's own; imitations name 9999. */
const OWN_DIGITS = new Set(['1234', '12', '34', undefined])

const SENTENCES = Object.entries({ ...BANK_SENTENCES, dbs: NETWORK_SENTENCES }).flatMap(([bank, all]) =>
  all.map((sentence) => ({ sentence, header: BANKS.find(({ id }) => id === bank)?.headers[0] ?? '' })),
)
const sentence = fc.constantFrom(...SENTENCES)
const messages = sentence.chain(({ sentence: each, header }) =>
  messagesOf(each).map((text) => ({ sentence: each, text, sender: `VM-${header}-S` })),
)
const NO_CREDITS = CORPUS.filter(
  ({ is }) => is.ignored !== undefined || MAY_SETTLE[is.rail ?? 'unknown'] === 'never',
)
const HEADERS = BANKS.flatMap(({ headers }) => headers.map((header) => `AD-${header}-S`))
const header = fc.constantFrom(...HEADERS)

/** Nothing, or the payment that the bank reports. */
const expectPaymentOrNothing = (text: string, sender: string): void => {
  const credit = trustedCredit({ text }, sender)
  if (credit === undefined) return
  expect([credit.amount, credit.utr ?? UTR]).toEqual([AMOUNT_PAISE, UTR])
  expect(OWN_DIGITS).toContain(credit.accountDigits)
}

test('names and notes that imitate amounts, accounts, references and whole sentences change nothing', () => {
  fc.assert(
    fc.property(messages, ({ text, sender }) => expectPaymentOrNothing(text, sender)),
    { numRuns: fuzzRuns(2_000) },
  )
})

test('a message that is cut anywhere, or goes on with another one, gives its own payment or none', () => {
  const others = fc.oneof(hostileText, fc.constantFrom(...CORPUS.map(({ text }) => text)))
  fc.assert(
    fc.property(messages, others, fc.nat(250), ({ text, sender }, other, length) => {
      // Of two references, the last one behind the name is read, as ever.
      for (const changed of [text.slice(0, length), `${text} ${other}`]) {
        const credit = trustedCredit({ text: changed }, sender)
        expect(credit?.amount ?? AMOUNT_PAISE).toBe(AMOUNT_PAISE)
        expect(OWN_DIGITS).toContain(credit?.accountDigits)
      }
    }),
    { numRuns: fuzzRuns(1_000) },
  )
})

/** Banks' words that take back what they said. */
const TAKEN_BACK = [
  'This payment was reversed',
  'Amount is on hold',
  'and is subject to clearance',
  'Refunded to the payer',
  'Transaction failed',
  'Credit declined',
  'Amount will be available tomorrow',
  'Payment is pending',
  'Lien marked',
  'against your collect request',
  'under UPI mandate',
  'by NEFT',
  'thru RTGS',
  'by CASH DEPOSIT',
  'towards SALARY',
  'as cashback',
  'Chargeback raised',
  'and debited again',
  'Wrongly credited',
]
/** The first words of banks' messages that are no credits. */
const NO_CREDIT_YET: readonly ((text: string) => string)[] = [
  (text) => `Your refund of ${text}`,
  (text) => `Request: ${text}`,
  (text) => `If you approve, ${text}`,
  (text) => text.replace(/\b(?:credited|deposited|received|recd|credit|cr)\b/i, 'debited'),
  (text) => text.replace(/\b(?:credited|deposited|received|recd|credit|cr)\b/i, 'will be $&'),
  (text) => text.replace(/\b(?:credited|deposited|received|recd|credit|cr)\b/i, 'not $&'),
]

test('another message before it makes a payment none', () => {
  const others = fc.constantFrom('Asha:', 'Fwd:', 'It says "', ...NO_CREDITS.map(({ text }) => `${text}.`))
  fc.assert(
    fc.property(messages, others, ({ text, sender }, other) => {
      expect(trustedCredit({ text: `${other} ${text}` }, sender)).toBeUndefined()
    }),
    { numRuns: fuzzRuns(1_000) },
  )
})

test('a message that takes back what it says, or only announces it, is no credit', () => {
  // At the end of a sentence in a payer's words, the payer may have written them.
  const closed = messages.filter(({ sentence: each }) => !each.includes('{rest}'))
  fc.assert(
    fc.property(
      closed,
      fc.constantFrom(...TAKEN_BACK),
      fc.constantFrom('. ', ' ', ' - '),
      (message, words, gap) => {
        expect(trustedCredit({ text: message.text + gap + words }, message.sender)).toBeUndefined()
      },
    ),
    { numRuns: fuzzRuns(2_000) },
  )
  fc.assert(
    fc.property(sentence, fc.constantFrom(...NO_CREDIT_YET), ({ sentence: each, header: own }, change) => {
      const text = exampleOf(each)
      expect(change(text)).not.toBe(text)
      expect(trustedCredit({ text: change(text) }, `VM-${own}-S`), change(text)).toBeUndefined()
    }),
    { numRuns: fuzzRuns(1_000) },
  )
})

describe('debits, mandates, requests and money of other rails are no credits', () => {
  test('in an SMS of any bank', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NO_CREDITS), header, (message, sender) => {
        expect(trustedCredit(messageOf(message), sender), `${sender}: ${message.text}`).toBeUndefined()
        const { text } = message
        expect(trustedCredit({ text: `Dear Customer, ${text}` }, sender)).toBeUndefined()
      }),
      { numRuns: fuzzRuns(2_000) },
    )
  })

  test('in an e-mail of any bank', () => {
    const banks = fc.constantFrom(...Object.entries(EMAIL_ALERTS))
    fc.assert(
      fc.property(fc.constantFrom(...NO_CREDITS), banks, ({ title = null, text }, [bank, { senders }]) => {
        expect(trustedEmailCredit({ subject: title, text }, bank, senders[0] ?? ''), text).toBeUndefined()
      }),
      { numRuns: fuzzRuns(1_000) },
    )
  })
})

test('e-mails: names and notes change neither amount, account nor reference, and taken back is taken back', () => {
  const emails = fc
    .constantFrom(...Object.entries(EMAIL_ALERTS))
    .chain(([bank, { senders, sentences }]) =>
      fc
        .constantFrom(...sentences)
        .chain((each) => messagesOf(each).map((text) => ({ bank, each, text, from: senders[0] ?? '' }))),
    )
  fc.assert(
    fc.property(emails, fc.constantFrom(...TAKEN_BACK), ({ bank, each, text, from }, words) => {
      const credit = trustedEmailCredit({ subject: null, text }, bank, from)
      if (credit !== undefined) {
        expect([credit.amount, credit.utr ?? UTR]).toEqual([AMOUNT_PAISE, UTR])
        expect(OWN_DIGITS).toContain(credit.accountDigits)
      }
      if (each.includes('{utr}')) return
      expect(trustedEmailCredit({ subject: null, text: `${text}. ${words}` }, bank, from)).toBeUndefined()
    }),
    { numRuns: fuzzRuns(1_000) },
  )
})

test('no other app, header or number can report a payment', () => {
  const senders = fc.constantFrom(
    'com.bharatpe.app.fake',
    'com.phonepe.app.business.fake',
    'com.phonepe.app.business',
    'com.paytm.business',
    'com.google.android.apps.nbu.paisa.merchant',
    'com.phonepe.app',
    'com.whatsapp',
    'VM-SAMPLE-S',
    'VM-FEDSCP-S',
    'VM-JTEDGE-S',
    'HDFCBK',
    'AD-HDFCBK-P',
    '+919812345678',
    'VM-HDFCBK-S ×',
  )
  fc.assert(
    fc.property(messages, hostileText, senders, ({ text }, title, sender) => {
      expect(trustedCredit({ text }, sender)).toBeUndefined()
      expect(trustedCredit({ title, text: 'Received 499.00 Rupees From ASHA RAO.' }, sender)).toBeUndefined()
    }),
    { numRuns: fuzzRuns(500) },
  )
  expect(bankOfSender('VM-FEDSCP-S')).toBeUndefined()
})

describe('digits that look like others', () => {
  const credit = (money: string, account = 'XX1234') =>
    trustedCredit(
      { text: `A/c ${account} Credited with ${money} on 21-11-26 by UPI ref 612345678901 -UCO Bank` },
      'VM-UCOBNK-S',
    )

  test.each([
    ['Rs.𝟜𝟡𝟡.𝟛𝟟', 49_937n],
    ['Rs.４９９．３７', 49_937n],
    ['Rs.4\u200c99.3\u200b7', 49_937n],
    ['Rs.\u202a499.37\u202c', 49_937n],
  ])('%s is read', (money, paise) => {
    expect(credit(money)).toMatchObject({ amount: paise, accountDigits: '1234' })
  })

  test.each([
    'Rs.4९९.37',
    'Rs.499.३७',
    'Rs.49٩',
    'Rs.499.37𝟜5',
    'Rs.4\u03059937',
    'Rs.499,37',
    'Rs.O99.37',
    'Rs.499.37\ud835',
  ])('%j is not read in part', (money) => {
    expect(credit(money)).toBeUndefined()
  })

  test.each(['XX12३४', 'XX१२३४', 'XX1234\u0967', 'XX1234@ybl'])(
    'the account %j is not read in part',
    (account) => {
      expect(credit('Rs.499.37', account)).toBeUndefined()
    },
  )
})
