import { paise } from '@galla/upi/rupees'
import { expect, test } from 'vitest'
import { amountNotes } from './amount-notes.ts'

const now = new Date('2026-11-21T06:00:00Z')
const business = { personal: false, now }
const personal = { personal: true, now }

test('an amount is read back grouped and in words', () => {
  expect(amountNotes(paise(1_23_456_00n), business).read).toBe(
    '₹1,23,456.00 · one lakh twenty-three thousand four hundred fifty-six rupees',
  )
})

test('the warning comes above one lakh, not at it', () => {
  expect(amountNotes(paise(1_00_000_00n), business).warnings).toEqual([])
  expect(amountNotes(paise(1_00_000_01n), business).warnings).toEqual([
    "Most UPI payments are limited to ₹1,00,000; your customer's bank may refuse this one.",
  ])
})

test("a personal UPI ID's pictures are limited above two thousand, a business's are not", () => {
  expect(amountNotes(paise(2_000_00n), personal).warnings).toEqual([])
  expect(amountNotes(paise(2_000_01n), personal).warnings).toEqual([
    'To your personal UPI ID, a saved or shared picture of the QR code pays at most ₹2,000. Share the link instead: its code can be scanned.',
  ])
  expect(amountNotes(paise(2_000_01n), business).warnings).toEqual([])
  expect(amountNotes(paise(2_00_000_00n), personal).warnings).toHaveLength(2)
})
