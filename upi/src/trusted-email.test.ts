import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alertText } from './alert-text.ts'
import { AMOUNT_PAISE, messagesOf, UTR } from './sentence-harness.ts'
import { EMAIL_ALERTS, trustedEmailCredit, trustedEmailReversal } from './trusted-email.ts'

const FROM = 'alerts@hdfcbank.net'
const FOOTER =
  ' Thank you for banking with us. Warm Regards, HDFC Bank. For help call 1800 1600 or 18002026161. Never share your OTP.'
const first = (payer = 'ASHA RAO') =>
  `Dear Customer, Rs. 1,60,000.00 is successfully credited to your account **7722 by VPA asha@ybl ${payer} on 18-04-26. Your UPI transaction reference number is 620132678501.${FOOTER}`
const second = (payer = 'Asha Rao') =>
  `Dear Customer,\nGreetings from HDFC Bank!\nWe're writing to inform you that Rs.1.00 has been successfully credited to your HDFC Bank account ending in 7722.\nTransaction Details:\na. Date: 13-06-26\nb. Sender: ${payer} (VPA: asha@superyes)\nc. UPI Reference No.: 653070886774\n${FOOTER}`

const SUBJECT = 'View: Account update for your HDFC Bank A/c'
const read = (text: string, from = FROM, bank = 'hdfc', subject: string | null = SUBJECT) => {
  const credit = trustedEmailCredit({ text, subject }, bank, from)
  return credit && { ...credit, amount: String(credit.amount) }
}

test('the credit e-mails of HDFC Bank are read with amount, reference and payer', () => {
  const kind = 'credit'
  expect(read(first())).toEqual({
    kind,
    direction: 'in',
    rail: 'upi',
    amount: '16000000',
    utr: '620132678501',
    payerVpa: 'asha@ybl',
    payerName: 'ASHA RAO',
    namedDay: '2026-04-18',
    accountDigits: '7722',
  })
  expect(read(second())).toEqual({
    kind,
    direction: 'in',
    rail: 'upi',
    amount: '100',
    utr: '653070886774',
    payerVpa: 'asha@superyes',
    payerName: 'Asha Rao',
    namedDay: '2026-06-13',
    accountDigits: '7722',
  })
  expect(read(first(), 'Alerts@HDFCBank.bank.in')).toBeDefined()
})

test.each([
  ['a reference', 'A on 01-01-26. Your UPI transaction reference number is 999999999999. B'],
  ['a refund', 'REFUND'],
  ['a failure', 'FAILED'],
])("an e-mail with the payer's name %s is not a credit", (_what, payer) => {
  expect(read(first(payer))).toBeUndefined()
  expect(read(second(payer))).toBeUndefined()
})

test.each([
  ['money before the sentence', `Rs. 1.00 was debited. ${first()}`],
  ['a quoted alert behind other words', `You wrote to us about Rs. 5.00: ${first()}`],
  ['a second reference behind it', `${first()} 999999999999`],
  ['a failed payment', `Your payment failed. ${first()}`],
])('an e-mail with %s is not a credit', (_what, text) => {
  expect(read(text)).toBeUndefined()
})

test.each([
  ['money as the name', first('Rs. 9,999.00 is successfully credited')],
  ['a long name', first('A'.repeat(200))],
  ['other money behind it', `${first()} You saved Rs. 5.00`],
  ['a longer reference', first().replace('620132678501', '6201326785012')],
])('an e-mail with %s is a credit by its beginning, without a reference', (_what, text) => {
  expect(read(text)).toMatchObject({ amount: '16000000', accountDigits: '7722' })
  expect(read(text)).not.toHaveProperty('utr')
  expect(read(text)).not.toHaveProperty('payerName')
})

const plain = first().replace('Dear Customer, ', '')

test.each([
  ['a complaint', `as your complaint says, the reversal of ${plain}`],
  ['a refund', `Dear Customer, your refund of ${plain}`],
  ['a denial', `Not: ${plain}`],
  ['a quotation', `On 1 Nov customer wrote: ${plain}`],
  ['an earlier message', `-----Original Message----- ${plain}`],
  ['a long greeting', `Dear ${'Customer '.repeat(5)}, ${plain}`],
  ['a greeting that says more', `Dear Customer, it is not true that ${plain}`],
])('an e-mail with %s before the sentence is not a credit', (_what, text) => {
  expect(read(text)).toBeUndefined()
})

test.each([
  ' This payment has failed.',
  ' The payment was reversed.',
  ' It was rejected by your bank.',
  ' -----Original Message----- Hello',
  ' On 1 Nov customer wrote: Hello',
])('an e-mail with "%s" after the sentence is not a credit', (tail) => {
  expect(read(first() + tail)).toBeUndefined()
  expect(read(second() + tail)).toBeUndefined()
})

test.each([
  'Your UPI payment was reversed',
  'Refund of your payment',
  'Transaction failed',
  'Payment declined',
])('an e-mail with the subject "%s" is not a credit', (subject) => {
  expect(read(first(), FROM, 'hdfc', subject)).toBeUndefined()
  expect(read(second(), FROM, 'hdfc', subject)).toBeUndefined()
})

test('an e-mail without a greeting or subject is a credit', () => {
  expect(read(plain, FROM, 'hdfc', null)).toBeDefined()
})

test("only the bank's addresses for alerts are trusted", () => {
  expect(read(first(), 'support@hdfcbank.net')).toBeUndefined()
  expect(read(first(), FROM, 'axis')).toBeUndefined()
})

