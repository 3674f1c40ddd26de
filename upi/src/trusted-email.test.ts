import { expect, test } from 'vitest'
import { trustedEmailCredit } from './trusted-email.ts'

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
  })
  expect(read(second())).toEqual({
    kind,
    direction: 'in',
    rail: 'upi',
    amount: '100',
    utr: '653070886774',
    payerVpa: 'asha@superyes',
    payerName: 'Asha Rao',
  })
  expect(read(first(), 'Alerts@HDFCBank.bank.in')).toBeDefined()
})

test.each([
  ['a reference', 'A on 01-01-26. Your UPI transaction reference number is 999999999999. B'],
  ['money', 'Rs. 9,999.00 is successfully credited'],
  ['a refund', 'REFUND'],
  ['a failure', 'FAILED'],
  ['a long text', 'A'.repeat(200)],
])('a payer who is called %s makes no credit', (_what, payer) => {
  expect(read(first(payer))).toBeUndefined()
  expect(read(second(payer))).toBeUndefined()
})

test.each([
  ['money before the sentence', `Rs. 1.00 was debited. ${first()}`],
  ['a quoted alert behind other words', `You wrote to us about Rs. 5.00: ${first()}`],
  ['a second reference behind it', `${first()} 999999999999`],
  ['other money behind it', `${first()} Your balance is Rs. 5.00`],
  ['a failed payment', `Your payment failed. ${first()}`],
  ['a longer reference', first().replace('620132678501', '6201326785012')],
])('%s makes the e-mail no credit', (_what, text) => {
  expect(read(text)).toBeUndefined()
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
])('%s before the sentence makes the e-mail no credit', (_what, text) => {
  expect(read(text)).toBeUndefined()
})

test.each([
  ' This payment has failed.',
  ' The payment was reversed.',
  ' It was rejected by your bank.',
  ' -----Original Message----- Hello',
  ' On 1 Nov customer wrote: Hello',
])('the e-mail is no credit with "%s" behind the sentence', (tail) => {
  expect(read(first() + tail)).toBeUndefined()
  expect(read(second() + tail)).toBeUndefined()
})

test.each([
  'Your UPI payment was reversed',
  'Refund of your payment',
  'Transaction failed',
  'Payment declined',
])('the subject "%s" makes the e-mail no credit', (subject) => {
  expect(read(first(), FROM, 'hdfc', subject)).toBeUndefined()
  expect(read(second(), FROM, 'hdfc', subject)).toBeUndefined()
})

test('an e-mail without a greeting or subject is a credit', () => {
  expect(read(plain, FROM, 'hdfc', null)).toBeDefined()
})

test("only the bank's addresses for alerts are believed", () => {
  expect(read(first(), 'support@hdfcbank.net')).toBeUndefined()
  expect(read(first(), FROM, 'axis')).toBeUndefined()
})
