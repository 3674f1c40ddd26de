import { expect, test } from 'vitest'
import { parseAlert } from './alert.ts'

const CREDITS = [
  'Credit transaction of Rs.499.00 in your A/c XX1234 on 21-11-26 by UPI Ref 632500000011',
  'Dear Customer, a credit transaction of INR 499.00 has been made in your A/c XX1234 via UPI. Ref 632500000011',
  'Credit Transaction: Rs 499.00 in A/c XX1234 on 21-11-26. UPI Ref No 632500000011 -Bank',
  'Credit txn of Rs 499.00 done in your account XX1234 UPI ref 632500000011',
  'There is a credit transaction in your A/c XX1234 of Rs 499.00 UPI/632500000011',
  'UPI credit transaction for Rs.499.00 is successful in your a/c XX1234. RRN 632500000011',
  'Your A/c XX1234 has a credit transaction for INR 499.00 on 21-11-26 UPI Ref 632500000011',
  'Credit transaction alert! INR 499.00 to A/c XX1234 on 21-11-26 UPI 632500000011',
  'A credit txn for INR 499 took place in A/c XX1234. Ref 632500000011 UPI',
  'CREDIT TRANSACTION AMT: Rs 499.00 A/C XX1234 UPI RRN 632500000011',
  'Type: Credit Transaction, Amount: Rs.499.00, A/c XX1234, UPI Ref: 632500000011',
]

test.each(CREDITS)('a "credit transaction" is a credit: %s', (text) => {
  expect(parseAlert({ text }, 'VM-SBIUPI-S')).toMatchObject({
    kind: 'credit',
    amount: 49_900n,
    utr: '632500000011',
  })
})

test.each([
  'Credit transaction of Rs.499.00 in your A/c XX1234 failed. UPI Ref 632500000011',
  'Debit transaction of Rs.499.00 in your A/c XX1234 UPI Ref 632500000011',
  'Credit transaction of Rs.499.00 in your A/c XX1234 was reversed. UPI Ref 632500000011',
  'Credit transaction in your A/c XX1234. Avl Bal Rs 499.00',
])('a "credit transaction" that is none is no credit: %s', (text) => {
  expect(parseAlert({ text }, 'VM-SBIUPI-S').kind).not.toBe('credit')
})

const OUT = [
  'Rs.499.00 moved out of your A/c XX1234; asha@ybl credited. UPI Ref 632500000011',
  'Rs 499.00 from A/c XX1234 to asha@ybl credited. UPI Ref 632500000011',
  'Rs 499.00 transferred from A/c XX1234 to ASHA RAO via UPI. Ref 632500000011',
  'Your UPI payment of Rs 499.00 to ASHA RAO is successful. UPI Ref 632500000011',
  'You paid Rs 499 to ASHA RAO. UPI Ref 632500000011',
  'Rs.499.00 has left your A/c XX1234 via UPI. Ref 632500000011',
  'INR 499.00 moved from your a/c XX1234 to VPA asha@ybl. UPI Ref 632500000011',
  'Rs 499 sent via UPI from HDFC Bank A/c XX1234 to asha@ybl Ref 632500000011',
  'Money sent! Rs 499 to ASHA RAO. UPI Ref 632500000011',
  'Debit transaction of Rs.499.00 in your A/c XX1234 UPI Ref 632500000011',
  'UPI transaction of Rs 499.00 from A/c XX1234 to asha@ybl successful. Ref 632500000011',
  'Payment successful: Rs 499.00 to ASHA STORES UPI Ref 632500000011',
  'Your A/c XX1234 is used for UPI txn of Rs 499.00 to asha@ybl. Ref 632500000011',
  'Rs.499.00 Dr. from A/c XX1234 to asha@ybl. UPI Ref 632500000011',
  'Rs 499.00 DR from A/c XX1234 UPI/632500000011',
  'UPI Payment of Rs.499.00 from A/c XX1234 on 21-11-26 to VPA asha@ybl. RRN 632500000011. Not you? call',
  'A/c XX1234: UPI outward Rs 499.00 asha@ybl ref 632500000011',
  'Rs 499.00 paid from A/c XX1234 for electricity. UPI Ref 632500000011',
  'Transfer of Rs 499.00 from A/c XX1234 successful. UPI Ref 632500000011',
  'Your transfer of Rs 499.00 to ASHA RAO has been credited. UPI Ref 632500000011',
  'Amount of Rs 499.00 sent to asha@ybl is credited to beneficiary. UPI Ref 632500000011',
  'Rs 499.00 has been remitted from your account XX1234 by UPI. Ref 632500000011',
  'Rs 499.00 withdrawn from A/c XX1234',
  'Dear Customer, Rs.499.00 has been taken from your A/c XX1234 by UPI/632500000011',
  'UPI Txn: Rs 499.00 from A/c XX1234 at SHOP on 21-11-26. Ref 632500000011',
  'Sent Rs.499.00 From HDFC Bank A/C *4321 To SHOP On 03/07/26 Ref 111222333444',
  'Rs 499.00 A/c XX1234 used at SHOP by UPI Ref 632500000011',
  'Thank you for using UPI. Rs 499 given to ASHA from a/c XX1234 ref 632500000011',
  'Your a/c no. XX1234 has been reduced by Rs 499.00 towards UPI/632500000011',
  'You have made a payment of Rs 499.00 using UPI. Ref 632500000011',
  'You made a UPI payment of Rs.499 to SHOP. Ref no 632500000011',
  'UPI: Rs 499.00 to asha@ybl from A/c XX1234. UPI Ref 632500000011 SBI',
  'Txn of INR 499.00 done from A/c XX1234 through UPI. Ref 632500000011',
  'Rs 499.00 auto-paid from A/c XX1234 for NETFLIX via UPI',
  'Purchase of Rs 499.00 at SHOP via UPI A/c XX1234 Ref 632500000011',
  'A debit txn for INR 499 took place in A/c XX1234. Ref 632500000011 UPI',
  'ASHA RAO has received Rs 499.00 from you. UPI Ref 632500000011',
  'ASHA RAO received your payment of Rs 499.00. UPI Ref 632500000011',
  'SHOP has been paid Rs 499.00 from A/c XX1234 UPI Ref 632500000011',
  'Rs 499.00 has been credited to ASHA RAO from your A/c XX1234 UPI Ref 632500000011',
  'Your account XX1234 was charged Rs 499 UPI 632500000011',
]

test.each(OUT)('money that went out is no open question, whatever its words: %s', (text) => {
  expect(parseAlert({ text }, 'VM-SBIUPI-S')).toMatchObject({ kind: 'ignored', direction: 'out' })
})
