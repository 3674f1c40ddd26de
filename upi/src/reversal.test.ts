import { expect, test } from 'vitest'
import { alertReversal, parseAlert } from './alert.ts'
import { isReversal, isReversedCredit } from './rail.ts'
import { trustedReversal } from './trusted-alert.ts'
import { trustedEmailReversal } from './trusted-email.ts'

const UTR = '632500000001'

test.each([
  `Alert! Rs.499.00 debited from HDFC Bank A/c XX1234 on 21-11-26 towards reversal of UPI credit (UPI Ref No ${UTR})`,
  `Dear Customer, Rs 499.00 credited to your A/c XX1234 on 21-11-26 vide UPI Ref No ${UTR} has been reversed. -SBI`,
  `Your A/c XX1234 is debited by Rs.499.00 on 21-11-26 due to chargeback for UPI transaction RRN ${UTR}.`,
  `INR 499.00 debited from A/c no. XX9245 on 21-11-26. Info- UPI/REV/${UTR}/ASHA RAO - Axis Bank`,
  `Rs.499.00 debited from A/c XX1234 on 21-11-26: disputed UPI txn, Ref No ${UTR}`,
])('an alert of a reversal identifies the payment, and is never a credit: %s', (text) => {
  expect(alertReversal({ text })).toMatchObject({ utr: UTR, amount: 49_900n })
  expect(parseAlert({ text }).kind).toBe('ignored')
})

test.each([
  // The merchant's own payment that came back.
  `INR 499.00 credited to A/c no. XX9245 on 21-11-26. Info- UPI/REV/${UTR}/GREEN MART - Axis Bank`,
  `Rs.499.00 reversed and credited to your A/c XX1234 for failed UPI txn, Ref No ${UTR}`,
  `Your UPI txn of Rs 499.00, Ref No ${UTR}, failed. The amount debited will be reversed in 3 days.`,
  // What only looks alike.
  `Rs.499.00 debited from A/c XX1234 on 21-11-26 to SHOP. UPI Ref No ${UTR}`,
  `Rs.499.00 debited from A/c XX1234 on 21-11-26 towards reversal of charges.`,
  `Rs.499.00 credited to your A/c XX1234 on 21-11-26 by UPI. UPI Ref No ${UTR}`,
  `123456 is your OTP for the disputed debit of Rs.499.00, UPI Ref No ${UTR}. Never share it.`,
])('is not read as a reversal: %s', (text) => {
  expect(alertReversal({ text })).toBeUndefined()
})

test.each([
  [`UPI/REV/${UTR}/ASHA`, true, true],
  [`UPI/CR/${UTR}/ASHA`, false, true],
  [`UPI/DR/${UTR}/SHOP`, true, false],
  [`UPI/DR/${UTR}/REVATHI STORES`, true, false],
  [`UPI/P2M/${UTR}/SHOP/YESB/refund`, false, false],
  [`CHARGEBACK UPI ${UTR}`, true, true],
  [`UPI-CHBK-${UTR}`, false, true],
  ['NEFT/HDFC0001/RENT', false, false],
])(
  'the narration %s means for a credit that it came back: %s, and for a debit that it reverses a payment: %s',
  (narration, credit, debit) => {
    expect([isReversal(narration), isReversedCredit(narration)]).toEqual([credit, debit])
  },
)

const CLAIMS = [
  `REVERSAL OF UPI CREDIT ${UTR}`,
  'DEBITED AND REVERSED',
  'A credited to X reversed',
  `ASHA Ref No ${UTR} has been reversed, debited -SBI`,
]

test.each(CLAIMS)("a payer's name %s in a credit alert of a bank reports no reversal", (payer) => {
  const sms = (text: string, sender: string) =>
    expect(trustedReversal({ text }, sender), text).toBeUndefined()
  sms(
    `Dear SBI UPI User, your A/cX1234 credited by Rs.499.00 on 21Nov26 transfer from ${payer} Ref No ${UTR} -SBI`,
    'VM-SBIUPI-S',
  )
  sms(
    `Dear Customer, ICICI Bank Account XX123 is credited with Rs 499.00 on 21-Nov-26 from ${payer}. UPI:${UTR}-ICICI Bank.`,
    'VM-ICICIB-S',
  )
  sms(`Rs.499.00 Credited to A/c XX1234 thru UPI/${UTR} by ${payer}`, 'VM-BOBTXN-S')
  const email = (text: string) =>
    expect(
      trustedEmailReversal({ subject: 'View: Account update', text }, 'hdfc', 'alerts@hdfcbank.net'),
      text,
    ).toBeUndefined()
  email(
    `Dear Customer, Rs. 499.00 is successfully credited to your account **7722 by VPA asha@ybl ${payer} on 21-11-26. Your UPI transaction reference number is ${UTR}. Thank you.`,
  )
})

test("a bank's text after its credit sentence can report the reversal", () => {
  const text = `Dear SBI UPI User, your A/cX1234 credited by Rs.499.00 on 21Nov26 transfer from ASHA Ref No ${UTR} has been reversed -SBI`
  expect(trustedReversal({ text }, 'VM-SBIUPI-S')).toMatchObject({ utr: UTR, amount: 49_900n })
  expect(trustedReversal({ text }, 'ASHA')).toBeUndefined()
  const email = `Dear Customer, Rs. 499.00 is successfully credited to your account **7722 by VPA asha@ybl ASHA on 21-11-26. Your UPI transaction reference number is ${UTR}. This credit has been reversed.`
  const read = (from: string) => trustedEmailReversal({ subject: null, text: email }, 'hdfc', from)
  expect(read('alerts@hdfcbank.net')).toMatchObject({ utr: UTR })
  expect(read('offers@hdfcbank.net')).toBeUndefined()
})