const axis = (narration: string, more = '') =>
  `27-08-2026\nDear Meera Iyer,\nHere's the summary of your transaction:\nAmount Credited:\nINR 110.00\nAccount Number:\nXX0999\nDate & Time:\n27-08-26, 08:29:30 IST\nTransaction Info:\n${narration}\n${more}Feel free to contact us.\nRegards,\nAxis Bank Ltd.`
const AXIS = 'alerts@axis.bank.in'
const AXIS_SUBJECT = 'INR 110.00 was credited to your A/c no. XX0999.'

test('the credit e-mails of Axis Bank are read with amount, reference and payer', () => {
  const credit = { amount: '11000', utr: '623912345678', payerName: 'ASHA RAO', rail: 'upi' }
  expect(read(axis('UPI/P2A/623912345678/ASHA RAO'), AXIS, 'axis', AXIS_SUBJECT)).toMatchObject(credit)
  expect(read(axis('UPI/P2M/623912345678/ASHA RAO/HDFC'), 'alerts@axisbank.com', 'axis')).toMatchObject(
    credit,
  )
  const notYou = 'If this transaction was not initiated by you:\nSMS BLOCKUPI to 919951860002\n'
  expect(read(axis('UPI/P2A/623912345678/ASHA RAO', notYou), AXIS, 'axis')).toMatchObject(credit)
  const older =
    'Dear Customer, Thank you for banking with us. We wish to inform you that your A/c no. XX0999 has been credited with INR 110.00 on 27-08-2026 at 08:29:30 IST by UPI/P2A/623912345678/ASHA RAO. To check your available balance, please click here. Regards, Axis Bank Ltd.'
  expect(read(older, AXIS, 'axis')).toMatchObject({ amount: '11000', utr: '623912345678' })
})

test.each([
  ['a transfer by ACH', axis('ACH-CR-SAMPLE FOODS LTD')],
  ['a transfer by NEFT', axis('NEFT/N123456789012/ASHA RAO')],
  ['a debit', axis('UPI/P2M/623912345678/SHOP').replace('Amount Credited', 'Amount Debited')],
  ['words before it', `As you wrote: ${axis('UPI/P2A/623912345678/ASHA RAO')}`],
  ['a refund', axis('UPI/P2A/623912345678/REFUND')],
])('%s is not a credit e-mail of Axis Bank', (_what, text) => {
  expect(read(text, AXIS, 'axis', null)).toBeUndefined()
})

test('a payer cannot report a reversal in an e-mail of Axis Bank', () => {
  const email = { subject: AXIS_SUBJECT, text: axis('UPI/P2A/623912345678/A debited reversed') }
  expect(trustedEmailReversal(email, 'axis', AXIS)).toBeUndefined()
})

const kotak = (payer = 'ASHA RAO') =>
  `Hi 811 Customer,\n\nYou’ve received a UPI Credit in your Kotak A/c (XX4007).\n\nHere's the summary of your transaction:\nDate: 18-Sep-26\nAmount: ₹1.02\nSender: ${payer}\nUPI Reference Number (RRN): 626112345678\n\nView balance: https://kotak811.com/mbapp/pay\n\nFor any queries or assistance, please contact our customer care at 1800 4100.`

test('the credit e-mails of Kotak811 are read with amount, reference and payer', () => {
  const credit = { amount: '102', utr: '626112345678', payerName: 'ASHA RAO', rail: 'upi' }
  expect(read(kotak(), 'no-reply@kotak.com', 'kotak')).toMatchObject(credit)
  const other = `If you are unable to view the below e-mailer, please click here . ${kotak()}`
  expect(read(other, 'BankAlerts@kotak.bank.in', 'kotak')).toMatchObject(credit)
  expect(read(kotak(), 'offers@kotak.com', 'kotak')).toBeUndefined()
  const twice = kotak('A UPI Reference Number (RRN): 999999999999 View balance: B')
  expect(read(twice, 'no-reply@kotak.com', 'kotak')).toBeUndefined()
})

describe("a payer's name, note or UPI ID changes neither amount nor reference of an e-mail", () => {
  const sentences = Object.entries(EMAIL_ALERTS).flatMap(([bank, { senders, sentences: all }]) =>
    all.map((sentence) => [bank, sentence, senders[0] ?? ''] as const),
  )
  test.each(sentences)('%s: %s', (bank, sentence, from) => {
    fc.assert(
      fc.property(messagesOf(sentence), (text) => {
        const credit = trustedEmailCredit({ text, subject: null }, bank, from)
        if (credit !== undefined) expect([credit.amount, credit.utr ?? UTR]).toEqual([AMOUNT_PAISE, UTR])
      }),
      { numRuns: 300 },
    )
  })

  test.each(sentences)('%s: %s is a credit with an ordinary name', (bank, sentence, from) => {
    const plain = sentence
      .replace(/\{(?:payer|rest)\}/, 'ASHA RAO')
      .replace('{masked}', 'XX4007')
      .replace('{tail}', '. New balance is INR 5,000.00')
    const [text = ''] = fc.sample(messagesOf(plain), { numRuns: 1, seed: 1 })
    const credit = trustedEmailCredit({ text, subject: null }, bank, from)
    expect(credit?.amount, alertText(text).all).toBe(AMOUNT_PAISE)
    expect(credit?.utr).toBe(sentence.includes('{utr}') ? UTR : undefined)
  })
})
