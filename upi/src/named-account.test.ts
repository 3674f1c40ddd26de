import { expect, test } from 'vitest'
import { endAlike, namedAccount } from './alert-hints.ts'
import { CORPUS } from './corpus-harness.ts'

const OWN = '7722'

/** The words that name an account which does not end in these digits. */
const otherAccountIn = (text: string, lastDigits: string): string | undefined => {
  const named = namedAccount(text)
  return named === undefined || endAlike(named.digits, lastDigits) ? undefined : named.words
}

test.each([
  'Rs.5.00 credited to HDFC Bank A/c XX7722 on 23-11-26 from VPA asha@ybl (UPI 612345678901)',
  'Rs. 5.00 is successfully credited to your account **7722 by VPA asha@ybl ASHA RAO on 21-11-26.',
  'Rs.5.00 has been credited to your HDFC Bank account ending in 7722.',
  'Dear SBI User, your A/c X7722-credited by Rs.5 on 01Jan26 transfer from RAVI Ref No 612345678901',
  'ICICI Bank Account XX722 is credited with Rs 5.00 on 01-Jan-26 from RAVI. UPI:612345678901',
  'Your a/c XX22 has Rs.5 more',
  'Rs.5 Credited to A/c ...7722 thru UPI/612345678901 by asha_ybl',
  'Your a/c no. XXXXXXXX7722 is credited for Rs.5 on 01-01-26 and debited from a/c no. XXXXXXXX1606 (UPI Ref no 612345678901)',
  'आपके खाते XX7722 में Rs.5 जमा',
  'ASHA paid you Rs.5 by a/c linked to mobile 9876512345',
  'INR 5.00 has been credited to XXXX7722 towards NEFT by Sender RAVI, Sender A/c XXXX4150',
])('"%s" is about the account that ends in 7722', (text) => {
  expect(otherAccountIn(text, OWN)).toBeUndefined()
})

test.each([
  ['Rs.5.00 credited to HDFC Bank A/c XX7723 on 23-11-26 (UPI 612345678901)', 'A/c XX7723'],
  ['Rs.5 is credited to your account **1722 by VPA a@ybl', 'account **1722'],
  ['ICICI Bank Account XX723 is credited with Rs 5.00 from A/C XX7722. UPI:612345678901', 'Account XX723'],
  ['your A/cX1234-credited by Rs.5 from a/c 7722', 'A/cX1234'],
])('"%s" names an account that does not end in 7722', (text, words) => {
  expect(otherAccountIn(text, OWN)).toBe(words)
})

test('two to six last digits are compared, as many as both sides have', () => {
  const text = 'Rs.5 credited to A/c XX1234'
  for (const own of ['34', '234', '1234', '991234']) expect(otherAccountIn(text, own), own).toBeUndefined()
  for (const own of ['35', '134', '1235', '991235']) expect(otherAccountIn(text, own), own).toBe('A/c XX1234')
})

test('the account of a credit is found in each message of the corpus that has a masked account', () => {
  const masked = CORPUS.filter(
    ({ text, is }) =>
      is.rail === 'upi' &&
      is.amount !== undefined &&
      /(?:a\/c|acct|account)\.? ?(?:no\.? ?)?[x*]{2,}\d{3,}/i.test(text),
  )
  expect(masked.length).toBeGreaterThan(300)
  for (const { text } of masked)
    expect(otherAccountIn(text, '00') ?? otherAccountIn(text, '11'), text).toBeDefined()
})

test('a long message is read in linear time', () => {
  const before = process.cpuUsage()
  for (const part of ['account ending in ', 'a/c x', 'a/c 1-', 'x*', 'खाता '])
    otherAccountIn(part.repeat(4_000 / part.length), OWN)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
})
