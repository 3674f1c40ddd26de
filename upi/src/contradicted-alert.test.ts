import { describe, expect, test } from 'vitest'
import { parseAlert } from './alert.ts'
import { trustedCredit } from './trusted-alert.ts'

const HDFC =
  'HDFC Bank: Rs. 500.00 credited to a/c XXXXXX2002 on 01-11-26 by a/c linked to VPA asha@okaxis (UPI Ref No 632500000011)'

test.each([
  ...['REV/YES BANK', 'RVSL/YES BANK', 'REVS/X', 'RET/X', 'Rfnd/X', 'RTN/X', 'REVRSL/X'].map((back) => [
    'VM-AXISBK-S',
    `INR 500.00 credited to A/c no. XX1234 on 01-11-26 at 10:00:00 IST. Info- UPI/P2A/632500000011/${back}`,
  ]),
  ['VM-BDNSMS-S', 'INR 500.00 deposited to A/c XX1234 towards UPI/CR/C632500000011/REV/SHOP'],
  ['VM-AUBANK-S', 'Cr INR 500.00 to A/c X1234 on 01-NOV-2026 UPI/CR/632500000011/RVSL/SHOP'],
  [
    'VM-RBLBNK-S',
    'Dear Customer, your A/c XX1234 has been credited with INR 500.00 on 01-11-26. Info: UPI/632500000011/REV/SHOP',
  ],
  ['VM-PSBANK-S', 'A/c XX1234 Credited with INR 500.00--UPI/CR/632500000011/RET/SHOP'],
  ['VM-CUBANK-S', 'CUB: Your a/c XX1234 is credited INR 500.00 on 01-11-26 by UPI/632500000011/Rfnd/SHOP'],
  ['VM-ICICIB-S', 'ICICI Bank Acct XX123 credited:Rs. 500.00 on 01-Nov-26. Info:UPI-632500000011-RET.'],
  ['VM-SIBSMS-S', 'UPI Credit:INR 500.00 in your a/c X1234 on 01-11-26. Info: UPI/HDFC/632500000011/REV'],
  ['VM-BOBSMS-S', 'Rs.500.00 Credited to A/c XX1234 thru UPI/632500000011 by REV'],
  [
    'VM-SBIUPI-S',
    'Dear SBI User, your A/c X1234 credited by Rs.500.00 on 01Nov26 by RVSL (Ref no 632500000011)',
  ],
])('%s: a payment that came back is not trusted: %s', (sender = '', text = '') => {
  expect(trustedCredit({ text }, sender)).toBeUndefined()
})

test.each([
  '. Not credited',
  '. Final credit awaited',
  '. Please note the amount is on hold',
  '. Bal frozen, amount under lien',
  '. Thank you, payment not received',
  '. Available after clearing',
  '. Total of salary 500',
  '. Available as cash deposit',
])('a sentence that is followed by a contradiction is not trusted: %s', (tail) => {
  expect(trustedCredit({ text: HDFC }, 'VM-HDFCBK-S')).toMatchObject({ rail: 'upi', utr: '632500000011' })
  expect(trustedCredit({ text: HDFC + tail }, 'VM-HDFCBK-S')).toBeUndefined()
})

test.each(['DR. ASHA RAO', 'DR ASHA RAO/AXIS BANK', 'REV JOHN', 'DR. ASHA RAO. Avl Bal INR 900.00'])(
  'a payment of a doctor or a reverend is trusted: %s',
  (name) => {
    const text = `INR 500.00 credited to A/c no. XX1234 on 01-11-26 at 10:00:00 IST. Info- UPI/P2A/632500000011/${name}`
    expect(trustedCredit({ text }, 'VM-AXISBK-S')).toMatchObject({ rail: 'upi', utr: '632500000011' })
    expect(parseAlert({ text }).kind).toBe('credit')
  },
)

test.each(['DR', 'DR. Avl Bal INR 900.00', 'REV. Avl Bal INR 900.00', 'DR.'])(
  'a narration that only states a direction is not trusted: %s',
  (end) => {
    const text = `INR 500.00 credited to A/c no. XX1234 on 01-11-26 at 10:00:00 IST. Info- UPI/P2A/632500000011/${end}`
    expect(trustedCredit({ text }, 'VM-AXISBK-S')).toBeUndefined()
  },
)

test('a sentence in which UPI is optional is a UPI payment only if the message or its header names UPI', () => {
  const sbi = (to: string, from: string) =>
    `Dear ${to}, your A/c X1234 is credited by Rs.50000 on 01Nov26 transfer from ${from} Ref No 632500000011 -SBI`
  const neft = { text: sbi('Customer', 'NEFT INWARD ACME PVT LTD') }
  expect(trustedCredit(neft, 'VM-CBSSBI-S')).toBeUndefined()
  expect(parseAlert(neft, 'VM-CBSSBI-S').rail).toBe('neft')
  const plain = { text: sbi('Customer', 'ASHA RAO') }
  expect(trustedCredit(plain, 'VM-CBSSBI-S')?.rail).toBe('unknown')
  expect(trustedCredit(plain, 'VM-SBIUPI-S')?.rail).toBe('upi')
  expect(trustedCredit({ text: sbi('UPI User', 'ASHA RAO') }, 'VM-CBSSBI-S')?.rail).toBe('upi')

  const bob = (to: string) =>
    `Rs.500.00 Cr. to ${to}A/c XX1234 on 01-11-26. AvlBal:Rs900.00. Ref:632500000011`
  expect(trustedCredit({ text: bob('') }, 'VM-BOBSMS-S')?.rail).toBe('unknown')
  expect(trustedCredit({ text: bob('') }, 'VM-BOBUPI-S')?.rail).toBe('upi')
  expect(trustedCredit({ text: bob('shop@barodampay ') }, 'VM-BOBSMS-S')?.rail).toBe('upi')
})

describe('a UPI credit is never ignored because of another rail', () => {
  test.each([
    'SWIFT TRADERS',
    'MATURITY WELLNESS',
    'PENSION BHAVAN',
    'CASH IN HAND',
    'SALARY ADVANCE KUMAR',
    'ECS TECH',
    'ACH FOODS',
    'RTGS TRADERS',
  ])("in its payer's name: %s", (name) => {
    const text = `Rs.500.00 credited to your SVC A/c XX1234 from ${name} via UPI. Ref 632500000011`
    expect(parseAlert({ text }).kind).toBe('unread')
  })

  test.each(['RTGSHRI', 'NEFTHA STORES'])("that its payer's name begins with: %s", (name) => {
    const text = `Rs.500.00 credited to your SVC A/c XX1234 from ${name} via UPI. Ref 632500000011`
    expect(parseAlert({ text })).toMatchObject({ kind: 'credit', rail: 'upi', utr: '632500000011' })
  })

  test.each([
    ' (subject to clearing)',
    '. Now NEFT/RTGS free on app',
    '. Get 7% interest p.a.',
    '. Avl Bal Rs.900.00 excl. sweep deposits',
  ])('that the bank mentions after the reference: %s', (tail) => {
    const text = `Rs.500.00 credited to your SVC A/c XX1234 from ASHA RAO via UPI. Ref 632500000011${tail}`
    expect(parseAlert({ text })).toMatchObject({ kind: 'credit', rail: 'upi', amount: 50_000n })
  })

  test('and a NEFT credit keeps its rail even if it mentions UPI PINs', () => {
    const text = 'Rs.500.00 credited to A/c XX1234 by NEFT from ACME. Never share your UPI PIN'
    expect(parseAlert({ text })).toMatchObject({ kind: 'credit', rail: 'neft' })
  })
})
