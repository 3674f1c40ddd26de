import { expect, test } from 'vitest'
import { mobileDigits } from './mobile-digits.ts'

test.each([
  ['+91 98765 43210', '9876543210'],
  ['91-98765-43210', '9876543210'],
  ['0098 765 43210', '0098765432'],
  ['00919876543210', '9876543210'],
  ['098765 43210', '9876543210'],
  ['9198765432', '9198765432'],
  ['98-76a543210', '9876543210'],
  ['987654321098', '9876543210'],
  ['', ''],
])('%j, pasted or filled in by the browser, is the number %j', (text, digits) => {
  expect(mobileDigits(text)).toBe(digits)
})

test('what is typed letter by letter never has more digits than a number has', () => {
  let shown = ''
  for (const letter of '98765432105') shown = mobileDigits(shown + letter)
  expect(shown).toBe('9876543210')
})
