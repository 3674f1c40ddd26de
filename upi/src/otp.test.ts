import { expect, test } from 'vitest'
import { parseAlert } from './alert.ts'
import { containsOneTimePassword } from './otp.ts'

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
])('a credit with a reference is not a one-time password because of a warning after it: %s', (tail) => {
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
])('a credit without a reference is not a one-time password because of a warning after it: %s', (tail) => {
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
])('a message with a code is a one-time password, even after a credit and within a warning: %s', (text) => {
  expect(parseAlert({ text })).toMatchObject({ kind: 'ignored', because: 'otp' })
})

test.each([
  'Your O\u200bT\u2060P is 44\u200b5566',
  'Your O\u034fTP is 44\ufe0f5566',
  'ＯＴＰ ｉｓ ４４５５６６',
  'O T P is 445566',
  'OTP: 4 4 5 5 6 6',
  'OTP 44 55 66',
  'OTP is 4-4-5-5-6-6',
  'OTP is four four five five six six',
  'आपका ओटीपी ४४५५६६ है',
  '४४५५६६ आपका ओटीपी है',
  'आपका ओ टी पी 445566 है',
  'ओटीपी चार चार पाँच पाँच छह छह है',
  'আপনার ওটিপি ৪৪৫৫৬৬',
  'உங்கள் ஓடிபி 445566',
  'మీ ఓటీపీ 445566',
  'તમારો ઓટીપી ૪૪૫૫૬૬ છે',
  'آپ کا او ٹی پی ۴۴۵۵۶۶ ہے',
  "Your WhatsApp code: 445-566. Don't share it",
])('a one-time password is found however its code is written: %s', (text) => {
  expect(containsOneTimePassword(text)).toBe(true)
})

test.each([
  'Rs.500.00 credited to A/c XX1234 on 01-11-26 by UPI. Never share OTP with anyone. Helpline 1 8 0 0',
  'आपके खाते XX1234 में ₹५०० जमा हुए। ओटीपी किसी को न बताएं।',
  'One payment, two orders, three items, four days',
])('a text without a one-time password contains none: %s', (text) => {
  expect(containsOneTimePassword(text)).toBe(false)
})
