import { expect, test } from 'vitest'
import { parseAlert } from './alert.ts'

const CREDIT =
  'Dear SBI User, your A/c X1234 credited by Rs.500.00 on 01Nov26 transfer from ASHA RAO Ref No 632500000011'

test.each([
  '. Never share UPI PIN or OTP. -SBI 567676',
  '. Keep OTP secret. Helpline 1930',
  '. Beware of OTP fraud. SMS BLOCK 1234 to 567676',
  '. Never share OTP or UPI PIN. Not you? SMS BLOCK 1234 to 9223440000',
  '. SMS UPI PIN RESET to 5676',
  '. Use 1930 to report fraud',
  '. OTP fraud? Dial 155260',
])('a credit with its reference is no one-time password for a warning behind it: %s', (tail) => {
  expect(parseAlert({ text: CREDIT + tail }, 'VM-SBIUPI-S')).toMatchObject({
    kind: 'credit',
    amount: 50_000n,
    utr: '632500000011',
  })
})

test.each([
  ' Never share UPI PIN, MPIN or OTP. -SBI 567676',
  ' Beware of OTP fraud. SMS BLOCK 1234 to 567676',
  ' Keep OTP secret. Helpline 1930',
  ' Use 1930 to report fraud',
])('a credit without a reference is none either: %s', (tail) => {
  const text = `Rs.500.00 credited to A/c XX1234 on 01-11-26 by UPI.${tail}`
  expect(parseAlert({ text })).toMatchObject({ kind: 'credit', amount: 50_000n })
})

test.each([
  `${CREDIT}. OTP is 445566`,
  `${CREDIT}. Your OTP for login: 445566`,
  `${CREDIT}. 445566 is your OTP`,
  `${CREDIT}. OTP 445566`,
  'Never share UPI PIN, MPIN or OTP 445566 with anyone',
  'Do not share OTP or MPIN 445566',
  'OTP to login is 445566',
  'OTP sent by SMS is 445566',
])('a message with a code is one, also behind a credit and within a warning: %s', (text) => {
  expect(parseAlert({ text })).toMatchObject({ kind: 'ignored', because: 'otp' })
})
